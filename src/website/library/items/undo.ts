import { isDeepStrictEqual } from 'node:util';
import { ApiError, readAttributesPage, readInParts, valuesAtOnce } from '../../api/client';
import type { NoticeKey } from '../../http/addresses';
import type { SentForm } from '../../http/form';
import { withNotice } from '../../http/notice';
import { seeOther } from '../../http/page';
import type { RequestContext } from '../../http/request-context';
import { type Loan, type LoansOfCopies, loanList } from '../loans/loans';
import { type Copy, copies, type ItemList, removeItem, type Wish, wishes } from './items';
import { queryOfBack } from './list-query';

/** Attributes before and after a change; an addition has none before, a removal none after. */
export interface ItemChange {
  readonly list: 'collection' | 'wishlist' | 'loans';
  readonly id: string;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
  /** Of a removed copy. */
  readonly loans?: readonly Loan[] | undefined;
  /** UUID of a removed photo of the copy, which stays. */
  readonly photo?: string;
}

const listOf: Readonly<Record<ItemChange['list'], ItemList>> = { collection: copies, wishlist: wishes, loans: loanList };

/** Maximum of the API. */
const addedAtOnce = 200;

/** Changes of one user that can be undone at the same time. */
const maximumKept = 10;

const ownerOf = ({ user }: RequestContext): string => `undo of ${user?.id ?? ''}`;

/**
 * Keeps a change for an hour.
 * @returns the key with which the next page offers to undo it
 */
export function keepSteps(context: RequestContext, steps: readonly ItemChange[]): Promise<string | undefined> {
  const bytes = new TextEncoder().encode(JSON.stringify(steps));
  return context.files.keep(ownerOf(context), { name: 'undo', mediaType: 'application/json', bytes }, maximumKept);
}

/** Until the copy is changed, which the time of its last change tells. */
export const additionOf = ({ _id: id, updated_at }: Copy): ItemChange => ({ list: 'collection', id, before: null, after: { updated_at } });

export const additionOfWish = ({ _id: id, updated_at }: Pick<Wish, '_id' | 'updated_at'>): ItemChange => ({
  list: 'wishlist',
  id,
  before: null,
  after: { updated_at },
});

/** With its id and the time of its last change, by which the API recognizes a removed item. */
export function removalOf(
  { created_at: _created, release, ...before }: Copy | Wish,
  list: ItemChange['list'] = 'collection',
  loans?: LoansOfCopies,
): ItemChange {
  const { _id: id } = before;
  return { list, id, before: { ...before, release: { id: release.id } }, after: null, loans: loans?.get(id) };
}

export const changeOf = (copy: Copy, after: Readonly<Record<string, unknown>>): ItemChange => ({
  list: 'collection',
  id: copy._id,
  before: Object.fromEntries(Object.keys(after).map((name) => [name, copy[name as keyof Copy]])),
  after,
});

interface Undone {
  readonly notice: NoticeKey;
  /** Where the undone items are. */
  readonly list: ItemChange['list'];
  /** Key of removals whose release is deleted, for another attempt. */
  readonly undo?: string | undefined;
  /** UUID of the copy whose form shows what was undone. */
  readonly edit?: string;
}

/** Skips copies that were changed or removed since. A wish is not restored while the copy that it became was changed. */
export async function undoChange(context: RequestContext, word: string): Promise<Undone> {
  const { api, files } = context;
  const stored = await files.find(ownerOf(context), word);
  if (!stored) return { notice: 'undo-expired', list: 'collection' };
  files.forget(ownerOf(context), word);
  const steps: readonly ItemChange[] = JSON.parse(new TextDecoder().decode(stored.bytes));
  const [{ photo, id: edit } = { id: '' }] = steps;
  if (photo !== undefined) {
    const { ok } = await api.send('PATCH', `${copies.path}/${edit}/photos/${photo}`, {
      data: { type: 'ItemPhoto', id: photo, attributes: {} },
    });
    return { notice: ok ? 'undone' : 'undo-expired', list: 'collection', edit };
  }
  const changed = steps.filter(({ after }) => after !== null);
  const edited = listOf[changed[0]?.list ?? 'collection'];
  const pages = await readInParts(
    changed.map(({ id }) => id),
    (id) => readAttributesPage<Copy>(api, edited.path, { id, itemsPerPage: valuesAtOnce }),
  );
  const current = new Map(pages.flatMap(({ items }) => items).map((item) => [item._id, item]));
  const isAsLeft = ({ id, after }: ItemChange) =>
    current.has(id) &&
    Object.entries(after ?? {}).every(([name, value]) => isDeepStrictEqual(current.get(id)?.[name as keyof Copy], value));
  const undone = changed.filter(isAsLeft);
  const isKept = changed.some((step) => step.before === null && current.has(step.id) && !undone.includes(step));
  const removed = isKept ? [] : steps.filter(({ after }) => after === null);
  const added = undone.filter(({ before }) => before === null).map(({ id }) => id);
  await removeAll(api, edited, added);
  const data = undone.flatMap(({ id, before }) => (before === null ? [] : [{ type: edited.type, id, attributes: before }]));
  const list = steps[0]?.list === 'loans' ? 'loans' : (removed[0]?.list ?? steps[0]?.list ?? 'collection');
  const sent = data.length > 0 ? await api.send('PATCH', edited.path, { data }) : undefined;
  // The copy is lent again.
  if (sent?.status === 409) return { notice: 'partly-undone', list };
  if (sent?.ok === false) throw new ApiError(sent);
  const refused = await addAll(api, listOf[list], removed);
  if (refused.length > 0) return { notice: 'undo-incomplete', list, undo: await keepSteps(context, refused) };
  return { notice: undone.length === changed.length ? 'undone' : 'partly-undone', list };
}

/** Maximum of the API. */
const removedAtOnce = 500;

async function removeAll(api: RequestContext['api'], list: ItemList, ids: readonly string[]): Promise<void> {
  if (ids.length === 1) return void (await removeItem(api, list, ids[0] as string));
  for (let from = 0; from < ids.length; from += removedAtOnce)
    await api.change('POST', `${list.path}/deletions`, {
      data: ids.slice(from, from + removedAtOnce).map((id) => ({ type: list.type, id })),
    });
}

/** Leads to the list with what was undone. */
export const undoneAnswer = (context: RequestContext, { notice, list, undo, edit }: Undone, form: SentForm): Response => {
  const address = context.to[list]({ ...queryOfBack(form.text('back')), edit });
  return seeOther(withNotice(context, edit === undefined ? address : `${address}#photos`, notice, { undo }));
};

/** Adds removed items of a list again. @returns those that are refused because their release is deleted */
async function addAll(api: RequestContext['api'], list: ItemList, removed: readonly ItemChange[]): Promise<readonly ItemChange[]> {
  if (removed.length === 0) return [];
  if (removed.length <= addedAtOnce) {
    const data = removed.map(({ before }) => ({ type: list.type, attributes: before }));
    const { ok, status, document } = await api.send('POST', list.path, { data });
    if (ok) await addLoans(api, removed, document.data);
    // The release is on the wishlist again, or the copy lent.
    if (ok || status === 409) return [];
    if (removed.length === 1) return removed;
  }
  const middle = Math.ceil(removed.length / 2);
  return [...(await addAll(api, list, removed.slice(0, middle))), ...(await addAll(api, list, removed.slice(middle)))];
}

/** Adds the loans of copies that were removed. */
async function addLoans(
  api: RequestContext['api'],
  removed: readonly ItemChange[],
  added: readonly { readonly id: string }[],
): Promise<void> {
  const data = removed.flatMap(({ loans = [] }, index) =>
    loans.map((loan) => ({ type: loanList.type, attributes: { ...loan, item: { id: added[index]?.id } } })),
  );
  for (let at = 0; at < data.length; at += addedAtOnce) await api.change('POST', loanList.path, { data: data.slice(at, at + addedAtOnce) });
}
