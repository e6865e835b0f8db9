import type { Api } from '../api/client';
import { type RequestContext, useRequestContext } from '../http/request-context';
import { type RevisionList, revisionFields } from './history/changes';

/** By name; undefined if the revision is older than those read. */
export type LastEdits = ReadonlyMap<string, ReturnType<typeof lastEdit>>;

/** Older locks have no author. */
const revisionsRead = 100;

export const readRevisions = (api: Api, iri: string): Promise<RevisionList> =>
  api.read<RevisionList>(`${iri}/revisions`, { itemsPerPage: revisionsRead });

export const locksIn = ({ data }: RevisionList, names: readonly string[]): LastEdits =>
  new Map(names.map((name) => [name, lastEdit(data, name)]));

/** The revision in which a person created the record, if no source did. */
export const findAddition = ({ data }: RevisionList, iri: string): RevisionList['data'][number] | undefined =>
  data.find(({ attributes: { action }, relationships: { record } }) => action === 'added' && record.data.id === iri);

type Provisional = Readonly<{ id: string; attributes: Readonly<{ provisional: boolean }> }>;

export type Creator = 'viewer' | 'person' | 'import';

/** Who created a provisional record; undefined for others. */
export async function creatorOf(
  { api, user }: Pick<RequestContext, 'api' | 'user'>,
  { id, attributes }: Provisional,
): Promise<Creator | undefined> {
  if (!attributes.provisional) return undefined;
  const addition = findAddition(await readRevisions(api, id), id);
  if (!addition) return 'import';
  return user !== undefined && addition.attributes.username === user.username ? 'viewer' : 'person';
}

function lastEdit(revisions: RevisionList['data'], name: string) {
  const found = revisions.find(({ attributes: { after } }) => Object.hasOwn(revisionFields(after), name));
  return found && { username: found.attributes.username, at: found.attributes.created_at };
}

interface LockedFieldProps {
  readonly name: string;
  readonly locks: LastEdits;
  /** Field name, if not next to the field. */
  readonly what?: string;
}

/** Who locked a field, and a button to unlock it. */
export function LockedField({ name, locks, what }: LockedFieldProps) {
  const { t, format } = useRequestContext();
  if (!locks.has(name)) return null;
  const { username = null, at } = locks.get(name) ?? {};
  const words = t.editing.held;
  return (
    <div class="wide">
      <p class="held">
        {words.sentence({ field: what, user: username ?? undefined, day: at && format.day(at) })}{' '}
        <button class="plain" type="submit" name="unlock" value={name} formNoValidate>
          {words.unlock}
        </button>
      </p>
    </div>
  );
}
