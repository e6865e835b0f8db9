import { isDeepStrictEqual } from 'node:util';
import type { NoticeKey } from '../../http/addresses';
import type { SentForm } from '../../http/form';
import { withNotice } from '../../http/notice';
import { seeOther } from '../../http/page';
import type { RequestContext } from '../../http/request-context';
import { type Copy, collectionPath, copies, type ItemList, readNamed, removeItem, type Wish, wishes } from './items';
import { queryOfBack } from './list-query';

/** Attributes before and after a change; an addition has none before, a removal none after. */
export interface ItemChange {
  readonly list: 'collection' | 'wishlist';
  readonly id: string;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
}

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

/** With its id, by which the API recognizes a removed item. */
export function removalOf(
  { created_at: _created, updated_at: _updated, release, ...before }: Copy | Wish,
  list: ItemChange['list'] = 'collection',
): ItemChange {
  return { list, id: before._id, before: { ...before, release: { id: release.id } }, after: null };
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
}

/** Skips copies that were changed or removed since. A wish is not restored while the copy that it became was changed. */
export async function undoChange(context: RequestContext, word: string): Promise<Undone> {
  const { api, files } = context;
  const kept = await files.find(ownerOf(context), word);
  if (!kept) return { notice: 'undo-expired', list: 'collection' };
  files.forget(ownerOf(context), word);
  const steps: readonly ItemChange[] = JSON.parse(new TextDecoder().decode(kept.bytes));
  const changed = steps.filter(({ after }) => after !== null);
  const held = await readNamed<Copy>(
    api,
    collectionPath,
    changed.map(({ id }) => id),
  );
  const current = new Map(held.map(({ item }) => [item._id, item]));
  const isAsLeft = ({ id, after }: ItemChange) =>
    current.has(id) &&
    Object.entries(after ?? {}).every(([name, value]) => isDeepStrictEqual(current.get(id)?.[name as keyof Copy], value));
  const undone = changed.filter(isAsLeft);
  const isKept = changed.some((step) => step.before === null && current.has(step.id) && !undone.includes(step));
  const removed = isKept ? [] : steps.filter(({ after }) => after === null);
  for (const { id, before } of undone) if (before === null) await removeItem(api, copies, id);
  const data = undone.flatMap(({ id, before }) => (before === null ? [] : [{ type: copies.type, id, attributes: before }]));
  if (data.length > 0) await api.change('PATCH', collectionPath, { data });
  const list = removed[0]?.list ?? 'collection';
  const refused = await addAll(api, list === 'wishlist' ? wishes : copies, removed);
  if (refused.length > 0) return { notice: 'undo-incomplete', list, undo: await keepSteps(context, refused) };
  return { notice: undone.length === changed.length ? 'undone' : 'partly-undone', list };
}

/** Leads to the list with what was undone. */
export const undoneAnswer = (context: RequestContext, { notice, list, undo }: Undone, form: SentForm): Response =>
  seeOther(withNotice(context, context.to[list](queryOfBack(form.text('back'))), notice, { undo }));

/** Adds removed items of a list again. @returns those that are refused because their release is deleted */
async function addAll(api: RequestContext['api'], list: ItemList, removed: readonly ItemChange[]): Promise<readonly ItemChange[]> {
  if (removed.length === 0) return [];
  if (removed.length <= addedAtOnce) {
    const data = removed.map(({ before }) => ({ type: list.type, attributes: before }));
    const { ok, status } = await api.send('POST', list.path, { data });
    // The release is on the wishlist again.
    if (ok || status === 409) return [];
    if (removed.length === 1) return removed;
  }
  const middle = Math.ceil(removed.length / 2);
  return [...(await addAll(api, list, removed.slice(0, middle))), ...(await addAll(api, list, removed.slice(middle)))];
}
