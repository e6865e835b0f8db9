import { ApiError, readAttributesPage } from '../../api/client';
import { sitesOf } from '../../api/server-meta';
import type { SentForm } from '../../http/form';
import { withNotice } from '../../http/notice';
import { type Page, type PageAnswer, seeOther } from '../../http/page';
import { type RequestContext, useRequestContext } from '../../http/request-context';
import { Field, Form } from '../../ui/form';
import { CollectionFrame } from '../frame';
import { copies, type Wish, wishes } from '../items/items';
import { type ReleaseThumbnails, readThumbnails } from '../items/release-thumbnails';
import { readSummary, type Summary } from '../statistics/summary';
import { FoundLines } from './found-lines';
import { type LineFound, linesIn, lookUpLines, maximumLineLength, maximumLines, repeatedLines } from './look-ups';

/** Lines in the address, such as from quick add, are looked up. */
export function get(visit: RequestContext): Promise<Page> {
  const codes = visit.query.get('codes') ?? '';
  return linesIn(codes).length === 0 ? page(visit, { codes }) : look(visit, codes);
}

/** Looks up lines, or adds the selected ones. */
export function post(visit: RequestContext, _: unknown, form: SentForm): Promise<PageAnswer> {
  const what = form.text('do');
  return what === 'own' || what === 'want' ? add(visit, form, what) : look(visit, form.exact('codes'));
}

async function look(visit: RequestContext, codes: string): Promise<Page> {
  const lines = linesIn(codes);
  const { t, format } = visit;
  const words = t.collection.add;
  if (lines.length === 0) return { ...(await page(visit, { codes, problem: words.nothingTyped })), status: 422 };
  if (lines.length > maximumLines)
    return { ...(await page(visit, { codes, problem: words.tooMany({ most: format.number(maximumLines) }) })), status: 422 };
  const long = lines.findIndex((line) => [...line].length > maximumLineLength || line.includes('\0'));
  if (long >= 0)
    return {
      ...(await page(visit, { codes, problem: words.tooLong({ line: format.number(long + 1), most: format.number(maximumLineLength) }) })),
      status: 422,
    };
  const found = await lookUpLines(visit.api, lines);
  const ids = found.flatMap(({ releases }) => releases.map(({ id }) => id));
  const [drawn, sites] = await Promise.all([readThumbnails(visit.api, ids), sitesOf(visit)]);
  return page(visit, { codes, found: { lines: found, drawn, isOnline: sites.length > 0 } });
}

const page = async (visit: RequestContext, typed: Typed): Promise<Page> => addManyPage(visit, await readSummary(visit), typed);

async function add(visit: RequestContext, form: SentForm, what: 'own' | 'want'): Promise<PageAnswer> {
  const ids = form.all('add').slice(0, maximumLines);
  if (ids.length === 0) return { ...(await look(visit, form.exact('codes'))), status: 422 };
  const sent = await (what === 'own' ? own(visit, form, ids) : want(visit, ids));
  if (sent && !sent.ok) throw new ApiError(sent);
  const { to } = visit;
  if (!sent) return seeOther(withNotice(visit, to.wishlist(), 'nothing-changed'));
  const { data } = sent.document;
  const count = Array.isArray(data) ? data.length : 1;
  if (what === 'own') return seeOther(withNotice(visit, to.collection({ order: 'added' }), 'copies-added', { count }));
  return seeOther(withNotice(visit, to.wishlist(), 'wishes-added', { count }));
}

/** One request, which also updates the wishlist. */
function own({ api }: RequestContext, form: SentForm, ids: readonly string[]) {
  const attributes = {
    status: form.has('ordered') ? 'ordered' : 'active',
    folder: form.orNull('folder'),
    storage_location: form.orNull('storage_location'),
  };
  const data = ids.map((id) => ({ type: copies.type, attributes: { ...attributes, release: { id } } }));
  return api.send('POST', copies.path, { data, meta: { takeOffWishlist: true } });
}

/** Skips releases already on the wishlist. */
async function want({ api }: RequestContext, ids: readonly string[]) {
  const distinct = [...new Set(ids)];
  const known = await Promise.all(
    [0, 100].map((from) => {
      const release = distinct.slice(from, from + 100);
      return release.length === 0
        ? undefined
        : readAttributesPage<Pick<Wish, 'release'>>(api, wishes.path, { release, itemsPerPage: 100, 'fields[WishlistItem]': 'release' });
    }),
  );
  const wanted = new Set(known.flatMap((page) => page?.items.map(({ release }) => release.id) ?? []));
  const data = distinct.filter((id) => !wanted.has(id)).map((id) => ({ type: wishes.type, attributes: { release: { id } } }));
  return data.length === 0 ? undefined : api.send('POST', wishes.path, { data });
}

interface Typed {
  readonly codes: string;
  readonly found?: Found;
  readonly problem?: string;
}

interface Found {
  readonly lines: readonly LineFound[];
  readonly drawn: ReleaseThumbnails;
  readonly isOnline: boolean;
}

const addManyPage = ({ t }: RequestContext, summary: Summary, typed: Typed): Page => ({
  title: t.collection.tabs.add,
  current: 'collection',
  body: (
    <CollectionFrame summary={summary} current="add">
      <div class="two">
        <LinesForm typed={typed} />
        {typed.found && <FoundForm codes={typed.codes} found={typed.found} />}
      </div>
    </CollectionFrame>
  ),
});

function LinesForm({ typed: { codes, found, problem } }: { readonly typed: Typed }) {
  const { t, to, format } = useRequestContext();
  const words = t.collection.add;
  const help = problem === undefined ? 'codes-help' : 'bad-codes';
  return (
    <Form class="form" action={to.addMany()}>
      <label>
        {words.codes}
        <textarea
          name="codes"
          rows={10}
          aria-describedby={help}
          aria-invalid={problem === undefined ? undefined : true}
          required
          autofocus={found === undefined}
        >
          {codes}
        </textarea>
        {problem === undefined ? (
          <small id="codes-help">{words.help({ most: format.number(maximumLines) })}</small>
        ) : (
          <small class="no" id="bad-codes" role="alert">
            {problem}
          </small>
        )}
      </label>
      <button type="submit" class={found ? undefined : 'first'}>
        {found ? words.lookUpAgain : t.collection.quickAdd.lookUp}
      </button>
    </Form>
  );
}

function FoundForm({ codes, found: { lines, ...found } }: { readonly codes: string; readonly found: Found }) {
  const { t, to } = useRequestContext();
  const words = t.collection.add;
  return (
    <Form action={to.addMany()}>
      <input type="hidden" name="codes" value={codes} />
      <Counts lines={lines} />
      <br />
      <FoundLines lines={lines} {...found} />
      <br />
      {lines.some(({ releases }) => releases.length > 0) && (
        <>
          <div class="form grid">
            <Field name="folder" label={t.collection.copyFields.folder} maxLength={255} />
            <Field name="storage_location" label={t.collection.copyFields.storage_location} maxLength={255} />
            <label class="check wide">
              <input type="checkbox" name="ordered" /> <span>{words.asOrdered}</span>
            </label>
          </div>
          <br />
          <p class="row">
            <button type="submit" name="do" value="own" class="first">
              {words.addChosen}
            </button>
            <button type="submit" name="do" value="want">
              {words.wishChosen}
            </button>
          </p>
        </>
      )}
    </Form>
  );
}

/** `3 to add, 5 already owned, 1 not found` */
function Counts({ lines }: { readonly lines: readonly LineFound[] }) {
  const { t, format } = useRequestContext();
  const words = t.collection.add;
  const repeated = repeatedLines(lines);
  const once = lines.filter(({ number }) => !repeated.has(number));
  const count = (...states: readonly LineFound['state'][]) => once.filter(({ state }) => states.includes(state)).length;
  const [adding, owned, several, unknown] = [count('new', 'wanted', 'other_edition'), count('owned'), count('several'), count('unknown')];
  const rest = [
    owned > 0 && words.ownedCount({ count: format.number(owned) }),
    repeated.size > 0 && words.repeatedCount({ count: format.number(repeated.size) }),
    several > 0 && words.severalCount({ count: format.number(several) }),
    unknown > 0 && words.unknownCount({ count: format.number(unknown) }),
  ].filter((part) => part !== false);
  return (
    <p class="number" tabIndex={-1} autofocus>
      <b>{format.number(adding)}</b> {[words.toAdd, ...rest].join(', ')}
    </p>
  );
}
