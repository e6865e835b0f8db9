import type { Api } from '../api/client';
import { useRequestContext } from '../http/request-context';

interface LastEdit {
  readonly username: string | null;
  readonly at: string;
}

/** By name; undefined if the revision is older than those read. */
export type LastEdits = ReadonlyMap<string, LastEdit | undefined>;

/** Revisions of a record, newest first, one page. */
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

/** Older locks have no author. */
const revisionsRead = 100;

export const readRevisions = (api: Api, iri: string): Promise<RevisionList> =>
  api.read<RevisionList>(`${iri}/revisions`, { itemsPerPage: revisionsRead });

export const locksIn = ({ data }: RevisionList, names: readonly string[]): LastEdits =>
  new Map(names.map((name) => [name, lastEdit(data, name)]));

/** Whether a person created the record. */
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
  readonly locks: LastEdits;
  /** Field name, if not next to the field. */
  readonly what?: string;
}

/** Who locked a field, and a button to unlock it. */
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
