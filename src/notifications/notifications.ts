import type { LiveSettings } from '../accounts/settings/live-settings';
import { catalog } from '../catalog';
import { isMailOn } from '../config';
import type { Context } from '../context';
import { budgetOf, RateLimiter, type RateLimitPolicy } from '../http/rate-limit';
import { type Repeated, repeat } from '../interval';
import type { ReadinessReport } from '../operations/readiness';
import type { Store } from '../store/database/open';
import { withoutWriteChecks } from '../store/database/transactions';
import { dayOf, now } from '../store/values/dates';
import type { FailedBackup, MailEvent, MailOrder } from './mail-texts';
import { addBackupFailure } from './messages';
import { addMail, addUnlessRecent, type DueDelivery, dueDeliveries, mail, nextDue, recordAttempt } from './queue';
import type { AttemptResult } from './webhook-request';

/** Milliseconds between looks for messages, and at the checks of the server. */
const intervals = { look: 1_000, check: 60_000 };

/** After a result could not be written: otherwise, the message would be sent each second. */
const pauseMilliseconds = 60_000;

/** Webhooks that get a message at a time. */
const maximumSending = 32;

/** Of one user, whose slow webhooks delay no others. */
const maximumOfUser = 4;

/** How long requests wait for their message, and for those before it. */
const patienceMilliseconds = 30_000;

const attempts: RateLimitPolicy = { name: 'delivery', quota: 20, windowSeconds: 60, counted: 'tests and repeated deliveries' };

/** That anybody can cause by naming an account whose owner may enter any address. */
const resetsOfAccount: RateLimitPolicy = { name: 'reset-mail', quota: 3, windowSeconds: 3_600, counted: 'reset links' };

/** Enough for the accounts of a family. */
const mailsToAddress: RateLimitPolicy = { name: 'mail-address', quota: 10, windowSeconds: 3_600, counted: 'mails to an address' };

/** Requests for reset links that wait for the next look. */
const maximumResets = 1_000;

/** Sends what has happened to webhooks and by mail. Messages are rows, written with what they tell or derived from it. */
export class Notifications {
  readonly #store: Store;
  #origin = '';
  /** By target: each gets one message at a time, so that a slow one delays no other. */
  readonly #sending = new Map<number, { readonly owner: number | null; readonly sent: Promise<void> }>();
  readonly #ofAccounts = new RateLimiter(resetsOfAccount);
  readonly #toAddresses = new RateLimiter(mailsToAddress);
  /** Charges a user for an attempt that waits for a target. */
  readonly spendAttempt: (userId: string) => void;
  readonly #resets = new Set<string>();
  /** Failed checks that administrators know of. */
  #knownFailures = new Set<string>();
  #seen = '';
  #nextAt = 0;
  #pausedUntil = 0;
  #isStopped = false;

  constructor(
    private readonly context: Pick<Context, 'store' | 'settings' | 'log'>,
    private readonly live: LiveSettings,
  ) {
    this.#store = context.store;
    this.spendAttempt = budgetOf(context, attempts);
  }

  /** @param origin for links, without a public URL */
  begin(origin: string, readiness: () => ReadinessReport): Repeated {
    this.#origin = origin;
    const looking = repeat(() => this.#look(), intervals.look, this.#failed);
    const checking = repeat(() => this.reportFailures(readiness()), intervals.check, this.#failed);
    const stop = () => {
      this.#isStopped = true;
      for (const timer of [looking, checking]) timer.stop();
    };
    return { stop };
  }

  /** The website, as links in messages name it. Never taken from a request, whose sender chooses its host. */
  get home(): string {
    const { publicUrl, basePath } = this.context.settings;
    return publicUrl || this.#origin + basePath;
  }

  get isMailOn(): boolean {
    return isMailOn(this.live.values());
  }

  /** Sends everything that is due, and waits for it. */
  async work(): Promise<void> {
    this.#nextAt = 0;
    await this.#look();
    while (this.#sending.size > 0) await Promise.race([...this.#sending.values()].map(({ sent }) => sent));
  }

  /** Attempts a delivery, after those under way to its target, and waits for the result for {@link patienceMilliseconds}. */
  async attempt(key: number): Promise<void> {
    const moment = now();
    const patience = Bun.sleep(patienceMilliseconds).then(() => 'over' as const);
    const find = () =>
      this.#store.reader.get<{ target: number | null; attempts: number }>(
        'SELECT webhook_key AS target, attempts FROM delivery WHERE key = :key',
        { key },
      );
    const before = find();
    await this.#store.write(() => this.#store.writer.change('UPDATE delivery SET next_at = :moment WHERE key = :key', { key, moment }));
    this.#start();
    const target = before?.target ?? mail;
    while (find()?.attempts === before?.attempts && this.#sending.has(target))
      if ((await Promise.race([this.#sending.get(target)?.sent, patience])) === 'over') return;
  }

  /** Looked up later, for every text in the same way: the response tells nothing about accounts. */
  requestReset(account: string): void {
    if (this.isMailOn && this.#resets.size < maximumResets) this.#resets.add(account);
    this.#nextAt = 0;
  }

  /**
   * In a writing transaction.
   * @throws {RateLimitExceeded}
   */
  addMail(event: MailEvent, to: { readonly address: string }, body: object): number {
    if (this.#isLimited) this.#toAddresses.spend(to.address.toLowerCase());
    return addMail(this.#store, event, to, body);
  }

  get #isLimited(): boolean {
    return this.context.settings.rateLimit > 0;
  }

  /** A backup, or its copy, was not made. */
  async backupFailed(failure: FailedBackup): Promise<void> {
    try {
      await this.#tryWrite(() => addBackupFailure(this.#store, failure, `${this.home}/administration/backups`));
      await this.#mailAdministrators('backup.failed', failure);
    } catch (error) {
      this.#failed(error as Error);
    }
  }

  /** Mails which checks have failed since the last time. */
  async reportFailures({ checks }: ReadinessReport): Promise<void> {
    const failed = Object.entries(checks).filter(([, { status }]) => status !== 'ok');
    const names = failed.map(([name]) => name);
    const known = names.filter((name) => this.#knownFailures.has(name));
    const isTold = known.length < names.length && (await this.#mailAdministrators('check.failed', { checks: Object.fromEntries(failed) }));
    this.#knownFailures = new Set(isTold ? names : known);
  }

  /**
   * At most one of a kind an hour.
   * @returns whether anyone was mailed
   */
  async #mailAdministrators(event: MailEvent, body: object): Promise<boolean> {
    if (!this.isMailOn) return false;
    const administrators = this.#store.reader.all<{ key: number }>(
      "SELECT key FROM user WHERE role = 'admin' AND disabled_at IS NULL AND email IS NOT NULL",
    );
    let added = 0;
    const isWritten = await this.#tryWrite(() => {
      for (const { key } of administrators) if (addUnlessRecent(this.#store, event, key, body)) added++;
    });
    if (isWritten) return added > 0;
    // The news may be that the disk is full.
    for (const { key } of administrators)
      void this.#mail({ id: Bun.randomUUIDv7(), event, userKey: key, address: null, body: JSON.stringify(body) }).catch(this.#failed);
    return true;
  }

  async #look(): Promise<void> {
    if (this.#store.fileStatus() !== 'in place' || Date.now() < this.#pausedUntil) return;
    const today = dayOf(Date.now());
    const revision = `${today} ${this.#store.revision()}`;
    if (revision === this.#seen && Date.now() < this.#nextAt) return;
    this.#seen = revision;
    this.#nextAt = Number.POSITIVE_INFINITY;
    await this.#addResets();
    if (this.#store.reader.get('SELECT 1 FROM webhook LIMIT 1')) {
      const { collectEvents } = await import('./events');
      if (await collectEvents(this.#store, catalog, this.home, today)) this.#nextAt = 0;
    }
    this.#start();
  }

  /** Every account of the address, each with a link of its own, or the account of the name. */
  async #addResets(): Promise<void> {
    const accounts = [...this.#resets];
    this.#resets.clear();
    for (const account of accounts) {
      const found = this.#store.reader.all<{ key: number; address: string }>(
        `SELECT key, email AS address FROM user WHERE (email = :account COLLATE NOCASE OR username = :account)
          AND email IS NOT NULL AND is_email_confirmed = 1 AND disabled_at IS NULL
        ORDER BY key LIMIT 20`,
        { account },
      );
      if (found.length > 0)
        await this.#tryWrite(() =>
          found.map(({ key, address }) =>
            addUnlessRecent(this.#store, 'password.reset', key, { address }, () => this.#mayMailReset(String(key), address)),
          ),
        );
    }
  }

  #mayMailReset(account: string, address: string): boolean {
    return !this.#isLimited || !(this.#ofAccounts.take(account).isExceeded || this.#toAddresses.take(address.toLowerCase()).isExceeded);
  }

  /** Begins to send what is due. */
  #start(): void {
    if (this.#isStopped || Date.now() < this.#pausedUntil) return;
    // Requests that begin this may end meanwhile.
    withoutWriteChecks(() => {
      for (const delivery of dueDeliveries(this.#store)) {
        const { target, owner } = delivery;
        if (this.#sending.has(target) || (target !== mail && this.#isBusy(owner))) continue;
        const sent = this.#send(delivery)
          .catch(this.#failed)
          .finally(() => this.#sending.delete(target))
          .then(() => this.#start())
          .catch(this.#failed);
        this.#sending.set(target, { owner, sent });
      }
    });
    this.#nextAt = Math.min(this.#nextAt, nextDue(this.#store));
  }

  #isBusy(user: number | null): boolean {
    const owners = [...this.#sending.values()].map(({ owner }) => owner);
    return owners.length >= maximumSending || owners.filter((owner) => owner === user).length >= maximumOfUser;
  }

  async #send(delivery: DueDelivery): Promise<void> {
    const { target, event } = delivery;
    // Receivers store what they read, so it must not be lost to a power failure.
    await this.#store.onDisk();
    const [begun, attemptedAt] = [performance.now(), now()];
    const result = await this.#attempt(delivery);
    const { isDelivered, status, answer } = result;
    if (this.#isStopped) return;
    const isOver = await recordAttempt(this.#store, delivery, result, attemptedAt, performance.now() - begun);
    if (isOver && !isDelivered)
      this.context.log('notification given up', { event, ...(target !== mail && { webhook: target }), status, answer }, 'warn');
  }

  /** Never rejects: a message that cannot be sent is given up like others. */
  async #attempt(delivery: DueDelivery): Promise<AttemptResult> {
    try {
      if (delivery.target === mail) return await this.#mail(delivery);
      const { sendToWebhook } = await import('./webhook-request');
      return await sendToWebhook(delivery, this.live.values().webhookNetworks);
    } catch (error) {
      return { isDelivered: false, status: null, answer: (error as Error).message };
    }
  }

  /** Its links have codes, which are made now and stored as hashes only. */
  async #mail(delivery: Omit<MailOrder, 'home'> & { readonly id: string }): Promise<AttemptResult> {
    const { composeMail } = await import('./mail-texts');
    const composed = await composeMail(this.#store, { ...delivery, home: this.home });
    if (!composed) return { isDelivered: false, status: null, answer: 'Nobody to send it to.', isFinal: true };
    const { sendMail } = await import('./mail');
    return sendMail(this.live.values(), { id: delivery.id, ...composed });
  }

  async #tryWrite(work: () => void): Promise<boolean> {
    try {
      await withoutWriteChecks(() => this.#store.write(work));
      return true;
    } catch (error) {
      this.#failed(error as Error);
      return false;
    }
  }

  readonly #failed = ({ message }: Error): void => {
    if (this.#isStopped) return;
    this.#pausedUntil = Date.now() + pauseMilliseconds;
    this.context.log('notifications not written', { error: message }, 'error');
  };
}
