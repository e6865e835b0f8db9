import { sql } from 'kysely';
import type { Principal } from '../../accounts/principal';
import { Sessions } from '../../accounts/sessions/sessions';
import { listApiTokens } from '../../accounts/tokens';
import type { Store } from '../../store/database/open';
import { all, first, Statements } from '../../store/database/sql';
import { now } from '../../store/values/dates';
import { listDocument } from '../files/export';
import { lists } from '../files/lists';

export const dataFormat = 'leitmotif-account';
export const dataVersion = 1;

/** Years of edits; about 300 bytes each. */
export const maximumRevisions = 20_000;

/** All data stored about a user, without secrets. */
export function dataOf(store: Store, { userKey }: Principal): object {
  const statements = new Statements(store);
  try {
    return {
      format: dataFormat,
      version: dataVersion,
      exported_at: now(),
      account: accountOf(store, userKey),
      tokens: listApiTokens(store, userKey).map(({ id, name, scopes, createdAt, expiresAt, lastUsedAt }) => ({
        id,
        name,
        scopes,
        created_at: createdAt,
        expires_at: expiresAt,
        last_used_at: lastUsedAt,
      })),
      sessions: new Sessions(store).list(userKey).map(({ _id: id, kind, created_at, last_used_at, address, user_agent }) => ({
        id,
        kind,
        created_at,
        last_used_at,
        address,
        user_agent,
      })),
      ...Object.fromEntries(lists.map((list) => [list.name, listDocument(statements, list, userKey)])),
      unmatched_rows: unmatchedRowsOf(store, userKey),
      set_aside_items: setAsideItemsOf(store, userKey),
      revisions: revisionsOf(store, userKey),
    };
  } finally {
    statements.close();
  }
}

function accountOf({ db, reader }: Store, key: number) {
  const columns = ['id', 'username', 'email', 'role', 'created_at', 'language', 'theme'] as const;
  return first(reader, db.selectFrom('user').select(columns).where('key', '=', key));
}

/** Import rows whose release the catalog lacks. */
function unmatchedRowsOf({ db, reader }: Store, key: number) {
  const rows = db.selectFrom('import_row').select(['list', 'copies', 'created_at', sql<string>`cells`.as('row')]);
  return all(reader, rows.where('user_key', '=', key).orderBy('created_at').orderBy('id')).map((row) => ({
    ...row,
    row: JSON.parse(row.row),
  }));
}

/** Items that merges of releases set aside. */
function setAsideItemsOf({ db, reader }: Store, key: number) {
  const items = db.selectFrom('set_aside_item').select(['item_table as list', sql<string>`item`.as('item')]);
  return all(reader, items.where('user_key', '=', key).orderBy('key')).map(({ list, item }) => ({ list, ...shownOf(JSON.parse(item)) }));
}

/** Without keys and search columns. */
const shownOf = (item: object): object => Object.fromEntries(Object.entries(item).filter(([name]) => !/_(key|folded)$/.test(name)));

/** The user's latest revisions; their contents are part of the catalog. */
function revisionsOf({ db, reader }: Store, key: number) {
  const revisions = db
    .selectFrom('revision')
    .select(['key as number', 'id', 'action', 'resource_type as type', 'iri as record', 'note', 'created_at']);
  return all(reader, revisions.where('user_key', '=', key).orderBy('key', 'desc').limit(maximumRevisions)).map(({ id, ...revision }) => ({
    ...revision,
    url: `/api/revisions/${id}`,
  }));
}
