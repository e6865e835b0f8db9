import { type ApiQuery, idOf } from '../../api/client';
import { roleNames } from '../../api/linked-records';
import { mayEdit } from '../../api/server-meta';
import type { Visit } from '../../http/request-context';
import { irisIn, rolesIn, type Wording } from './lines';
import { type Named, readNames, withPage } from './names';
import { fieldsOf, type Revision, type RevisionList } from './revision';
import { wordingOf } from './wording';

/** A screen of them. */
export const revisionsAtOnce = 30;

/** Revisions with what it takes to show them. */
export interface History {
  readonly list: RevisionList;
  readonly names: ReadonlyMap<string, Named>;
  readonly wording: Wording;
  readonly isEditor: boolean;
}

/** Reads a page of revisions, and what the records are called that they name. */
export async function readHistory(visit: Visit, path: string, query: ApiQuery): Promise<History> {
  const { api } = visit;
  const [list, isEditor] = await Promise.all([api.read<RevisionList>(path, { itemsPerPage: revisionsAtOnce, ...query }), mayEdit(visit)]);
  const said = list.data.flatMap(({ attributes: { before, after } }) => [fieldsOf(before), fieldsOf(after)]);
  const records = list.data.map(({ relationships }) => withPage(relationships.record.data.id));
  const [names, roles] = await Promise.all([readNames(api, [...records, ...irisIn(said)]), roleNames(api, rolesIn(said))]);
  return { list, names, wording: wordingOf(visit, names, roles), isEditor };
}

/** The names of fields that imports leave alone, each at the revision that wrote it last. */
export function heldSince(revisions: readonly Revision[], held: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    held.flatMap((name) => {
      const last = revisions.find(({ attributes: { after } }) => Object.hasOwn(fieldsOf(after), name));
      return last ? [[name, idOf(last.id)]] : [];
    }),
  );
}
