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
import { CreatedRecords, writtenDocument } from '../created-records';
import type { FieldError } from '../error-summary';
import { afterSaving } from '../form/edit';
import { errorsOf, fieldIn, isBarcodeText, whatOf, wrongDate } from '../form/field-errors';
import { choicesIn } from '../name-field';
import { namedBy } from '../names';
import { release } from '../schemas/release';
import { type AddForm, type AddState, addReleasePage, type KnownRelease, kindOf, textNames } from './add-page';

/** Carries a search along and shows matches at once. */
export async function get(context: RequestContext): Promise<PageAnswer> {
  const typed = (name: string) => (context.query.get(name) ?? '').trim().slice(0, 255);
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
  return addReleasePage(context, { entered, known: await knownBy(context, entered) });
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

export async function post(context: RequestContext, _: unknown, form: SentForm): Promise<PageAnswer> {
  const entered = readAddForm(form);
  const wrong = wrongFields(context, entered, form);
  const pending = wrong.some(({ field }) => field === 'cover') ? undefined : await cover.keep(context, form);
  const again = (state: Omit<AddState, 'entered' | 'pending'>) => addReleasePage(context, { entered, pending, ...state });
  if (wrong.length > 0) return again({ fieldErrors: wrong });
  const known = await knownBy(context, entered);
  if (known.length > 0 && !form.has('anyway')) return again({ known });
  const isEditor = mayEdit(context);
  const places = (['film', 'composer', 'artist', 'label'] as const).map((place) => ({
    place,
    kind: kindOf[place],
    choice: entered[place],
  }));
  const names = await resolveNames(context.api, places);
  const unclear = unclearNames(context, names, isEditor);
  if (unclear.length > 0) return again({ known, names, fieldErrors: unclear });

  const created = new CreatedRecords();
  const recordNamed = (field: keyof typeof kindOf) => recordOf(context, names.get(field), field, created);
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
        film?.state === 'new' && `${context.t.fields.film}: ${film.name}`,
        !composerId && composer && `${context.t.fields.composer}: ${composer.name}`,
      ];
  const note = left.filter(Boolean).join('; ');
  const meta = film?.state === 'known' ? { productions: [`${productions.path}/${film.id}`] } : {};
  const newFilm = isEditor && film?.state === 'new' ? [scoreOf(recordNamed('film'))] : [];
  const included = [...created.included(), ...newFilm];
  const document = writtenDocument({ type: 'Release', lid: ownLid }, { attributes, included, meta }, note);
  const sent = await context.api.send('POST', releases.path, document);
  if (!sent.ok) {
    if (sent.status !== 422 && sent.status !== 409) throw new ApiError(sent);
    const ofLabel = created.refusal(context, sent);
    return again({ known, names, ...(ofLabel ? { fieldErrors: [ofLabel] } : errorsOfAdding(context, sent)) });
  }
  const { id: iri, attributes: added } = sent.document.data;
  const copy = entered.isMine ? await addToCollection(context.api, iri, copyOf(context, form)) : undefined;
  if (isEditor) {
    const { refusal } = await cover.save(context, iri, form);
    const saved = { outcome: 'saved', slug: added.slug ?? '', isChanged: true, created: created.names, refusedPart: refusal } as const;
    if (refusal !== undefined) return afterSaving(context, '/releases/new', saved);
  }
  const goesOn = form.has('more') || form.text('anyway') === 'more';
  const next = goesOn ? `${context.to.editRelease(added)}#tracks` : context.to.release(added);
  const notice =
    copy?.ok === false ? 'release-uncollected' : !added.reviewed ? 'release-waiting' : copy ? 'release-collected' : 'release-added';
  return seeOther(withNotice(context, next, notice, { created: created.names }));
}

const fieldError = (context: RequestContext, field: string, message: string): FieldError => ({
  field,
  what: whatOf(context, field === 'number' ? 'catalog_number' : field),
  message,
});

/** Checks without the API. */
function wrongFields(context: RequestContext, { texts, isMine }: AddForm, form: SentForm): FieldError[] {
  const { wrong, add } = context.t.releaseForm;
  const date = wrongDate(texts.year, wrong);
  const prices = isMine ? readPrices(form, ['price'], form.orNull('currency'), context).problems.fields : {};
  const file = form.file('cover');
  return [
    ...(texts.title === '' ? [fieldError(context, 'title', wrong.required)] : []),
    ...(isBarcodeText(texts.barcode) ? [] : [fieldError(context, 'barcode', wrong.barcode)]),
    ...(date === undefined ? [] : [fieldError(context, 'year', date)]),
    ...(file && !/^image\/(?:jpeg|png|webp)$/.test(file.type) ? [fieldError(context, 'cover', add.notACover({ name: file.name }))] : []),
    ...Object.entries(prices).map(([field, message]) => fieldError(context, field, message)),
  ];
}

const maximumMatches = 12;

/** By barcode or catalog number, otherwise by title and artist. */
async function knownBy({ api }: RequestContext, { texts: { barcode, number, title }, artist }: AddForm): Promise<KnownRelease[]> {
  const ways = [
    ...(readBarcode(barcode) === null ? [] : [{ barcode: [barcode] }]),
    ...(normalizeCatalogNumber(number) === null ? [] : [{ catalogNumber: [number] }]),
  ];
  const found = await Promise.all(ways.map((way) => api.list(releases, { ...way, itemsPerPage: maximumMatches })));
  const byCode = found.flatMap(({ data }) => data.map(({ attributes }) => attributes));
  const byTitle = byCode.length > 0 || title === '' ? [] : (await namedBy(api, 'release', title)).map(({ id }) => id);
  const titled = byTitle.length === 0 ? [] : (await api.list(releases, { id: byTitle, itemsPerPage: byTitle.length })).data;
  const isBy = ({ artist_credit: credit }: { readonly artist_credit: string | null }) =>
    credit === null || fold(credit).includes(fold(artist.typed));
  const all = new Map([...byCode, ...titled.map(({ attributes }) => attributes).filter(isBy)].map((one) => [one._id, one]));
  return Promise.all(
    [...all.values()]
      .slice(0, maximumMatches)
      .map(async (release) => ({ ...release, isOwned: (await readCopies(api, release._id)).items.length > 0 })),
  );
}

/** Ambiguous names, and new labels, which only editors may add. */
function unclearNames(context: RequestContext, names: ReadonlyMap<string, Resolved>, isEditor: boolean): FieldError[] {
  const { editing, releaseForm } = context.t;
  return [...names].flatMap(([field, { state }]) => {
    if (state === 'several') return [fieldError(context, field, editing.names.several)];
    return field === 'label' && state === 'new' && !isEditor ? [fieldError(context, field, releaseForm.add.labelUnknown)] : [];
  });
}

/** The id of a record that a field names. A new one is created with the release. */
function recordOf(
  context: RequestContext,
  resolved: Resolved | undefined,
  field: keyof typeof kindOf,
  created: CreatedRecords,
): string | undefined {
  if (resolved?.state === 'known') return resolved.id;
  return resolved?.state === 'new' ? created.add(kindOf[field], resolved.name, { field, what: whatOf(context, field) }) : undefined;
}

const ownLid = 'own';

/** The entry of a new release in the music of a film. */
const scoreOf = (film: string | undefined): object => ({
  type: 'ProductionEntry',
  lid: 'entry',
  attributes: { kind: 'score' },
  relationships: { production: { data: { type: 'Production', id: film } }, release: { data: { type: 'Release', lid: ownLid } } },
});

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

function copyOf(context: RequestContext, form: SentForm): object {
  const price = readPrices(form, ['price'], form.orNull('currency'), context).amounts.price ?? null;
  return {
    condition: form.orNull('condition'),
    storage_location: form.orNull('place'),
    ...(price !== null && { purchase_price_cents: price, currency: form.text('currency') }),
  };
}

/** Names differ from the full form. */
function errorsOfAdding(context: RequestContext, sent: Sent) {
  const { fieldErrors, all } = errorsOf(context, sent, fieldIn(context, release));
  const names: Readonly<Record<string, string>> = { artist_credit: 'artist', identifier: 'barcode', release_date: 'year' };
  return { fieldErrors: fieldErrors.map((wrong) => ({ ...wrong, field: names[wrong.field] ?? wrong.field, at: undefined })), all };
}
