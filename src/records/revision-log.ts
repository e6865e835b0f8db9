import { sql } from 'kysely';
import { parameter } from '../database/prepare';
import type { Statements } from '../database/statements';
import type { Author, Revision } from './edit';
import type { GoneRecord } from './gone-records';
import type { Fields } from './record-text';

/** A revision as it is kept. */
export interface KeptRevision extends Pick<Revision, 'action' | 'type' | 'id' | 'iri' | 'before' | 'after'> {
  /** Its number. */
  readonly key: number;
  readonly gone: readonly GoneRecord[];
}

interface RevisionRow extends Omit<KeptRevision, 'before' | 'after' | 'gone'> {
  readonly before: string | null;
  readonly after: string | null;
  readonly gone: string | null;
}

/** What is kept of a revision beside what it says itself. */
interface Beside {
  readonly gone?: readonly GoneRecord[] | undefined;
  /** The key of the revision that it takes back. */
  readonly reverted?: number | undefined;
}

/** Keeps what people changed (table `revision`). */
export class RevisionLog {
  constructor(private readonly statements: Statements) {}

  /** Keeps a revision, and gives its UUID. */
  add({ type, id, iri, action, note, at, before, after }: Revision, { userKey, source }: Author, { gone, reverted }: Beside): string {
    const uuid = Bun.randomUUIDv7();
    const row = {
      id: uuid,
      resource_type: type,
      resource_id: id,
      iri,
      user_key: userKey ?? null,
      source: source ?? 'account',
      action,
      note,
      before: before && JSON.stringify(before),
      after: after && JSON.stringify(after),
      gone: gone && gone.length > 0 ? JSON.stringify(gone) : null,
      reverted_key: reverted ?? null,
      created_at: at,
    };
    this.statements
      .get('add revision', (db) =>
        db.insertInto('revision').values(Object.fromEntries(Object.keys(row).map((name) => [name, parameter(name)]))),
      )
      .run(row);
    return uuid;
  }

  find(uuid: string): KeptRevision | undefined {
    const row = this.statements
      .get<RevisionRow>('revision', (db) =>
        db
          .selectFrom('revision')
          .select(['key', 'action', 'resource_type as type', 'resource_id as id', 'iri', 'before', 'after', 'gone'])
          .where('id', '=', parameter('id')),
      )
      .get({ id: uuid });
    return row && { ...row, before: parsed(row.before), after: parsed(row.after), gone: row.gone === null ? [] : JSON.parse(row.gone) };
  }

  /** The number of the newest revision after one, of the record or of what stands below it. */
  newestAfter({ key, id, type, iri }: KeptRevision): number | undefined {
    const newest = sql<{ key: number | null }>`
      SELECT max(key) AS key FROM (
        SELECT key FROM revision WHERE resource_id = ${parameter('id')} AND resource_type = ${parameter('type')} AND key > ${parameter('key')}
        UNION ALL SELECT key FROM revision WHERE iri > ${parameter('iri')} || '/' AND iri < ${parameter('iri')} || '0' AND key > ${parameter('key')}
      )`;
    const found = this.statements
      .get<{ key: number | null }>('newest revision', (db) => ({ compile: () => newest.compile(db) }))
      .get({ key, id, type, iri });
    return found?.key ?? undefined;
  }

  /** The fields of a record that people wrote before a revision of it. */
  fieldsBefore({ key, id, type }: KeptRevision): Set<string> {
    const rows = this.statements
      .get<{ after: string | null }>('revisions before', (db) =>
        db
          .selectFrom('revision')
          .select('after')
          .where('resource_id', '=', parameter('id'))
          .where('resource_type', '=', parameter('type'))
          .where('key', '<', parameter('key')),
      )
      .all({ key, id, type });
    return new Set(rows.flatMap(({ after }) => namesOf(parsed(after))));
  }
}

const parsed = (text: string | null): Fields | null => (text === null ? null : JSON.parse(text));

/** The attributes and relationships of a revision's side. */
export const namesOf = (fields: Fields | null): string[] =>
  fields === null ? [] : [...Object.keys(fields.attributes), ...Object.keys(fields.relationships)];
