import type { Store } from '../store/database/open';
import { now } from '../store/values/dates';
import type { FailedBackup } from './mail-texts';

/** Messages of a webhook that wait. */
export const maximumWaiting = 20;

/** Finished deliveries of a webhook, and mails. */
export const maximumFinished = 50;

/** A record or copy in a message. */
export interface Subject {
  readonly title: string | null;
  readonly url: string | null;
}

export interface News {
  readonly event: string;
  readonly total: number;
  readonly data: object;
  readonly subjects: readonly Subject[];
}

/** Condition on `webhook` and its `user`: nothing is sent for disabled accounts, nor of the catalog for former administrators. */
export const isActive = "user.disabled_at IS NULL AND (webhook.is_of_catalog = 0 OR user.role = 'admin')";

interface Target {
  readonly key: number;
  readonly template: string | null;
}

/** Placeholders of templates. */
const placeholder = /\{(event|title|url|count)\}/g;

/** JSON of a template; placeholders stand inside of its texts. */
export const fillTemplate = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replace(placeholder, (_, name: string) => JSON.stringify(values[name]).slice(1, -1));

/** "Vertigo", or "Vertigo (+12)" */
function titleOf({ event, total, subjects: [first] }: News): string {
  const title = first?.title ?? event;
  return total > 1 ? `${title} (+${total - 1})` : title;
}

/** In a writing transaction. */
export function addBackupFailure(store: Store, { detail, problem }: FailedBackup, url: string): void {
  const listening = store.writer.all<Target>(
    `SELECT webhook.key, template FROM webhook JOIN user ON user.key = user_key
    WHERE is_of_catalog = 1 AND ${isActive} AND EXISTS (SELECT 1 FROM json_each(events) WHERE value = 'backup.failed')`,
  );
  const data = { detail, code: problem?.code ?? null };
  for (const webhook of listening)
    addMessage(store, webhook, { event: 'backup.failed', total: 1, data, subjects: [{ title: detail, url }] });
}

/**
 * In a writing transaction. The oldest waiting messages are given up for newer ones.
 * @returns its UUID
 */
export function addMessage({ writer }: Store, { key, template }: Target, news: News): string {
  const { event, total, data, subjects } = news;
  const moment = now();
  const values = { event, title: titleOf(news), url: subjects[0]?.url ?? '', count: String(total) };
  const body = template === null ? JSON.stringify({ type: event, timestamp: moment, data }) : fillTemplate(template, values);
  const row = { id: Bun.randomUUIDv7(), webhook_key: key, event, body, created_at: moment, next_at: moment };
  writer.insertRow('delivery', row);
  writer.change(
    `UPDATE delivery SET next_at = NULL, answer = 'Given up for newer messages.' WHERE key IN (
      SELECT key FROM delivery WHERE webhook_key = :key AND next_at IS NOT NULL ORDER BY key DESC LIMIT -1 OFFSET ${maximumWaiting})`,
    { key },
  );
  return row.id;
}
