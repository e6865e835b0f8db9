import { ApiError, readAttributesPage } from '../../api/client';
import { sitesOf } from '../../api/server-meta';
import type { SentForm } from '../../http/form';
import { withNotice } from '../../http/notice';
import { type Page, type PageAnswer, seeOther } from '../../http/page';
import { type RequestContext, useRequestContext } from '../../http/request-context';
import { Field, FieldProblem, Form, Submit } from '../../ui/form';
import { CollectionFrame } from '../frame';
import { copies, type Wish, wishes } from '../items/items';
import { readThumbnails } from '../items/release-thumbnails';
import { readSummary } from '../statistics/summary';
import { FoundLines } from './found-lines';
import { type LineFound, linesIn, lookUpLines, maximumLineLength, maximumLines, repeatedLines } from './look-ups';

/** Lines in the address, such as from quick add, are looked up. */
export function get(context: RequestContext): Promise<Page> {
  const codes = context.query.get('codes') ?? '';
  return linesIn(codes).length === 0 ? page(context, { codes }) : look(context, codes);
}

/** Looks up lines, or adds the selected ones. */
export function post(context: RequestContext, _: unknown, form: SentForm): Promise<PageAnswer> {
  const what = form.text('do');
  return what === 'own' || what === 'want' ? add(context, form, what) : look(context, form.exact('codes'));
}

async function look(context: RequestContext, codes: string): Promise<Page> {
  const lines = linesIn(codes);
  const { t, format } = context;
  const words = t.collection.add;
  const most = format.number(maximumLineLength);
  const long = lines.findIndex((line) => [...line].length > maximumLineLength || line.includes('\0'));
  if (lines.length === 0) return page(context, { codes, problem: words.nothingTyped });
  if (lines.length > maximumLines) return page(context, { codes, problem: words.tooMany({ most: format.number(maximumLines) }) });
  if (long >= 0) return page(context, { codes, problem: words.tooLong({ line: format.number(long + 1), most }) });
  const found = await lookUpLines(context.api, lines);
  const ids = found.flatMap(({ releases }) => releases.map(({ id }) => id));
  const [drawn, sites] = await Promise.all([readThumbnails(context.api, ids), sitesOf(context)]);
  return page(context, { codes, found: { lines: found, drawn, isOnline: sites.length > 0 } });
}

async function add(context: RequestContext, form: SentForm, what: 'own' | 'want'): Promise<PageAnswer> {
  const ids = form.all('add').slice(0, maximumLines);
  if (ids.length === 0) return { ...(await look(context, form.exact('codes'))), status: 422 };
  const sent = await (what === 'own' ? own(context, form, ids) : want(context, ids));
  if (sent && !sent.ok) throw new ApiError(sent);
  const { to } = context;
  if (!sent) return seeOther(withNotice(context, to.wishlist(), 'nothing-changed'));
  const { data } = sent.document;
  const count = Array.isArray(data) ? data.length : 1;
  if (what === 'own') return seeOther(withNotice(context, to.collection({ order: 'added' }), 'copies-added', { count }));
  return seeOther(withNotice(context, to.wishlist(), 'wishes-added', { count }));
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

type Found = Parameters<typeof FoundLines>[0];

async function page(context: RequestContext, typed: Typed): Promise<Page> {
  const body = (
    <CollectionFrame summary={await readSummary(context)} current="add">
      <div class="two">
        <LinesForm typed={typed} />
        {typed.found && <FoundForm codes={typed.codes} found={typed.found} />}
      </div>
    </CollectionFrame>
  );
  return { title: context.t.collection.tabs.add, current: 'collection', body, status: typed.problem === undefined ? 200 : 422 };
}

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
          <FieldProblem name="codes" problem={problem} />
        )}
      </label>
      <Submit class={found ? undefined : 'first'} text={found ? words.lookUpAgain : t.collection.quickAdd.lookUp} />
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
            <Submit name="do" value="own" class="first" text={words.addChosen} />
            <Submit name="do" value="want" text={words.wishChosen} />
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
