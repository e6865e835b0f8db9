import { ApiError } from '../../api/client';
import { saying } from '../../http/addresses';
import type { SentForm } from '../../http/form';
import { type Answer, type Page, seeOther } from '../../http/page';
import type { Visit } from '../../http/request-context';
import { copies, wishes } from '../items/items';
import { readDrawn } from '../items/release-thumbnails';
import { readSummary } from '../statistics/summary';
import { addManyPage, type Typed } from './add-many-page';
import { type LineFound, linesIn, lookUp, maximumLineLength, maximumLines } from './look-ups';

/** The form; an address that names lines, as the box for quick additions does, shows what they are. */
export function get(visit: Visit): Promise<Page> {
  const codes = visit.query.get('codes') ?? '';
  return linesIn(codes).length === 0 ? page(visit, { codes }) : look(visit, codes);
}

/** Says what lines are, or adds what was chosen of them. */
export function post(visit: Visit, _: unknown, form: SentForm): Promise<Answer> {
  const what = form.text('do');
  return what === 'own' || what === 'want' ? add(visit, form, what) : look(visit, form.exact('codes'));
}

async function look(visit: Visit, codes: string): Promise<Page> {
  const lines = linesIn(codes);
  const { t, format } = visit;
  const words = t.collection.add;
  if (lines.length === 0) return { ...(await page(visit, { codes, problem: words.nothingTyped })), status: 422 };
  if (lines.length > maximumLines)
    return { ...(await page(visit, { codes, problem: words.tooMany(format.number(maximumLines)) })), status: 422 };
  const long = lines.findIndex((line) => [...line].length > maximumLineLength || line.includes('\0'));
  if (long >= 0)
    return {
      ...(await page(visit, { codes, problem: words.tooLong(format.number(long + 1), format.number(maximumLineLength)) })),
      status: 422,
    };
  const sent = await lookUp(visit.api, lines);
  if (!sent.ok) throw new ApiError(sent.status, sent.document, sent.headers);
  const found = sent.document.data.attributes.lines as LineFound[];
  const ids = found.flatMap(({ releases }) => releases.map(({ id }) => id));
  return page(visit, { codes, found: { lines: found, drawn: await readDrawn(visit.api, ids) } });
}

const page = async (visit: Visit, typed: Typed): Promise<Page> => addManyPage(visit, await readSummary(visit), typed);

async function add(visit: Visit, form: SentForm, what: 'own' | 'want'): Promise<Answer> {
  const ids = form.all('add').slice(0, maximumLines);
  if (ids.length === 0) return { ...(await look(visit, form.exact('codes'))), status: 422 };
  const sent = await (what === 'own' ? own(visit, form, ids) : want(visit, ids));
  if (sent && !sent.ok) throw new ApiError(sent.status, sent.document, sent.headers);
  const { to } = visit;
  return seeOther(what === 'own' ? saying(to.collection({ order: 'added' }), 'copies-added') : saying(to.wishlist(), 'wishes-added'));
}

/** All in one request, which takes them off the wishlist too. */
function own({ api }: Visit, form: SentForm, ids: readonly string[]) {
  const attributes = {
    status: form.has('ordered') ? 'ordered' : 'active',
    folder: form.orNull('folder'),
    storage_location: form.orNull('storage_location'),
  };
  const data = ids.map((id) => ({ type: copies.type, attributes: { ...attributes, release: { id } } }));
  return api.send('POST', copies.path, { data, meta: { takeOffWishlist: true } });
}

/** A wishlist has a release once: what is on it already is left out. */
async function want({ api }: Visit, ids: readonly string[]) {
  const distinct = [...new Set(ids)];
  const known = await Promise.all(
    [0, 100].map((from) => {
      const release = distinct.slice(from, from + 100);
      return release.length === 0
        ? undefined
        : api.read<Wanted>(wishes.path, { release, itemsPerPage: 100, 'fields[WishlistItem]': 'release' });
    }),
  );
  const wanted = new Set(known.flatMap((page) => page?.data.map(({ attributes }) => attributes.release.id) ?? []));
  const data = distinct.filter((id) => !wanted.has(id)).map((id) => ({ type: wishes.type, attributes: { release: { id } } }));
  return data.length === 0 ? undefined : api.send('POST', wishes.path, { data });
}

interface Wanted {
  readonly data: readonly { readonly attributes: { readonly release: { readonly id: string } } }[];
}
