import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Static, Type as t } from '@sinclair/typebox';
import { fits } from '../../api/schema/checks';
import { DomainError } from '../../errors';
import type { Message } from '../../messages/message';
import { now } from '../../store/values/dates';
import { type CopySettings, type CopyVerification, verifications } from './copy';

const copySchema = t.Object({
  bytes: t.Integer({ minimum: 0 }),
  copied_at: t.String({ format: 'date-time' }),
  verified: t.Unsafe<CopyVerification>(t.Union(verifications.map((verification) => t.Literal(verification)))),
  recipient: t.String(),
});

const schema = t.Object({
  target: t.String(),
  /** When the target was last compared. */
  checked_at: t.Union([t.String({ format: 'date-time' }), t.Null()]),
  failure: t.Union([
    t.Object({ failedAt: t.String(), detail: t.String(), problem: t.Optional(t.Unsafe<Message>(t.Object({ code: t.String() }))) }),
    t.Null(),
  ]),
  /** By file name. */
  copies: t.Record(t.String(), copySchema),
});

/** What is known of the copies at a target. */
export type CopyState = Static<typeof schema>;

const fileOf = (folder: string): string => join(folder, '.copies.json');

/** Held while backups are copied. */
export const copyLockOf = (folder: string): string => join(folder, '.copies.lock');

/** Empty for another target than that of the last copies. */
export function readCopyState(folder: string, target: string): CopyState {
  try {
    const read: unknown = JSON.parse(readFileSync(fileOf(folder), 'utf8'));
    if (fits(schema, read) && (read as CopyState).target === target) return read as CopyState;
  } catch {}
  return { target, checked_at: null, failure: null, copies: {} };
}

export function writeCopyState(folder: string, state: CopyState): void {
  // Not ".part": the next backup would delete it.
  const temporary = `${fileOf(folder)}.new`;
  writeFileSync(temporary, JSON.stringify(state), { mode: 0o600 });
  renameSync(temporary, fileOf(folder));
}

export function failureOf(error: unknown): NonNullable<CopyState['failure']> {
  const { message: detail } = error as Error;
  return { failedAt: now(), detail, ...(error instanceof DomainError && error.problem && { problem: error.problem }) };
}

/** To be said before the first encrypted copy. */
export const keyAdvice = (recipient: string): string =>
  `Copies are encrypted to ${recipient}. Without its private key nobody can restore them, and the server never has it. Keep that key in two places outside this machine, and try it with "leitmotif backup verify FILE --identity KEYFILE".`;

/** Whether no copy was encrypted to the recipient before. */
export const isFirstEncrypted = (folder: string, { backupTarget: target, backupRecipient: recipient }: CopySettings): boolean =>
  recipient !== '' && !Object.values(readCopyState(folder, target).copies).some((copy) => copy.recipient === recipient);
