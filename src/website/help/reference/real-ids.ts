import { exampleUuid } from '../../../api/openapi/shared';
import type { ExampleIds } from './example-request';
import { isRead, type Operation, successOf } from './model';

/** Undefined if not found. */
export type Read = (path: string) => Promise<unknown>;

/** A read in the process takes a fraction of a millisecond. */
const maximumReads = 60;
const candidatesOfAList = 25;

/** Ids of existing records for examples of reads. Examples of changes keep placeholder ids, since people paste them. */
export async function realIds(operation: Operation, read: Read): Promise<ExampleIds> {
  if (!isRead(operation)) return idsInBody(operation, read);
  let left = maximumReads;
  const search = new IdSearch(operation, async (path) => (left-- > 0 ? read(path) : undefined));
  return search.idsOf(operation.path);
}

/** Depth-first search along a path, backtracking at empty lists. */
class IdSearch {
  /** The best partial result. */
  #most: ExampleIds = {};

  constructor(
    private readonly operation: Operation,
    private readonly read: Read,
  ) {}

  async idsOf(path: string): Promise<ExampleIds> {
    return (await this.#fill(path, {})) ?? this.#most;
  }

  async #fill(path: string, ids: ExampleIds): Promise<ExampleIds | undefined> {
    if (Object.keys(ids).length > Object.keys(this.#most).length) this.#most = ids;
    const parameter = /\{(\w+)\}/.exec(path);
    if (!parameter) return isList(this.operation) && isEmpty(await this.read(path)) ? undefined : ids;
    const [written, name = ''] = parameter;
    for (const id of await this.#candidates(name, path.slice(0, parameter.index - 1))) {
      const found = await this.#fill(path.replace(written, encodeURIComponent(id)), { ...ids, [name]: id });
      if (found) return found;
    }
    return undefined;
  }

  /** First records of a list; for users, oneself. */
  async #candidates(name: string, list: string): Promise<string[]> {
    const example = this.operation.parameters.find((parameter) => parameter.place === 'path' && parameter.name === name)?.example;
    if (example !== undefined) return [String(example)];
    return idsIn((await this.read(list + firstFew)) ?? (await this.read(`${list}/me`)));
  }
}

const firstFew = `?itemsPerPage=${candidatesOfAList}`;

const isList = (operation: Operation): boolean =>
  successOf(operation)?.forms.some(({ fields }) => fields.some(({ name }) => name === 'data[]')) ?? false;

const dataOf = (document: unknown): unknown =>
  typeof document === 'object' && document !== null && 'data' in document ? document.data : undefined;

const isEmpty = (document: unknown): boolean => {
  const data = dataOf(document);
  return data === undefined || (Array.isArray(data) && data.length === 0);
};

/** Last segments of the ids. */
function idsIn(document: unknown): string[] {
  const data = dataOf(document);
  const records: unknown[] = Array.isArray(data) ? data.slice(0, candidatesOfAList) : [data];
  return records.flatMap((record) =>
    typeof record === 'object' && record !== null && 'id' in record && typeof record.id === 'string'
      ? [record.id.split('/').at(-1) ?? '']
      : [],
  );
}

/** The first record of each kind that a body names. */
async function idsInBody({ bodies }: Operation, read: Read): Promise<ExampleIds> {
  const text = JSON.stringify(bodies[0]?.example ?? null);
  const before = new Set([...text.matchAll(new RegExp(`"(/api/[\\w/-]+/)${exampleUuid}"`, 'g'))].map(([, prefix]) => prefix ?? ''));
  const found = await Promise.all(
    [...before].map(async (prefix) => [prefix, idsIn(await read(prefix.slice(0, -1) + firstFew))[0]] as const),
  );
  return Object.fromEntries(found.flatMap(([prefix, id]) => (id === undefined ? [] : [[prefix, id]])));
}
