import { isListed } from '../../collection/files/lists';
import { removeUnlisted } from '../../collection/files/undo';
import { artistLineOf } from '../../kinds/lists';
import type { Values } from '../../store/database/connection';
import type { Store } from '../../store/database/open';
import { textOf } from '../../store/database/sql';
import { dayMilliseconds, now, timestamp } from '../../store/values/dates';
import type { ComparedCandidate, FoundBy, Progress, RowState } from './documents';
import type { Outcome } from './outcomes';

// Jobs and their rows. Writes run inside the caller's transaction.

export interface Job {
  readonly userKey: number;
  readonly state: 'running' | 'stopped' | 'done';
  readonly mayEdit: 0 | 1;
}

export interface StoredRow {
  readonly key: number;
  readonly id: string;
  readonly releaseId: string;
  readonly state: RowState;
  /** JSON, as `undo`. */
  readonly candidates: string;
  readonly isAccepted: 0 | 1;
  readonly into: string | null;
  readonly undo: string | null;
}

const columns = `key, id, release_id AS releaseId, state, candidates, is_accepted AS isAccepted, into_id AS "into", undo`;

/** SQL: a random UUID. */
const newUuid = `lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-8'
  || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))`;

/** As many as an import has rows. */
const mostRows = 10_000;

/** How long an outcome can be undone. */
const undoDays = 30;

/** SQL: the releases on the lists of a user. */
const listed = `(SELECT release_key FROM collection_item WHERE user_key = :user
  UNION SELECT release_key FROM wishlist_item WHERE user_key = :user)`;

/** SQL: the placeholders among them. */
const placeholders = `"release" AS r WHERE r.provisional = 1 AND r.key IN ${listed}`;

const artistLine = textOf(artistLineOf('r'));

export class CompletionRows {
  constructor(private readonly store: Store) {}

  job(user: number): Job | undefined {
    return this.store.reader.get<Job>('SELECT user_key AS userKey, state, may_edit AS mayEdit FROM completion WHERE user_key = :user', {
      user,
    });
  }

  runningUsers(): number[] {
    return this.store.reader
      .all<{ user: number }>("SELECT user_key AS user FROM completion WHERE state = 'running'")
      .map(({ user }) => user);
  }

  /** Starts or resumes the job of a user with all of their placeholders. What they review or dismissed stays so. */
  start(user: number, mayEdit: boolean): void {
    const { writer } = this.store;
    const values = { user, now: now(), before: timestamp(new Date(Date.now() - undoDays * dayMilliseconds)) };
    writer.change("DELETE FROM completion_row WHERE user_key = :user AND updated_at < :before AND state = 'complete'", values);
    removeUnlisted(writer, user);
    writer.change(
      `INSERT INTO completion_row (id, user_key, release_id, title, artist_credit, state, updated_at)
      SELECT ${newUuid}, :user, r.id, r.title, ${artistLine}, 'waiting', :now FROM ${placeholders} ORDER BY r.key LIMIT ${mostRows}
      ON CONFLICT (user_key, release_id) DO UPDATE SET state = 'waiting', undo = NULL, into_id = NULL, reason = NULL
        WHERE state NOT IN ('waiting', 'review', 'dismissed')`,
      values,
    );
    this.resume(user, mayEdit);
  }

  resume(user: number, mayEdit: boolean): void {
    const values = { user, now: now(), mayEdit: mayEdit ? 1 : 0 };
    this.store.writer.change(
      `INSERT INTO completion (user_key, state, may_edit, started_at) VALUES (:user, 'running', :mayEdit, :now)
      ON CONFLICT DO UPDATE SET state = 'running', may_edit = :mayEdit, started_at = :now, finished_at = NULL, reason = NULL`,
      values,
    );
  }

  end(user: number, state: 'stopped' | 'done', reason: string | null = null): void {
    this.store.writer.change(
      `UPDATE completion SET state = :state, reason = :reason, finished_at = :now WHERE user_key = :user AND state = 'running'`,
      { user, state, reason, now: now() },
    );
  }

  /** @param later keys of rows that come after the others */
  nextWaiting(user: number, later: readonly number[]): StoredRow | undefined {
    return this.store.reader.get<StoredRow>(
      `SELECT ${columns} FROM completion_row WHERE user_key = :user AND state = 'waiting'
      ORDER BY key IN (SELECT value FROM json_each(:later)), is_accepted DESC, key LIMIT 1`,
      { user, later: JSON.stringify(later) },
    );
  }

  find(user: number, id: string): StoredRow | undefined {
    return this.#find('id = :id', { user, id });
  }

  ofRelease(user: number, releaseId: string): StoredRow | undefined {
    return this.#find('release_id = :releaseId', { user, releaseId });
  }

  /** Adds a release that a user looks up by hand, or looks up again. */
  add(user: number, releaseId: string): void {
    this.store.writer.change(
      `INSERT INTO completion_row (id, user_key, release_id, title, artist_credit, state, updated_at)
        SELECT ${newUuid}, :user, r.id, r.title, ${artistLine}, 'not_found', :now FROM "release" AS r WHERE r.id = :releaseId
        ON CONFLICT DO NOTHING`,
      { user, releaseId, now: now() },
    );
  }

  /** Whether a user has the release on a list. */
  isListed(user: number, releaseId: string): boolean {
    return this.store.reader.get(`SELECT 1 FROM "release" AS r WHERE r.id = :releaseId AND ${isListed}`, { user, releaseId }) !== undefined;
  }

  remove(key: number): void {
    this.store.writer.change('DELETE FROM completion_row WHERE key = :key', { key });
  }

  setFound(key: number, by: FoundBy | null, candidates: readonly ComparedCandidate[], isClear: boolean): void {
    this.#set(key, candidates.length > 0 ? 'review' : 'not_found', {
      found_by: by,
      candidates: JSON.stringify(candidates),
      is_clear: isClear ? 1 : 0,
      into_id: null,
      undo: null,
    });
  }

  setComplete(key: number, { into, undo }: Outcome): void {
    this.#set(key, 'complete', { into_id: into, undo: undo ? JSON.stringify(undo) : null });
  }

  /** An outcome that was undone, or a row that was dismissed, is not clear any more. */
  setState(key: number, state: RowState, reason: string | null = null): void {
    this.#set(key, state, { into_id: null, undo: null, is_clear: 0, reason });
  }

  /** Lets the job take the first candidate of all clear rows. */
  acceptClear(user: number): number {
    return this.store.writer.change(
      `UPDATE completion_row SET state = 'waiting', is_accepted = 1, updated_at = :now WHERE user_key = :user AND state = 'review' AND is_clear = 1`,
      { user, now: now() },
    );
  }

  counts(user: number): Omit<Progress, 'seconds_left' | 'paused_until'> {
    const { reader } = this.store;
    const job = reader.get<Pick<Progress, 'state' | 'reason' | 'started_at' | 'finished_at'>>(
      'SELECT state, reason, started_at, finished_at FROM completion WHERE user_key = :user',
      { user },
    );
    const rows = reader.all<{ state: RowState; count: number; clear: number }>(
      'SELECT state, count(*) AS count, sum(is_clear) AS clear FROM completion_row WHERE user_key = :user GROUP BY state',
      { user },
    );
    const onLists = reader.get<Pick<Progress, 'releases' | 'placeholders'>>(
      `SELECT (SELECT count(*) FROM ${listed}) AS releases, (SELECT count(*) FROM ${placeholders}) AS placeholders`,
      { user },
    );
    return {
      ...(job ?? { state: 'none', reason: null, started_at: null, finished_at: null }),
      ...(onLists ?? { releases: 0, placeholders: 0 }),
      ...{ waiting: 0, complete: 0, review: 0, not_found: 0, failed: 0, dismissed: 0 },
      ...Object.fromEntries(rows.map(({ state, count }) => [state, count])),
      clear: rows.find(({ state }) => state === 'review')?.clear ?? 0,
    };
  }

  #find(condition: string, values: Values): StoredRow | undefined {
    return this.store.writer.get<StoredRow>(`SELECT ${columns} FROM completion_row WHERE user_key = :user AND ${condition}`, values);
  }

  #set(key: number, state: RowState, values: Readonly<Record<string, string | number | null>>): void {
    const all = { reason: null, is_accepted: 0, ...values, state, updated_at: now() };
    const set = Object.keys(all).map((name) => `${name} = :${name}`);
    this.store.writer.change(`UPDATE completion_row SET ${set} WHERE key = :key`, { ...all, key });
  }
}
