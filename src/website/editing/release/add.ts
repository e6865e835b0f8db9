import { artists } from '../../../catalog/artists';
import { labels } from '../../../catalog/labels';
import { productions } from '../../../catalog/productions';
import { releases } from '../../../catalog/releases';
import { fold } from '../../../store/values/folding';
import { normalizeCatalogNumber, readBarcode } from '../../../store/values/identifiers';
import { ApiError, type Sent } from '../../api/client';
import { mayEdit } from '../../api/server-meta';
import type { SentForm } from '../../http/form';
import { withNotice } from '../../http/notice';
import { type PageAnswer, seeOther } from '../../http/page';
import type { RequestContext } from '../../http/request-context';
import { readPrices } from '../../library/items/copy-input';
import { addToCollection, readCopies } from '../../library/own-items';
import { type Resolved, resolveNames } from '../choices';
import { cover } from '../cover';
import { CreatedRecords, createdDocumentOf } from '../created-records';
import type { FieldError } from '../error-summary';
import { afterSaving } from '../form/edit';
import { errorsOf, fieldIn, isBarcodeText, whatOf, wrongDate } from '../form/field-errors';
import { choicesIn } from '../name-field';
import { namedBy, namedKinds } from '../names';
import { release } from '../schemas/release';
import { type AddForm, type AddState, addReleasePage, type KnownRelease, kindOf, textNames } from './add-page';

/** Carries a search along and shows matches at once. */
export async function get(visit: RequestContext): Promise<PageAnswer> {
  const typed = (name: string) => (visit.query.get(name) ?? '').trim().slice(0, 255);
  const code = readBarcode(typed('code')) === null ? 'number' : 'barcode';
  const texts = textsOf((name) => typed(name === code ? 'code' : name));
  const none = { typed: '', known: '' };
  const entered = {
    texts,
    film: none,
    composer: none,
    artist: { typed: typed('artist'), known: '' },
    label: none,
    format: 'cd',
    isMine: true,
  };
  return addReleasePage(visit, { entered, known: await knownBy(visit, entered) });
}

const textsOf = (text: (name: keyof AddForm['texts']) => string): AddForm['texts'] =>
  Object.fromEntries(textNames.map((name) => [name, text(name)])) as AddForm['texts'];

const choiceIn = (form: SentForm, name: keyof typeof kindOf) => choicesIn(form, name)[0] ?? { typed: '', known: '' };

const readAddForm = (form: SentForm): AddForm => ({
  texts: textsOf(form.text.bind(form)),
  film: choiceIn(form, 'film'),
  composer: choiceIn(form, 'composer'),
  artist: choiceIn(form, 'artist'),
  label: choiceIn(form, 'label'),
  format: form.text('format') || 'cd',
  isMine: form.has('mine'),
});

export async function post(visit: RequestContext, _: unknown, form: SentForm): Promise<PageAnswer> {
  const entered = readAddForm(form);
  const wrong = wrongFields(visit, entered, form);
  const kept = wrong.some(({ field }) => field === 'cover') ? undefined : await cover.keep(visit, form);
  const again = (state: Omit<AddState, 'entered' | 'kept'>) => addReleasePage(visit, { entered, kept, ...state });
  if (wrong.length > 0) return again({ fieldErrors: wrong });
  const known = await knownBy(visit, entered);
  if (known.length > 0 && !form.has('anyway')) return again({ known });
  const isEditor = mayEdit(visit);
  const places = (['film', 'composer', 'artist', 'label'] as const).map((place) => ({
    place,
    kind: kindOf[place],
    choice: entered[place],
  }));
  const names = await resolveNames(visit.api, places);
  const unclear = unclearNames(visit, names, isEditor);
  if (unclear.length > 0) return again({ known, names, fieldErrors: unclear });

  const created = new CreatedRecords();
  const recordNamed = (field: keyof typeof kindOf) => recordOf(visit, names.get(field), field, created);
  const [film, composer] = [names.get('film'), names.get('composer')];
  const composerId = composer?.state === 'new' && !isEditor ? undefined : recordNamed('composer');
  const attributes = {
    ...attributesOf(entered, known, names.get('artist'), recordNamed('label')),
    // Film music is credited to its composer, unless the form says otherwise.
    ...(entered.artist.typed === '' && composer && artistsOf(composer.name, composerId)),
    ...(composerId !== undefined && { credits: [{ iri: `${artists.path}/${composerId}`, credit_role: 'composer' }] }),
  };
  // Members cannot add records beside a release: editors who review it read these names.
  const left = isEditor
    ? []
    : [
        film?.state === 'new' && `${visit.t.fields.film}: ${film.name}`,
        !composerId && composer && `${visit.t.fields.composer}: ${composer.name}`,
      ];
  const note = left.filter(Boolean).join('; ');
  const { included } = created;
  const meta = film?.state === 'known' ? { productions: [`${productions.path}/${film.id}`] } : {};
  const sent = await visit.api.send('POST', releases.path, createdDocumentOf('Release', { attributes, included, meta }, note));
  if (!sent.ok) {
    if (sent.status !== 422 && sent.status !== 409) throw new ApiError(sent);
    const ofLabel = created.refusal(visit, sent);
    return again({ known, names, ...(ofLabel ? { fieldErrors: [ofLabel] } : errorsOfAdding(visit, sent)) });
  }
  created.settle(sent);
  const { id: iri, attributes: added } = sent.document.data;
  const copy = entered.isMine ? await addToCollection(visit.api, iri, copyOf(visit, form)) : undefined;
  if (isEditor) {
    const { failed } = await cover.save(visit, iri, form);
    const newFilm = film?.state === 'new' ? film.name : undefined;
    const isScored = newFilm === undefined || (await addScore(visit, iri, newFilm));
    if (newFilm !== undefined && isScored) created.names.push(newFilm);
    const partly = [...failed, ...(isScored ? [] : [visit.t.releaseForm.add.scoreNotSaved({ film: newFilm })])];
    if (partly.length > 0)
      return afterSaving(visit, '/releases/new', {
        outcome: 'saved',
        slug: added.slug ?? '',
        isChanged: true,
        created: created.names,
        failed: [],
        partly,
      });
  }
  const goesOn = form.has('more') || form.text('anyway') === 'more';
  const next = goesOn ? `${visit.to.editRelease(added)}#tracks` : visit.to.release(added);
  const notice =
    copy?.ok === false ? 'release-uncollected' : !added.reviewed ? 'release-waiting' : copy ? 'release-collected' : 'release-added';
  return seeOther(withNotice(visit, next, notice, { created: created.names }));
}

const fieldError = (visit: RequestContext, field: string, message: string): FieldError => ({
  field,
  what: whatOf(visit, field === 'number' ? 'catalog_number' : field),
  message,
});

/** Checks without the API. */
function wrongFields(visit: RequestContext, { texts, isMine }: AddForm, form: SentForm): FieldError[] {
  const { wrong, add } = visit.t.releaseForm;
  const date = wrongDate(texts.year, wrong);
  const prices = isMine ? readPrices(form, ['price'], form.orNull('currency'), visit).problems.fields : {};
  const file = form.file('cover');
  return [
    ...(texts.title === '' ? [fieldError(visit, 'title', wrong.required)] : []),
    ...(isBarcodeText(texts.barcode) ? [] : [fieldError(visit, 'barcode', wrong.barcode)]),
    ...(date === undefined ? [] : [fieldError(visit, 'year', date)]),
    ...(file && !/^image\/(?:jpeg|png|webp)$/.test(file.type) ? [fieldError(visit, 'cover', add.notACover({ name: file.name }))] : []),
    ...Object.entries(prices).map(([field, message]) => fieldError(visit, field, message)),
  ];
}

const shown = 12;

/** By barcode or catalog number, otherwise by title and artist. */
async function knownBy({ api }: RequestContext, { texts: { barcode, number, title }, artist }: AddForm): Promise<KnownRelease[]> {
  const ways = [
    ...(readBarcode(barcode) === null ? [] : [{ barcode: [barcode] }]),
    ...(normalizeCatalogNumber(number) === null ? [] : [{ catalogNumber: [number] }]),
  ];
  const found = await Promise.all(ways.map((way) => api.list(releases, { ...way, itemsPerPage: shown })));
  const byCode = found.flatMap(({ data }) => data.map(({ attributes }) => attributes));
  const byTitle = byCode.length > 0 || title === '' ? [] : (await namedBy(api, 'release', title)).map(({ id }) => id);
  const titled = byTitle.length === 0 ? [] : (await api.list(releases, { id: byTitle, itemsPerPage: byTitle.length })).data;
  const isBy = ({ artist_credit: credit }: { readonly artist_credit: string | null }) =>
    credit === null || fold(credit).includes(fold(artist.typed));
  const all = new Map([...byCode, ...titled.map(({ attributes }) => attributes).filter(isBy)].map((one) => [one._id, one]));
  return Promise.all(
    [...all.values()]
      .slice(0, shown)
      .map(async (release) => ({ ...release, isOwned: (await readCopies(api, release._id)).held.length > 0 })),
  );
}

/** Ambiguous names, and new labels, which only editors may add. */
function unclearNames(visit: RequestContext, names: ReadonlyMap<string, Resolved>, isEditor: boolean): FieldError[] {
  const { editing, releaseForm } = visit.t;
  return [...names].flatMap(([field, { state }]) => {
    if (state === 'several') return [fieldError(visit, field, editing.names.several)];
    return field === 'label' && state === 'new' && !isEditor ? [fieldError(visit, field, releaseForm.add.labelUnknown)] : [];
  });
}

/** The id of a record that a field names. A new one is created with the release. */
function recordOf(
  visit: RequestContext,
  resolved: Resolved | undefined,
  field: keyof typeof kindOf,
  created: CreatedRecords,
): string | undefined {
  if (resolved?.state === 'known') return resolved.id;
  return resolved?.state === 'new' ? created.add(kindOf[field], resolved.name, { field, what: whatOf(visit, field) }) : undefined;
}

/** Adds a release to the music of a new film. @returns false if that is refused */
async function addScore({ api }: RequestContext, release: string, film: string): Promise<boolean> {
  const attributes = namedKinds.production.created(film);
  const created = await api.send('POST', productions.path, createdDocumentOf('Production', { attributes }, ''));
  if (!created.ok) return false;
  const relationships = { release: { data: { type: 'Release', id: release } } };
  const document = createdDocumentOf('ProductionEntry', { attributes: { kind: 'score' }, relationships }, '');
  return (await api.send('POST', `${created.document.data.id}/entries`, document)).ok;
}

function attributesOf(
  { texts, artist, format }: AddForm,
  known: readonly KnownRelease[],
  named: Resolved | undefined,
  label: string | undefined,
): object {
  const { title, barcode, number, year } = texts;
  // A barcode identifies one release; on others it is stored as printed only.
  const isTaken = known.some((release) => release.barcode !== null && readBarcode(release.barcode) === readBarcode(barcode));
  return {
    title,
    provisional: true,
    ...(artist.typed !== '' && artistsOf(artist.typed, named?.state === 'known' ? named.id : undefined)),
    ...(barcode !== '' && (isTaken ? { identifiers: [{ type: 'Barcode', value: barcode }] } : { barcode })),
    ...((label !== undefined || number !== '') && {
      labels: [{ iri: label === undefined ? null : `${labels.path}/${label}`, ...(number !== '' && { catalog_number: number }) }],
    }),
    ...(year !== '' && { release_date: year }),
    formats: [{ format_type: format }],
  };
}

const artistsOf = (credit: string, id: string | undefined) => ({
  artist_credit: credit,
  ...(id !== undefined && { artists: [{ iri: `${artists.path}/${id}` }] }),
});

function copyOf(visit: RequestContext, form: SentForm): object {
  const price = readPrices(form, ['price'], form.orNull('currency'), visit).amounts.price ?? null;
  return {
    condition: form.orNull('condition'),
    storage_location: form.orNull('place'),
    ...(price !== null && { purchase_price_cents: price, currency: form.text('currency') }),
  };
}

/** Names differ from the full form. */
function errorsOfAdding(visit: RequestContext, sent: Sent) {
  const { fieldErrors, all } = errorsOf(visit, sent, fieldIn(visit, release));
  const names: Readonly<Record<string, string>> = { artist_credit: 'artist', identifier: 'barcode', release_date: 'year' };
  return { fieldErrors: fieldErrors.map((wrong) => ({ ...wrong, field: names[wrong.field] ?? wrong.field, at: undefined })), all };
}
