import { isDeepStrictEqual } from 'node:util';
import type { NoticeKey } from '../../http/addresses';
import type { RequestContext } from '../../http/request-context';
import { type Copy, collectionPath, copies, readNamed } from './items';

/** Attributes before and after a change; a removal has none after. */
export interface CopyChange {
  readonly id: string;
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>> | null;
}

/** Maximum of the API. */
const addedAtOnce = 200;

const ownerOf = ({ user }: RequestContext): string => `undo of ${user?.id ?? ''}`;

/**
 * Keeps a change for an hour.
 * @returns the key with which the next page offers to undo it
 */
export function keepSteps(visit: RequestContext, steps: readonly CopyChange[]): Promise<string | undefined> {
  const bytes = new TextEncoder().encode(JSON.stringify(steps));
  return visit.files.keep(ownerOf(visit), { name: 'undo', mediaType: 'application/json', bytes });
}

/** With its id, by which the API recognizes a removed copy. */
export function removalOf({ created_at: _created, updated_at: _updated, release, ...before }: Copy): CopyChange {
  return { id: before._id, before: { ...before, release: { id: release.id } }, after: null };
}

export const changeOf = (copy: Copy, after: Readonly<Record<string, unknown>>): CopyChange => ({
  id: copy._id,
  before: Object.fromEntries(Object.keys(after).map((name) => [name, copy[name as keyof Copy]])),
  after,
});

interface Undone {
  readonly notice: NoticeKey;
  /** Key of removals whose release is deleted, for another attempt. */
  readonly undo?: string | undefined;
}

/** Skips copies that were changed or removed since. */
export async function undoChange(visit: RequestContext, word: string): Promise<Undone> {
  const { api, files } = visit;
  const kept = await files.find(ownerOf(visit), word);
  if (!kept) return { notice: 'undo-expired' };
  files.forget(ownerOf(visit), word);
  const steps: readonly CopyChange[] = JSON.parse(new TextDecoder().decode(kept.bytes));
  const [removed, changed] = [steps.filter(({ after }) => after === null), steps.filter(({ after }) => after !== null)];
  const refused = await addAll(api, removed);
  const held = await readNamed<Copy>(
    api,
    collectionPath,
    changed.map(({ id }) => id),
  );
  const current = new Map(held.map(({ item }) => [item._id, item]));
  const isAsLeft = ({ id, after }: CopyChange) =>
    current.has(id) &&
    Object.entries(after ?? {}).every(([name, value]) => isDeepStrictEqual(current.get(id)?.[name as keyof Copy], value));
  const data = changed.filter(isAsLeft).map(({ id, before }) => ({ type: copies.type, id, attributes: before }));
  if (data.length > 0) await api.change('PATCH', collectionPath, { data });
  if (refused.length > 0) return { notice: 'undo-incomplete', undo: await keepSteps(visit, refused) };
  return { notice: data.length === changed.length ? 'undone' : 'partly-undone' };
}

/** Adds removed copies again. @returns those that are refused because their release is deleted */
async function addAll(api: RequestContext['api'], removed: readonly CopyChange[]): Promise<readonly CopyChange[]> {
  if (removed.length === 0) return [];
  if (removed.length <= addedAtOnce) {
    const data = removed.map(({ before }) => ({ type: copies.type, attributes: before }));
    const { ok } = await api.send('POST', collectionPath, { data });
    if (ok) return [];
    if (removed.length === 1) return removed;
  }
  const middle = Math.ceil(removed.length / 2);
  return [...(await addAll(api, removed.slice(0, middle))), ...(await addAll(api, removed.slice(middle)))];
}
