import { setTimeout } from 'node:timers/promises';
import { isEditor } from '../../accounts/access';
import type { UserRole } from '../../accounts/principal';
import type { LiveSettings } from '../../accounts/settings/live-settings';
import { gapOf, type OnlineOrigin, releaseSources } from '../../config';
import type { Context } from '../../context';
import { conflict, DomainError, forbidden, notFound } from '../../errors';
import type { Kinds } from '../../kinds';
import { withoutWriteChecks } from '../../store/database/transactions';
import { timestamp } from '../../store/values/dates';
import type { FoundCandidate, OnlineQuery } from '../look-up';
import type { LoadOnline } from '../routes';
import type { Asker } from '../user-turns';
import { catalogCandidates, isOffered, isOther } from './catalog-candidates';
import { bestOf, certainCandidate, comparedCandidates, type DescribedDisc, describedDisc, isClear, lookUpSteps } from './described-disc';
import type { ComparedCandidate, FoundBy, Progress, RowState } from './documents';
import { completeRelease, type Owner, undoCompletion } from './outcomes';
import { CompletionRows, type Job, type StoredRow } from './stored-rows';

/** Pauses of a job whose sites do not answer grow up to this. */
const longestPauseSeconds = 600;

const firstPauseSeconds = 5;

/** A search, and the document of the release; at half the rate. */
const requestsPerRow = 4;

/** Covers that are fetched meanwhile. */
const mostCovers = 20;

/** A row whose look-ups fail this often fails, unless the sites answer for no other row either. */
const mostTries = 5;

/** Weight of the last release in the estimate of the time that is left. */
const newest = 0.1;

/** Ends a job: its user may not write any more. */
class RightsLost extends Error {}

/** Counts a failure. Whether the row is to blame: its look-ups failed often, while those of others did not. */
function isHopeless(tries: Tries, key: number, done: number): boolean {
  const tried = tries.get(key) ?? { count: 0, doneBefore: done };
  tried.count++;
  tries.set(key, tried);
  return tried.count >= mostTries && done > tried.doneBefore;
}

const openStates: readonly RowState[] = ['review', 'not_found', 'failed', 'dismissed'];

interface Pace {
  millisecondsPerRow: number;
  pausedUntil: number | undefined;
}

/** Rows that a running job could not look up because a site was unavailable, by key. */
type Tries = Map<number, { count: number; readonly doneBefore: number }>;

/** Looks up the placeholders of users at other sites: in the background, one request of each user in turn. */
export class Completions {
  readonly rows: CompletionRows;
  readonly #running = new Map<number, Pace>();
  readonly #covers = new Set<Promise<void>>();
  #lastTurn: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly context: Pick<Context, 'store' | 'settings' | 'log' | 'sleep'>,
    private readonly live: LiveSettings,
    private readonly kinds: Kinds,
    private readonly online: LoadOnline,
    /** Rows that are looked up then are looked up again after the next start. */
    private readonly ended: AbortSignal,
  ) {
    this.rows = new CompletionRows(context.store);
  }

  /** Resumes what the end of the server interrupted. */
  begin(): void {
    for (const user of this.rows.runningUsers()) this.#run(user);
  }

  /** @throws {DomainError} forbidden, if no site with releases is connected */
  async start({ userKey, mayEdit }: Owner): Promise<void> {
    this.#requireSites();
    await this.context.store.write(() => {
      if (this.rows.job(userKey)?.state !== 'running') this.rows.start(userKey, mayEdit);
    });
    this.#run(userKey);
  }

  async cancel(user: number): Promise<void> {
    await this.context.store.write(() => this.rows.end(user, 'stopped'));
  }

  progress(user: number): Progress {
    const pace = this.#running.get(user);
    const counts = this.rows.counts(user);
    const isRunning = counts.state === 'running';
    const milliseconds =
      (isRunning ? counts.waiting : counts.placeholders) *
      (pace?.millisecondsPerRow ?? this.#expectedPace()) *
      Math.max(1, this.#running.size);
    const pausedUntil = isRunning ? pace?.pausedUntil : undefined;
    const paused = pausedUntil === undefined ? 0 : Math.max(0, pausedUntil - Date.now());
    return {
      ...counts,
      seconds_left: Math.ceil((milliseconds + paused) / 1000),
      paused_until: pausedUntil === undefined ? null : timestamp(new Date(pausedUntil)),
    };
  }

  /**
   * Looks up one release for a user who waits for it.
   * @param query instead of what is known of the release
   * @returns the UUID of its row
   * @throws {DomainError} not_found, unless the user has it or may edit it; unavailable, if the sites do not answer
   */
  async lookUp({ userKey, mayEdit }: Owner, releaseId: string, query?: OnlineQuery): Promise<string> {
    const { store } = this.context;
    const disc = describedDisc(store.reader, releaseId);
    const isOpen = disc && (this.rows.isListed(userKey, releaseId) || (mayEdit && disc.unreviewedBy === null));
    if (!isOpen) throw notFound('no_record', { kind: 'release', id: releaseId.slice(0, 100) });
    const { by, candidates } = query
      ? { by: null, candidates: await this.#search(disc, null, query, { userKey }) }
      : await this.#lookUp(disc, { userKey });
    return store.write(() => {
      this.rows.add(userKey, releaseId);
      const { key, id } = this.rows.ofRelease(userKey, releaseId) as StoredRow;
      this.rows.setFound(key, by, candidates, isClear(candidates));
      return id;
    });
  }

  /**
   * Accepts a candidate of a release.
   * @throws {DomainError} not_found; conflict; unavailable, if the site does not answer
   */
  async accept(owner: Owner, id: string, origin: Readonly<Record<keyof OnlineOrigin, string>>): Promise<void> {
    const row = this.#openRow(owner, id);
    const candidates: ComparedCandidate[] = JSON.parse(row.candidates);
    const candidate = candidates.find(({ source, id }) => source === origin.source && id === origin.id);
    if (!candidate) throw conflict('completion_no_candidate');
    const { store } = this.context;
    const { iri } = await this.#add(candidate, { userKey: owner.userKey });
    await store.write(() => {
      this.#openRow(owner, id);
      this.#finish(row, iri, owner);
    });
  }

  async dismiss(owner: Owner, id: string): Promise<void> {
    await this.context.store.write(() => this.rows.setState(this.#openRow(owner, id).key, 'dismissed'));
  }

  /** @throws {DomainError} not_found; conflict, if there is nothing to undo, or it changed since */
  async undo(owner: Owner, id: string): Promise<void> {
    const { store } = this.context;
    await store.write(() => {
      const row = this.#row(owner.userKey, id);
      const { key, undo, into, candidates } = row;
      const state = candidates === '[]' ? 'not_found' : 'review';
      if (row.state === 'dismissed') return this.rows.setState(key, state);
      if (row.state !== 'complete' || undo === null || into === null) throw conflict('completion_not_undoable');
      undoCompletion(store, this.kinds, row.releaseId, into, JSON.parse(undo), owner);
      this.rows.setState(key, state);
    });
  }

  /** Accepts all rows with exactly one possible candidate, in the background. */
  async acceptClear(owner: Owner): Promise<void> {
    this.#requireSites();
    await this.context.store.write(() => {
      if (this.rows.acceptClear(owner.userKey) > 0) this.rows.resume(owner.userKey, owner.mayEdit);
    });
    if (this.rows.job(owner.userKey)?.state === 'running') this.#run(owner.userKey);
  }

  #requireSites(): void {
    if (!releaseSources.some((source) => this.live.values().onlineSources.includes(source))) throw forbidden('online_off');
  }

  #row(user: number, id: string): StoredRow {
    const row = this.rows.find(user, id);
    if (!row) throw notFound('no_row', { id: id.slice(0, 100) });
    return row;
  }

  /** A row to decide on. Editors may look up releases that are on none of their lists. */
  #openRow({ userKey, mayEdit }: Owner, id: string): StoredRow {
    const row = this.#row(userKey, id);
    if (!openStates.includes(row.state) || !(mayEdit || this.rows.isListed(userKey, row.releaseId)))
      throw conflict('completion_row_closed');
    return row;
  }

  #expectedPace(): number {
    const { musicbrainzUrl, musicbrainzGapMs } = this.context.settings;
    return requestsPerRow * Math.max(100, gapOf(musicbrainzUrl, musicbrainzGapMs));
  }

  #run(user: number): void {
    if (this.#running.has(user) || this.ended.aborted) return;
    const pace: Pace = { millisecondsPerRow: this.#expectedPace(), pausedUntil: undefined };
    this.#running.set(user, pace);
    // It outlives the request that starts it.
    void withoutWriteChecks(() => this.#work(user, pace))
      .catch((error: Error) => {
        this.context.log('completion failed', { error: error.message }, 'error');
        return this.#pause(pace, firstPauseSeconds);
      })
      .finally(() => {
        this.#running.delete(user);
        // Started again while it ended.
        if (!this.ended.aborted && this.#isRunning(user)) this.#run(user);
      });
  }

  #isRunning(user: number): boolean {
    try {
      return this.rows.job(user)?.state === 'running' && this.context.store.fileStatus() === 'in place';
    } catch {
      return false;
    }
  }

  async #work(user: number, pace: Pace): Promise<void> {
    const { store } = this.context;
    const tries: Tries = new Map();
    for (let [failures, done] = [0, 0]; !this.ended.aborted; ) {
      const job = this.rows.job(user);
      if (job?.state !== 'running') return;
      const row = this.rows.nextWaiting(user, [...tries.keys()]);
      if (!row) return void (await store.write(() => this.rows.end(user, 'done')));
      const begunAt = performance.now();
      try {
        await this.#complete(job, row);
        [failures, done] = [0, done + 1];
        pace.millisecondsPerRow += newest * (performance.now() - begunAt - pace.millisecondsPerRow);
      } catch (error) {
        if (error instanceof RightsLost) return void (await store.write(() => this.rows.end(user, 'stopped', 'forbidden')));
        if (this.ended.aborted) return;
        const { kind, problem, retryAfterSeconds = 0 } = error instanceof DomainError ? error : {};
        if (kind === 'forbidden') return void (await store.write(() => this.rows.end(user, 'stopped', problem?.code ?? null)));
        if (kind === 'unavailable' && !isHopeless(tries, row.key, done)) {
          const seconds = Math.max(retryAfterSeconds, firstPauseSeconds * 2 ** Math.min(failures++, 10));
          this.context.log('completion paused', { release: row.releaseId, reason: (error as Error).message, seconds }, 'warn');
          await this.#pause(pace, seconds);
          continue;
        }
        const { message: reason } = error as Error;
        if (kind === undefined) this.context.log('release not completed', { release: row.releaseId, error: reason }, 'error');
        await store.write(() => this.rows.setState(row.key, 'failed', problem?.code ?? 'internal_error'));
      }
    }
  }

  async #pause(pace: Pace, seconds: number): Promise<void> {
    const milliseconds = Math.min(seconds, longestPauseSeconds) * 1000;
    pace.pausedUntil = Date.now() + milliseconds;
    const { sleep = (time: number, signal: AbortSignal) => setTimeout(time, undefined, { signal, ref: false }) } = this.context;
    await sleep(milliseconds, this.ended).catch(() => {});
    pace.pausedUntil = undefined;
  }

  async #complete(job: Job, row: StoredRow): Promise<void> {
    const { store } = this.context;
    this.#ownerOf(job);
    const disc = describedDisc(store.reader, row.releaseId);
    // Deleted or merged meanwhile.
    if (!disc) return store.write(() => this.rows.remove(row.key));
    if (row.isAccepted === 1) return this.#take(job, row, (JSON.parse(row.candidates) as ComparedCandidate[])[0] as ComparedCandidate);
    const { by, candidates } = await this.#lookUp(disc, { userKey: job.userKey, isBackground: true });
    const certain = by === null ? undefined : certainCandidate(by, candidates);
    await store.write(() => {
      this.#ownerOf(job);
      this.rows.setFound(row.key, by, candidates, isClear(candidates));
      // It is not for review as long as it is not taken.
      if (certain) this.rows.setState(row.key, 'waiting');
    });
    if (certain) await this.#take(job, row, certain);
  }

  async #take(job: Job, row: StoredRow, candidate: ComparedCandidate): Promise<void> {
    const { store } = this.context;
    this.#ownerOf(job);
    const { iri, cover } = await this.#add(candidate, { userKey: job.userKey, isBackground: true });
    if (cover) await this.#awaitCovers(cover);
    await store.write(() => {
      const owner = this.#ownerOf(job);
      // The user decided meanwhile.
      if (this.rows.find(job.userKey, row.id)?.state !== 'waiting') return;
      if (isOther(store.writer, iri, candidate)) this.rows.setState(row.key, 'failed', 'completion_other_release');
      else this.#finish(row, iri, owner);
    });
  }

  /** The release of a candidate in the catalog, imported if it is not there. */
  async #add(candidate: ComparedCandidate, asker: Asker): Promise<{ readonly iri: string; readonly cover?: Promise<void> }> {
    const { source, id } = candidate;
    if (source === 'catalog') return { iri: `/api/releases/${id}` };
    const add = async () => (await this.online()).add({ source, id }, asker, (document) => isOffered(document, candidate));
    return asker.isBackground ? this.#inTurn(add) : add();
  }

  /** Covers come along; an archive that is slow slows the job. */
  async #awaitCovers(cover: Promise<void>): Promise<void> {
    const pending = cover.finally(() => this.#covers.delete(pending));
    this.#covers.add(pending);
    if (this.#covers.size >= mostCovers) await Promise.race(this.#covers);
  }

  #finish(row: StoredRow, iri: string, owner: Owner): void {
    const outcome = completeRelease(this.context.store, this.kinds, row.releaseId, iri.slice(-36), owner);
    if (outcome) this.rows.setComplete(row.key, outcome);
    else this.rows.remove(row.key);
  }

  /** Candidates of the first look-up that finds any, here or at a site. */
  async #lookUp(disc: DescribedDisc, asker: Asker): Promise<{ by: FoundBy | null; candidates: ComparedCandidate[] }> {
    for (const { by, query } of lookUpSteps(disc)) {
      const candidates = await this.#search(disc, by, query, asker);
      if (candidates.length > 0) return { by, candidates };
    }
    return { by: null, candidates: [] };
  }

  async #search(disc: DescribedDisc, by: FoundBy | null, query: OnlineQuery, asker: Asker): Promise<ComparedCandidate[]> {
    const known = comparedCandidates(disc, by, catalogCandidates(this.context.store.reader, disc, query));
    if (by !== null && certainCandidate(by, known)) return known;
    const find = async () => (await this.online()).find(query, asker);
    const found = await (asker.isBackground ? this.#inTurn(find) : find());
    const isNew = ({ release }: FoundCandidate) => release === null || !known.some((candidate) => candidate.release === release);
    return bestOf([...known, ...comparedCandidates(disc, by, found.filter(isNew))]);
  }

  /** First come, first served: each user's job waits for its turn again after each request. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#lastTurn.then(work);
    this.#lastTurn = turn.catch(() => undefined);
    return turn;
  }

  /** @throws {RightsLost} if the user was deleted, disabled or demoted since the start */
  #ownerOf({ userKey, mayEdit }: Job): Owner {
    const user = this.context.store.writer.get<{ id: string; role: UserRole }>(
      'SELECT id, role FROM user WHERE key = :userKey AND disabled_at IS NULL',
      { userKey },
    );
    if (!user || (mayEdit === 1 && !isEditor(user, this.live))) throw new RightsLost();
    return { userKey, userId: user.id, mayEdit: mayEdit === 1 };
  }
}
