import { createInterface } from 'node:readline/promises';
import type { Settings } from '../../config';
import { badUsage, SetupError } from '../../errors';
import type { Store } from '../../store/database/open';
import { Interrupted } from '../serve/signals';
import { visible } from './output';

export interface Telling {
  readonly site: string;
  readonly addresses: readonly string[];
  readonly what: string;
  readonly yes: true | undefined;
  readonly dryRun: true | undefined;
}

/**
 * Asks whether another site may receive ids; consent is stored per address.
 * @throws {SetupError} without consent
 */
export async function requireConsent(store: Store, { site, addresses, what, yes, dryRun }: Telling): Promise<void> {
  const joined = addresses.join(' ');
  if (hasConsent(store, site, joined)) return;
  if (!yes && !process.stdin.isTTY) throw badUsage(`${what} Use --yes to agree. You are asked only once.`);
  if (!yes && !(await confirm(`${what}\nGo on?`))) throw new SetupError('Nothing was sent or changed.');
  if (!dryRun) await rememberConsent(store, site, joined);
}

/**
 * The contact that sites require from automated clients.
 * @throws {DomainError} badUsage
 */
export function contactOf({ contact, publicUrl }: Settings, site: string): string {
  const found = contact || publicUrl;
  if (found === '')
    throw badUsage(
      `${site} requires a contact from automated clients. Set --contact to your e-mail or web address, or contact in the settings.`,
    );
  return found;
}

/**
 * Asks yes or no; no is the default.
 * @throws {Interrupted} on Ctrl-C
 */
async function confirm(question: string): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const { promise: brokenOff, reject } = Promise.withResolvers<never>();
  lines.once('SIGINT', () => reject(new Interrupted('Cancelled. Nothing was done.', 'SIGINT')));
  // End of input means no.
  const ended = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
  try {
    const answer = await Promise.race([lines.question(`${visible(question)} [y/N] `), ended, brokenOff]);
    return /^y(es)?$/i.test(answer.trim());
  } finally {
    lines.close();
  }
}

const noteName = 'consent';

/** Whether an administrator has allowed sending ids of this catalog to a site with these addresses. */
const hasConsent = ({ reader }: Store, site: string, addresses: string): boolean =>
  reader.get(`SELECT 1 FROM source_note WHERE source = :site AND name = '${noteName}' AND value = :addresses`, { site, addresses }) !==
  undefined;

const rememberConsent = ({ write, writer }: Store, site: string, addresses: string) =>
  write(() =>
    writer.change(`INSERT OR REPLACE INTO source_note (source, name, value) VALUES (:site, '${noteName}', :addresses)`, {
      site,
      addresses,
    }),
  );
