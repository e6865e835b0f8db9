import { artists } from '../../../catalog/artists';
import { releases } from '../../../catalog/releases';
import { normalizeCatalogNumber, readBarcode } from '../../../store/values/identifiers';
import { ApiError, type Sent } from '../../api/client';
import { mayEdit } from '../../api/server-meta';
import { withFlash } from '../../http/addresses';
import type { SentForm } from '../../http/form';
import { type Answer, type Page, seeOther } from '../../http/page';
import { type RequestContext, useRequestContext } from '../../http/request-context';
import { own, readOwn } from '../../library/own-items';
import { Form } from '../../ui/form';
import { type Choice, type Resolved, resolveNames } from '../choices';
import { ErrorSummary, errorFor, type FieldError } from '../error-summary';
import { LineField } from '../fields';
import { choicesIn, NameField } from '../name-field';
import { fieldError } from './checks';
import { ExistingMatches, type KnownRelease } from './existing-matches';
import { errorsOfRelease } from './field-errors';

interface Ways {
  /** Whether it is added although others go by its number. */
  readonly isAnyway: boolean;
  /** Whether its whole form is to follow. */
  readonly goesOn: boolean;
}

/** Adds a release of which little is known, unless one goes by its number already. */
async function addRelease(visit: RequestContext, entered: AddForm, { isAnyway, goesOn }: Ways): Promise<Answer> {
  const { api, to, t } = visit;
  if (entered.title === '')
    return addPage(visit, { entered, fieldErrors: [fieldError(visit, 'title', undefined, t.releaseForm.wrong.required)] });
  const known = await knownBy(visit, entered.code);
  if (known.length > 0 && !isAnyway) return addPage(visit, { entered, known });
  const artist = (await resolveNames(api, [{ place: 'artist', kind: 'artist', choice: entered.artist }])).get('artist');
  if (artist?.state === 'several') {
    const fieldErrors = [fieldError(visit, 'artist', undefined, t.editing.names.several)];
    return addPage(visit, { entered, known, artist, fieldErrors });
  }
  const attributes = attributesOf(entered, known, artist);
  const sent = await api.send('POST', releases.path, { data: { type: 'Release', attributes } });
  if (sent.status === 422 || sent.status === 409) return addPage(visit, { entered, ...errorsOfAdding(visit, sent) });
  if (!sent.ok) throw new ApiError(sent);
  const { id: iri, attributes: added } = sent.document.data;
  const isCollected = entered.isMine && (await own(api, iri)).ok;
  const next = goesOn ? to.editRelease(added) : to.release(added);
  if (!added.reviewed) return seeOther(withFlash(next, 'release-waiting'));
  return seeOther(withFlash(next, isCollected ? 'release-collected' : 'release-added'));
}

/** As many releases as a page names that go by one number. */
const shown = 12;

/** The releases that have a number as their barcode, or as that of one of their labels. */
async function knownBy({ api }: RequestContext, code: string): Promise<KnownRelease[]> {
  if (code === '') return [];
  const ways = [
    ...(readBarcode(code) === null ? [] : [{ barcode: [code] }]),
    ...(normalizeCatalogNumber(code) === null ? [] : [{ catalogNumber: [code] }]),
  ];
  const found = await Promise.all(ways.map((way) => api.list(releases, { ...way, itemsPerPage: shown })));
  const all = new Map(found.flatMap(({ data }) => data.map(({ attributes }) => [attributes._id, attributes] as const)));
  return Promise.all(
    [...all.values()]
      .slice(0, shown)
      .map(async (release) => ({ ...release, isOwned: (await readOwn(api, release._id)).copies.length > 0 })),
  );
}

function attributesOf({ title, artist, code, format }: AddForm, known: readonly KnownRelease[], named: Resolved | undefined): object {
  return {
    title,
    provisional: true,
    ...(artist.typed !== '' && { artist_credit: artist.typed }),
    ...(named?.state === 'known' && { artists: [{ iri: `${artists.path}/${named.id}` }] }),
    ...(code !== '' && numberAs(code, known)),
    formats: [{ format_type: format }],
  };
}

/** A barcode belongs to one true release: on another that has it too, it is what is printed there. */
function numberAs(code: string, known: readonly KnownRelease[]): object {
  if (readBarcode(code) === null) return { labels: [{ iri: null, catalog_number: code }] };
  return known.length === 0 ? { barcode: code } : { identifiers: [{ type: 'Barcode', value: code }] };
}

/** The fields of the whole form are called otherwise here. */
function errorsOfAdding(visit: RequestContext, sent: Sent) {
  const { fieldErrors, all } = errorsOfRelease(visit, sent);
  const names: Readonly<Record<string, string>> = {
    artist_credit: 'artist',
    barcode: 'code',
    number: 'code',
    label: 'code',
    identifier: 'code',
  };
  return { fieldErrors: fieldErrors.map((wrong) => ({ ...wrong, field: names[wrong.field] ?? wrong.field, at: undefined })), all };
}

/** Takes along what was typed where nothing was found. */
export function get(visit: RequestContext): Promise<Answer> {
  const { query } = visit;
  const typed = (name: string) => (query.get(name) ?? '').trim().slice(0, 255);
  const entered = { title: typed('title'), artist: { typed: typed('artist'), known: '' }, code: typed('code'), format: 'cd', isMine: true };
  return addPage(visit, { entered });
}

export const post = (visit: RequestContext, _: unknown, form: SentForm): Promise<Answer> =>
  addRelease(visit, readAddForm(form), { isAnyway: form.has('anyway'), goesOn: form.has('more') || form.text('anyway') === 'more' });

/** The formats that a disc is added with, the commonest first; its form has the others. */
const offered = ['cd', 'vinyl', 'cassette', 'digital', 'dvd', 'blu_ray', 'other'] as const;

/** The four fields that are enough. */
export interface AddForm {
  readonly title: string;
  readonly artist: Choice;
  /** A barcode or a catalogue number. */
  readonly code: string;
  readonly format: string;
  readonly isMine: boolean;
}

export const readAddForm = (form: SentForm): AddForm => ({
  title: form.text('title'),
  artist: choicesIn(form, 'artist')[0] ?? { typed: '', known: '' },
  code: form.text('code'),
  format: form.text('format') || 'cd',
  isMine: form.has('mine'),
});

interface AddState {
  readonly entered: AddForm;
  readonly fieldErrors?: readonly FieldError[];
  readonly all?: readonly string[];
  readonly known?: readonly KnownRelease[];
  readonly artist?: Resolved | undefined;
}

export const addPage = async (visit: RequestContext, state: AddState): Promise<Page> => ({
  title: visit.t.releaseForm.add.title,
  current: 'releases',
  body: <AddPage state={state} isEditor={await mayEdit(visit)} />,
  status: (state.fieldErrors ?? []).length + (state.all ?? []).length > 0 ? 422 : 200,
});

function AddPage({
  state: { entered, fieldErrors = [], all = [], known = [], artist },
  isEditor,
}: {
  readonly state: AddState;
  readonly isEditor: boolean;
}) {
  const { t, to } = useRequestContext();
  const words = t.releaseForm.add;
  return (
    <>
      <div class="head">
        <h1>{words.title}</h1>
        <p>
          {words.lead} {!isEditor && t.unreviewed.addNote}
        </p>
      </div>
      <ErrorSummary fieldErrors={fieldErrors} all={all} />
      {known.length > 0 && <ExistingMatches known={known} />}
      <br />
      <Form class="form" action={to.addRelease()}>
        <Fields entered={entered} fieldErrors={fieldErrors} artist={artist} />
        <p class="row">
          {known.length > 0 ? (
            <>
              <button class="first" type="submit" name="anyway" value="1">
                {words.anyway}
              </button>
              {isEditor && (
                <button type="submit" name="anyway" value="more">
                  {words.anywayOn}
                </button>
              )}
            </>
          ) : (
            <>
              <button class="first" type="submit">
                {words.act}
              </button>
              {isEditor && (
                <button type="submit" name="more" value="1">
                  {words.goOn}
                </button>
              )}
            </>
          )}
        </p>
      </Form>
    </>
  );
}

function Fields({
  entered,
  fieldErrors,
  artist,
}: {
  readonly entered: AddForm;
  readonly fieldErrors: readonly FieldError[];
  readonly artist: Resolved | undefined;
}) {
  const { t } = useRequestContext();
  const words = t.releaseForm;
  return (
    <>
      <LineField name="title" label={words.title} value={entered.title} problem={errorFor(fieldErrors, 'title')} required />
      <NameField
        name="artist"
        kind="artist"
        label={words.artist}
        value={entered.artist}
        resolved={artist?.state === 'several' ? artist : undefined}
        hint={words.add.artistHelp}
        problem={errorFor(fieldErrors, 'artist')}
      />
      <fieldset class="row">
        <legend>{words.format}</legend>
        {offered.map((format) => (
          <label key={format} class="check">
            <input type="radio" name="format" value={format} checked={format === entered.format} /> {t.words.formatTypes[format]}
          </label>
        ))}
      </fieldset>
      <LineField
        name="code"
        label={words.add.code}
        value={entered.code}
        hint={words.add.codeHelp}
        problem={errorFor(fieldErrors, 'code')}
      />
      <label class="check">
        <input type="checkbox" name="mine" checked={entered.isMine} /> <span>{words.add.mine}</span>
      </label>
    </>
  );
}
