import type { Api } from '../api/client';
import { useRequestContext } from '../http/request-context';

/** Who wrote a field, and when. */
interface LastEdit {
  readonly username: string | null;
  readonly at: string;
}

/** The fields of a record that people wrote, by name; `undefined` where the revision is older than those that were read. */
export type LockedFields = ReadonlyMap<string, LastEdit | undefined>;

/** What happened to a record, the newest first: as much of it as one read of the API gives. */
interface RevisionList {
  readonly meta: { readonly totalItems: number };
  readonly data: readonly {
    readonly attributes: {
      readonly action?: string;
      readonly username: string | null;
      readonly created_at: string;
      readonly after: Fields | null;
    };
  }[];
}

interface Fields {
  readonly attributes?: object;
  readonly relationships?: object;
}

/** The most that one read of the API gives: a lock older than all of these has no name. */
const revisionsRead = 100;

/**
 * The fields of a record that imports leave alone, each with whose hand it is in.
 * @param names as `meta.lockedFields` of its single read has them
 */
export async function readLocks(api: Api, iri: string, names: readonly string[] = []): Promise<LockedFields> {
  return names.length === 0 ? new Map() : locksIn(await readRevisions(api, iri), names);
}

export const readRevisions = (api: Api, iri: string): Promise<RevisionList> =>
  api.read<RevisionList>(`${iri}/revisions`, { itemsPerPage: revisionsRead });

/** Those of these fields with the hands that the revisions of their record name. */
export const locksIn = ({ data }: RevisionList, names: readonly string[]): LockedFields =>
  new Map(names.map((name) => [name, lastEdit(data, name)]));

/** Whether the history of a record begins with somebody who added it. */
export const isAddedByHand = ({ data, meta }: RevisionList): boolean =>
  meta.totalItems <= revisionsRead && data.at(-1)?.attributes.action === 'added';

function lastEdit(revisions: RevisionList['data'], name: string): LastEdit | undefined {
  const found = revisions.find(({ attributes: { after } }) => {
    const { attributes = {}, relationships = {} } = after ?? {};
    return Object.hasOwn(attributes, name) || Object.hasOwn(relationships, name);
  });
  return found && { username: found.attributes.username, at: found.attributes.created_at };
}

interface LockedFieldProps {
  readonly name: string;
  readonly locks: LockedFields;
  /** What the field is called, where the line does not stand right below it. */
  readonly what?: string;
}

/** That a field is held by hand, and the way to leave it to its source again; nothing where it is not. */
export function LockedField({ name, locks, what }: LockedFieldProps) {
  const { t, format } = useRequestContext();
  if (!locks.has(name)) return null;
  const { username = null, at } = locks.get(name) ?? {};
  const day = at === undefined ? undefined : format.day(at);
  const words = t.editing.held;
  return (
    <div class="wide">
      <p class="held">
        <strong>{words.title}</strong> {what !== undefined && `${what}: `}
        {day !== undefined && (username === null ? words.since(day) : words.by(username, day))}{' '}
        <button class="plain" type="submit" name="unlock" value={name} formNoValidate>
          {words.unlock}
        </button>
      </p>
    </div>
  );
}
