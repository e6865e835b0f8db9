import type { Kinds } from '../kinds';
import { fromRecord, idsOf } from '../kinds/address';
import { PageUrls } from '../search/page-addresses';
import type { Store } from '../store/database/open';
import { addMessage, isActive, maximumWaiting, type News, type Subject } from './messages';

/** Events of the catalog, in the order of the codes in the change feed that {@link catalogNews} reads. */
const recordEvents = ['record.created', 'record.updated', 'record.merged', 'record.deleted'] as const;
export const catalogEvents = [...recordEvents, 'backup.failed'] as const;
export const listEvents = ['item.added', 'item.changed', 'item.removed', 'loan.due'] as const;

/** A message names as many records or copies, and counts the others. */
const maximumNamed = 50;

/** Changes that become messages at once: reading them takes about 5 ms. */
const maximumChanges = 2_000;

interface Webhook {
  readonly key: number;
  readonly userKey: number;
  readonly isOfCatalog: 0 | 1;
  /** A JSON array. */
  readonly events: string;
  readonly template: string | null;
  readonly cursor: number;
  readonly dueUntil: string;
}

interface Covered {
  readonly cursor: number;
  readonly news: readonly News[];
}

/** Webhooks of lists that have changed, and webhooks of the catalog with room for messages: for others, the feed itself waits. */
const behind = `
  SELECT webhook.key, user_key AS userKey, is_of_catalog AS isOfCatalog, events, template, cursor, due_until AS dueUntil
  FROM webhook JOIN user ON user.key = user_key
  WHERE ${isActive} AND iif(is_of_catalog,
    cursor <> :latest AND (SELECT count(*) FROM delivery WHERE webhook_key = webhook.key AND next_at IS NOT NULL) < ${maximumWaiting},
    due_until < :today OR EXISTS (SELECT 1 FROM list_change AS c WHERE c.user_key = webhook.user_key AND c.sequence > cursor))`;

/**
 * Makes messages of what has changed since, each in one transaction with the new cursor.
 * @param home public address of the server
 * @returns whether there may be more
 */
export async function collectEvents(store: Store, kinds: Kinds, home: string, today: string): Promise<boolean> {
  const latest = store.reader.get<{ n: number }>('SELECT coalesce(max(sequence), 0) AS n FROM change_row')?.n ?? 0;
  let isMore = false;
  for (const webhook of store.reader.all<Webhook>(behind, { latest, today })) {
    const covered = store.read(() =>
      webhook.isOfCatalog ? catalogNews(store, kinds, home, webhook, latest) : listNews(store, home, webhook, today),
    );
    isMore ||= webhook.isOfCatalog === 1 && covered.cursor < latest;
    const wanted: readonly string[] = JSON.parse(webhook.events);
    await store.write(() => {
      const { key, cursor, dueUntil } = webhook;
      const isOurs = store.writer.change(
        `UPDATE webhook SET cursor = :next, due_until = max(due_until, :today)
        WHERE key = :key AND cursor = :cursor AND due_until = :dueUntil`,
        { ...{ key, cursor, dueUntil }, next: covered.cursor, today },
      );
      if (isOurs === 0) return;
      for (const news of covered.news) if (wanted.includes(news.event)) addMessage(store, webhook, news);
      store.writer.change(
        `DELETE FROM list_change WHERE user_key = :user
          AND sequence <= (SELECT min(cursor) FROM webhook WHERE user_key = :user AND is_of_catalog = 0)`,
        { user: webhook.userKey },
      );
    });
  }
  return isMore;
}

/** SQL for the changes of records without parents in `recent`, and of their parts as changes of them. */
function changesOfWholes(kinds: Kinds): string {
  const queries = kinds.shown.flatMap((kind) => {
    const { type, above } = kind;
    if (above[0] === undefined) return [`SELECT sequence, action, type, id, mergedInto FROM recent WHERE recent.type = '${type}'`];
    const whole = kinds.ofTable(above[0].table);
    const ofWhole = (id: string) => `SELECT recent.sequence, 'updated', '${whole.type}', ${id}, NULL FROM recent CROSS JOIN`;
    return [
      `${ofWhole(`${idsOf(kind, 'x')[0]}`)} ${fromRecord(kind, 'x')} WHERE recent.type = '${type}' AND x.id = recent.id`,
      `${ofWhole(`substr(d.iri, ${whole.path.length + 2}, 36)`)} deleted_record AS d
        WHERE recent.type = '${type}' AND d.resource_type = '${type}' AND d.id = recent.id`,
    ];
  });
  return queries.join(' UNION ALL ');
}

/** What became of each record since. */
function catalogNews({ reader }: Store, kinds: Kinds, home: string, { cursor }: Webhook, latest: number): Covered {
  // After a restore, the feed may be shorter.
  if (cursor > latest) return { cursor: latest, news: [] };
  const until = Math.min(latest, cursor + maximumChanges);
  const urls = new PageUrls(kinds);
  const rows = reader.all<{ event: number; total: number; type: string; id: string; mergedInto: string | null }>(
    `WITH recent AS MATERIALIZED (
      SELECT sequence, action, resource_type AS type, resource_id AS id, merged_into_id AS mergedInto
      FROM change WHERE sequence > :cursor AND sequence <= :until AND action <> 'restored'
    ), last AS (
      SELECT max(sequence) AS sequence, type, id, mergedInto,
        CASE action WHEN 'merged' THEN 2 WHEN 'deleted' THEN 3 ELSE sum(action = 'created') = 0 END AS event
      FROM (${changesOfWholes(kinds)}) GROUP BY type, id
    ), numbered AS (
      SELECT *, count(*) OVER (PARTITION BY event) AS total, row_number() OVER (PARTITION BY event ORDER BY sequence) AS number FROM last
    )
    SELECT event, total, type, id, mergedInto FROM numbered WHERE number <= ${maximumNamed} ORDER BY sequence`,
    { cursor, until },
  );
  const known = new Map<string, Subject>();
  for (const kind of kinds.shown) {
    if (kind.above.length > 0 || kind.named === undefined) continue;
    const ids = JSON.stringify(rows.filter(({ type }) => type === kind.type).map(({ id }) => id));
    const slug = urls.has(kind) ? 'slug' : 'NULL';
    const named = `SELECT id, "${kind.named.shown}" AS title, ${slug} AS slug FROM "${kind.table}"`;
    for (const { id, title, slug } of reader.all<{ id: string; title: string; slug: string | null }>(
      `${named} WHERE id IN (SELECT value FROM json_each(:ids))`,
      { ids },
    ))
      known.set(id, { title, url: slug === null ? null : home + urls.pathOf({ kind, slugs: [slug] }) });
  }
  const news = recordEvents.flatMap((event, index) => {
    const ofEvent = rows.filter((row) => row.event === index);
    if (ofEvent.length === 0) return [];
    const records = ofEvent.map(({ type, id, mergedInto }) => {
      const iri = kinds.find(type)?.iri({ id }) ?? null;
      const { title, url } = known.get(id) ?? { title: null, url: null };
      return { type, id, iri, title, url, ...(mergedInto !== null && { merged_into_id: mergedInto }) };
    });
    const total = ofEvent[0]?.total ?? 0;
    return [{ event, total, data: { since: cursor, until, total, records }, subjects: records }];
  });
  return { cursor: until, news };
}

interface ItemRow {
  readonly event: string;
  readonly total: number;
  readonly list: string;
  readonly id: string;
  readonly releaseId: string | null;
  readonly title: string | null;
}

function listNews({ reader }: Store, home: string, { userKey, cursor, dueUntil }: Webhook, today: string): Covered {
  const rows = reader.all<ItemRow>(
    `WITH numbered AS (
      SELECT *, count(*) OVER (PARTITION BY event) AS total, row_number() OVER (PARTITION BY event ORDER BY sequence) AS number
      FROM list_change WHERE user_key = :user AND sequence > :cursor
    )
    SELECT event, total, list, item_id AS id, r.id AS releaseId, r.title
    FROM numbered LEFT JOIN "release" AS r ON r.key = release_key WHERE number <= ${maximumNamed} ORDER BY sequence`,
    { user: userKey, cursor },
  );
  const news = Map.groupBy(rows, ({ event }) => event).entries();
  const ofItems = [...news].map(([event, ofEvent]) => {
    const items = ofEvent.map(({ list, id, releaseId, title }) => ({
      ...{ list, id, iri: `/api/users/me/${list}/${id}`, release_id: releaseId, title },
      url: event === 'item.removed' ? `${home}/${list}` : `${home}/${list}/items/${id}`,
    }));
    const total = ofEvent[0]?.total ?? 0;
    return { event, total, data: { total, items }, subjects: items };
  });
  const loans = reader.all<{ id: string; title: string }>(
    `SELECT loan.id, r.title, borrower, lent_on, due_on FROM loan
      JOIN collection_item AS item ON item.key = item_key JOIN "release" AS r ON r.key = item.release_key
    WHERE loan.user_key = :user AND standing > :dueUntil AND standing <= :today ORDER BY standing LIMIT ${maximumNamed}`,
    { user: userKey, dueUntil, today },
  );
  const due = loans.map((loan) => ({ ...loan, url: `${home}/collection/loans` }));
  const ofLoans = { event: 'loan.due', total: due.length, data: { total: due.length, loans: due }, subjects: due };
  const last = reader.get<{ n: number }>('SELECT coalesce(max(sequence), :cursor) AS n FROM list_change WHERE user_key = :user', {
    user: userKey,
    cursor,
  });
  return { cursor: last?.n ?? cursor, news: due.length > 0 ? [...ofItems, ofLoans] : ofItems };
}
