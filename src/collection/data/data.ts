import type { Principal } from '../../accounts/principal';
import { Sessions } from '../../accounts/sessions/sessions';
import { listApiTokens } from '../../accounts/tokens';
import type { Store } from '../../store/database/open';
import { now } from '../../store/values/dates';
import { listDocument } from '../files/export';
import { lists } from '../files/lists';
import { listImports, plainImport } from '../files/past-imports';
import { photoFilesOf } from '../photos/photos';

export const dataFormat = 'leitmotif-account';
export const dataVersion = 1;

/** Years of edits; about 300 bytes each. */
export const maximumRevisions = 20_000;

/** All data stored about a user, without secrets. */
export function dataOf(store: Store, { userKey }: Principal): object {
  return {
    format: dataFormat,
    version: dataVersion,
    exported_at: now(),
    account: accountOf(store, userKey),
    tokens: listApiTokens(store, userKey).map(({ username: _, ...token }) => token),
    sessions: new Sessions(store).list(userKey).map(({ _id: id, kind, created_at, last_used_at, address, user_agent }) => ({
      id,
      kind,
      created_at,
      last_used_at,
      address,
      user_agent,
    })),
    credentials: credentialsOf(store, userKey),
    ...Object.fromEntries(lists.map((list) => [list.name, listDocument(store, list, userKey)])),
    loans: loansOf(store, userKey),
    earlier_values: earlierValuesOf(store, userKey),
    photos: photoFilesOf(store.reader, userKey).map(({ hash: _, ...photo }) => photo),
    imports: lists.flatMap(({ name }) => listImports(store, name, userKey).map((past) => ({ list: name, ...plainImport(past) }))),
    unmatched_rows: unmatchedRowsOf(store, userKey),
    set_aside_items: setAsideItemsOf(store, userKey),
    completed_releases: completedReleasesOf(store, userKey),
    shares: sharesOf(store, userKey),
    webhooks: webhooksOf(store, userKey),
    revisions: revisionsOf(store, userKey),
  };
}

const accountOf = ({ reader }: Store, user: number) =>
  reader.get<object>('SELECT id, username, email, role, created_at, language, theme FROM user WHERE key = :user', { user });

/** Passkeys and the authenticator app. */
const credentialsOf = ({ reader }: Store, user: number) =>
  reader.all<object>(
    'SELECT id, kind, name, host, created_at, last_used_at FROM credential WHERE user_key = :user ORDER BY created_at, key',
    {
      user,
    },
  );

/** All loans; files of the collection have the latest of each copy. */
const loansOf = ({ reader }: Store, user: number) =>
  reader.all<object>(
    `SELECT r.id AS release_id, r.title AS release_title, l.borrower, l.lent_on, l.due_on, l.returned_on, l.notes
    FROM loan AS l JOIN collection_item AS i ON i.key = l.item_key JOIN "release" AS r ON r.key = i.release_key
    WHERE l.user_key = :user ORDER BY l.lent_on, l.id`,
    { user },
  );

/** What copies were worth before; files of the collection have the current values. */
const earlierValuesOf = ({ reader }: Store, user: number) =>
  reader.all<object>(
    `SELECT r.id AS release_id, r.title AS release_title, v.value_cents, v.value_currency, v.valued_on, v.value_source
    FROM collection_item AS i JOIN item_value AS v ON v.item_id = i.id JOIN "release" AS r ON r.key = i.release_key
    WHERE i.user_key = :user ORDER BY i.created_at, i.id, v.valued_on, v.key`,
    { user },
  );

/** Import rows whose release the catalog lacks. */
const unmatchedRowsOf = ({ reader }: Store, user: number) =>
  reader
    .all<{ row: string }>('SELECT list, copies, created_at, cells AS row FROM import_row WHERE user_key = :user ORDER BY created_at, id', {
      user,
    })
    .map((row) => ({ ...row, row: JSON.parse(row.row) }));

/** Without their links and without who gives what. */
const sharesOf = ({ reader }: Store, user: number) =>
  reader
    .all<{ shown: string; shows_taken: 0 | 1 }>(
      `SELECT id, list, title, greeting, shown, shows_taken, expires_at, opened, last_opened_at, created_at
      FROM share WHERE user_key = :user AND revoked_at IS NULL ORDER BY key`,
      { user },
    )
    .map((share) => ({ ...share, shown: JSON.parse(share.shown), shows_taken: share.shows_taken === 1 }));

/** Of addresses the origin only, since the rest may be a secret. */
const webhooksOf = ({ reader }: Store, user: number) =>
  reader
    .all<{ url: string; events: string }>(
      'SELECT id, name, url, events, template, created_at FROM webhook WHERE user_key = :user AND is_of_catalog = 0 ORDER BY key',
      { user },
    )
    .map((webhook) => ({ ...webhook, url: new URL(webhook.url).origin, events: JSON.parse(webhook.events) }));

/** Releases that were looked up at other sites. */
const completedReleasesOf = ({ reader }: Store, user: number) =>
  reader.all<object>(
    'SELECT release_id, title, artist_credit, state, into_id, updated_at FROM completion_row WHERE user_key = :user ORDER BY key',
    { user },
  );

/** Items that merges of releases set aside. */
const setAsideItemsOf = ({ reader }: Store, user: number) =>
  reader
    .all<{ list: string; item: string }>('SELECT item_table AS list, item FROM set_aside_item WHERE user_key = :user ORDER BY key', {
      user,
    })
    .map(({ list, item }) => ({ list, ...withoutKeys(JSON.parse(item)) }));

/** Without keys and search columns. */
const withoutKeys = (item: object): object => Object.fromEntries(Object.entries(item).filter(([name]) => !/_(key|folded)$/.test(name)));

/** The user's latest revisions; their contents are part of the catalog. */
const revisionsOf = ({ reader }: Store, user: number) =>
  reader
    .all<{ id: string }>(
      `SELECT key AS number, id, action, resource_type AS type, iri AS record, note, created_at FROM revision
      WHERE user_key = :user ORDER BY key DESC LIMIT ${maximumRevisions}`,
      { user },
    )
    .map(({ id, ...revision }) => ({ ...revision, url: `/api/revisions/${id}` }));
