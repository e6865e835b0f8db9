import { updateText } from '../store/database/connection';
import type { Store } from '../store/database/open';
import { now, timestamp } from '../store/values/dates';
import type { MailEvent } from './mail-texts';
import { isActive, maximumFinished } from './messages';
import type { AttemptResult } from './webhook-request';

/** Before the second, third … attempt. Together three days. */
const delaysSeconds = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];

/** Mail is old after three hours. */
const mailAttempts = 5;

const hourAgo = (): string => timestamp(Date.now() - 3_600_000);

/** In place of the key of a webhook. */
export const mail = 0;

export interface DueDelivery {
  readonly key: number;
  readonly id: string;
  /** {@link mail} for a mail. */
  readonly target: number;
  readonly url: string;
  readonly secret: string;
  /** Of the webhook. */
  readonly owner: number | null;
  readonly userKey: number | null;
  readonly address: string | null;
  readonly event: MailEvent;
  readonly body: string;
  readonly attempts: number;
}

/** The most urgent delivery of each target. Nothing is sent for disabled accounts and former administrators. */
export const dueDeliveries = ({ reader }: Store): DueDelivery[] =>
  reader.all(
    `  SELECT d.key, d.id, coalesce(webhook_key, ${mail}) AS target, url, secret, webhook.user_key AS owner, d.user_key AS userKey, address, event, body, attempts,
    min(next_at)
  FROM delivery AS d LEFT JOIN webhook ON webhook.key = webhook_key LEFT JOIN user ON user.key = webhook.user_key
  WHERE next_at <= :now AND (webhook_key IS NULL OR (${isActive}))
  GROUP BY webhook_key ORDER BY min(next_at)`,
    { now: now() },
  );

/** Milliseconds since the epoch; infinite if nothing waits. */
export function nextDue({ reader }: Store): number {
  const next = reader.get<{ at: string | null }>('SELECT min(next_at) AS at FROM delivery WHERE next_at > :now', { now: now() });
  return next?.at ? Date.parse(next.at) : Number.POSITIVE_INFINITY;
}

/** @returns whether it was the last attempt */
export async function recordAttempt(
  { write, writer }: Store,
  { key, target, attempts: before }: DueDelivery,
  { isDelivered, isFinal, status, answer }: AttemptResult,
  attemptedAt: string,
  took: number,
): Promise<boolean> {
  const attempts = before + 1;
  const delay = target === mail && attempts >= mailAttempts ? undefined : delaysSeconds[attempts - 1];
  const isOver = isDelivered || isFinal === true || delay === undefined;
  // Spread, since many messages may fail together.
  const nextAt = isOver ? null : timestamp(Date.now() + delay * 1_000 * (1 + Math.random() / 10));
  const result = { attempts, attempted_at: attemptedAt, is_delivered: Number(isDelivered), status, answer, next_at: nextAt };
  const columns = { ...result, milliseconds: Math.round(took) };
  await write(() => {
    writer.change(updateText('delivery', Object.keys(columns)), { ...columns, key });
    writer.change(
      `DELETE FROM delivery WHERE key IN (
        SELECT key FROM delivery WHERE webhook_key IS :webhook AND next_at IS NULL ORDER BY key DESC LIMIT -1 OFFSET ${maximumFinished}
      ) AND (webhook_key IS NOT NULL OR created_at < :hourAgo)`,
      { webhook: target === mail ? null : target, hourAgo: hourAgo() },
    );
  });
  return isOver;
}

/** In a writing transaction. */
export function addMail(
  { writer }: Store,
  event: MailEvent,
  to: { readonly user_key: number } | { readonly address: string },
  body: object = {},
): number {
  const moment = now();
  const row = { id: Bun.randomUUIDv7(), ...to, event, body: JSON.stringify(body), created_at: moment, next_at: moment };
  return writer.insertRow('delivery', row);
}

/**
 * In a writing transaction: at most one of a kind an hour. A reset link that has ended does not count.
 * @param isAllowed asked last
 */
export function addUnlessRecent(store: Store, event: MailEvent, user: number, body?: object, isAllowed = () => true): boolean {
  const recent = `SELECT 1 FROM delivery WHERE user_key = :user AND event = :event AND created_at BETWEEN :hourAgo AND :now
    AND (event <> 'password.reset' OR next_at IS NOT NULL OR EXISTS (
      SELECT 1 FROM one_time_code WHERE user_key = :user AND maker_key = :user))`;
  if (store.writer.get(recent, { user, event, hourAgo: hourAgo(), now: now() }) || !isAllowed()) return false;
  addMail(store, event, { user_key: user }, body);
  return true;
}
