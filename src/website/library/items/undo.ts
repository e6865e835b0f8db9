import { isDeepStrictEqual } from 'node:util';
import type { NoticeKey } from '../../http/addresses';
import type { RequestContext } from '../../http/request-context';
import { type Copy, collectionPath, copies, readNamed } from './items';

/** Attributes before and after a change; a removal has none after. */
export interface Step {
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
export function keepSteps(visit: RequestContext, steps: readonly Step[]): Promise<string | undefined> {
  const bytes = new TextEncoder().encode(JSON.stringify(steps));
  return visit.files.keep(ownerOf(visit), { name: 'undo', mediaType: 'application/json', bytes });
}

export function removalOf({ _id: id, created_at: _created, updated_at: _updated, release, ...before }: Copy): Step {
  return { id, before: { ...before, release: { id: release.id } }, after: null };
}

export const changeOf = (copy: Copy, after: Readonly<Record<string, unknown>>): Step => ({
  id: copy._id,
  before: Object.fromEntries(Object.keys(after).map((name) => [name, copy[name as keyof Copy]])),
  after,
});

/** Skips copies that were changed or removed since. */
export async function undo(visit: RequestContext, word: string): Promise<NoticeKey> {
  const { api, files } = visit;
  const kept = await files.find(ownerOf(visit), word);
  if (!kept) return 'undo-expired';
  files.forget(ownerOf(visit), word);
  const steps: readonly Step[] = JSON.parse(new TextDecoder().decode(kept.bytes));
  const [removed, changed] = [steps.filter(({ after }) => after === null), steps.filter(({ after }) => after !== null)];
  for (let index = 0; index < removed.length; index += addedAtOnce) {
    const data = removed.slice(index, index + addedAtOnce).map(({ before }) => ({ type: copies.type, attributes: before }));
    await api.change('POST', collectionPath, { data });
  }
  const held = await readNamed<Copy>(
    api,
    collectionPath,
    changed.map(({ id }) => id),
  );
  const current = new Map(held.map(({ item }) => [item._id, item]));
  const isAsLeft = ({ id, after }: Step) =>
    current.has(id) &&
    Object.entries(after ?? {}).every(([name, value]) => isDeepStrictEqual(current.get(id)?.[name as keyof Copy], value));
  const data = changed.filter(isAsLeft).map(({ id, before }) => ({ type: copies.type, id, attributes: before }));
  if (data.length > 0) await api.change('PATCH', collectionPath, { data });
  return data.length === changed.length ? 'undone' : 'partly-undone';
}
