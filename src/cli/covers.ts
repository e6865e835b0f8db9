import { Command } from '@commander-js/extra-typings';
import { type Flags, readSettings } from '../config';
import { counted } from '../counted';
import { notFound, SetupError } from '../errors';
import type { Store } from '../store/database/open';
import { coversOf } from './cover';
import { wholeNumber } from './import/import-options';
import { stopSignal } from './serve/signals';
import { agree, contactOf } from './terminal/consent';
import { archiveOptions, command, coverOptions, withStore } from './terminal/options';
import { note, print } from './terminal/output';
import { duration } from './terminal/progress';

export const coversCommand = () => new Command('covers').description('covers of many releases').addCommand(fetchCommand());

interface FetchFlags extends Flags {
  readonly user?: string | undefined;
  readonly limit?: number | undefined;
  readonly again?: true | undefined;
  readonly dryRun?: true | undefined;
  readonly yes?: true | undefined;
  readonly json?: true | undefined;
}

function fetchCommand() {
  const made = command('fetch', 'ask the Cover Art Archive for covers of the releases of collections; another run goes on from there')
    .option('--user <name>', 'only for the collection of this user')
    .option('--limit <number>', 'ask for so many releases at most', (text) => wholeNumber(text, 1))
    .option('--again', 'ask also for those that had none before')
    .option('--dry-run', 'say for how many releases it would ask, and ask nothing')
    .option('--yes', 'agree that the ids are sent, without being asked')
    .option('--json', 'print the report as JSON');
  for (const option of [...archiveOptions, ...coverOptions]) made.addOption(option);
  return made.action((flags) => withStore(flags, (store) => fetchAll(store, flags)));
}

async function fetchAll(store: Store, flags: FetchFlags): Promise<void> {
  const { wantingReleases } = await import('../covers/fetch-covers');
  const userKey = flags.user === undefined ? undefined : await userKeyOf(store, flags.user);
  const wanting = wantingReleases(store, { userKey, again: flags.again ?? false });
  const asked = wanting.slice(0, flags.limit ?? wanting.length);
  if (flags.dryRun || asked.length === 0) return say(flags, { fetched: 0, missing: 0, refused: 0, left: wanting.length });
  await askFor(store, flags, asked, wanting.length);
}

type Wanting = Awaited<ReturnType<typeof import('../covers/fetch-covers').wantingReleases>>;

async function askFor(store: Store, flags: FetchFlags, asked: Wanting, wanting: number): Promise<void> {
  const [{ fetchCovers }, { CoverArtArchive }] = await Promise.all([import('../covers/fetch-covers'), import('../covers/archive')]);
  const settings = readSettings(flags);
  const address = settings.coverArtArchive;
  const contact = contactOf(settings, 'The Cover Art Archive');
  const what = `This tells ${new URL(address).host}, and archive.org where the pictures are, which releases are in collections here, by ids of MusicBrainz: ${counted(asked.length, 'release')} now. Nothing else is sent but your contact.`;
  const hasAgreed = await agree(store, { site: 'cover art archive', addresses: [address], what, yes: flags.yes, dryRun: flags.dryRun });
  if (!hasAgreed) throw new SetupError('Nothing was asked, and nothing was changed.');
  const stop = stopSignal();
  const onRetry = (message: string, seconds: number) =>
    note(`leitmotif: ${message}${seconds > 0 ? ` Trying again in ${duration(seconds)}.` : ''}`);
  const archive = new CoverArtArchive({ address, contact, signal: stop.signal, onRetry });
  const report = { fetched: 0, missing: 0, refused: 0 };
  const left = () => wanting - report.fetched - report.missing - report.refused;
  try {
    await fetchCovers(store, await coversOf(store, flags), archive, asked, ({ title }, became, reason) => {
      report[became]++;
      if (reason !== undefined) note(`leitmotif: The picture of ${title} cannot be its cover. ${reason}`);
    });
  } catch (error) {
    if (!stop.signal.aborted) throw error;
    note('leitmotif: Interrupted. The same command goes on from here.');
    process.exitCode = stop.exitCode();
  }
  say(flags, { ...report, left: left() });
}

interface Report {
  readonly fetched: number;
  readonly missing: number;
  readonly refused: number;
  readonly left: number;
}

function say({ json, dryRun }: FetchFlags, report: Report): void {
  if (json) print(JSON.stringify({ dryRun: dryRun ?? false, ...report }));
  else if (dryRun) print(`It would ask for ${counted(report.left, 'release')}.`);
  else print(sentenceOf(report));
}

function sentenceOf({ fetched, missing, refused, left }: Report): string {
  const parts = [`${counted(fetched, 'cover')} fetched`, `${missing} not there`, ...(refused > 0 ? [`${refused} not taken`] : [])];
  return `${parts.join(', ')}. ${left === 0 ? 'There is nothing more to ask for.' : `${counted(left, 'release')} left.`}`;
}

async function userKeyOf(store: Store, name: string): Promise<number> {
  const { findUser } = await import('../accounts/users');
  const user = findUser(store, name);
  if (!user) throw notFound('no_user', { name });
  return user.key;
}
