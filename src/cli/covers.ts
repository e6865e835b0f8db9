import { readFile, stat } from 'node:fs/promises';
import { Command } from '@commander-js/extra-typings';
import { type Flags, pathOf, readSettings } from '../config';
import { badUsage, fileProblem, notFound, SetupError } from '../errors';
import { maximumPictureBytes } from '../http/body';
import { pluralize } from '../pluralize';
import type { Store } from '../store/database/open';
import { userKeyOf } from './collection';
import { wholeNumberOption } from './import/import-options';
import { interrupted, stopSignal } from './serve/signals';
import { contactOf, requireConsent } from './terminal/consent';
import { archiveOptions, command, coverOption, withStore } from './terminal/options';
import { note, print } from './terminal/output';
import { duration } from './terminal/progress';

export const coversCommand = () => new Command('covers').description('fetch covers').addCommand(fetchCommand());

interface FetchFlags extends Flags {
  readonly user?: string | undefined;
  readonly limit?: number | undefined;
  readonly again?: true | undefined;
  readonly dryRun?: true | undefined;
  readonly yes?: true | undefined;
  readonly json?: true | undefined;
}

function fetchCommand() {
  const fetching = command('fetch', 'fetch covers of collected releases from the Cover Art Archive; run again to resume')
    .option('--user <name>', 'only the collection of this user')
    .option('--limit <number>', 'fetch covers of at most this many releases', (text) => wholeNumberOption(text, 1))
    .option('--again', 'retry releases that had no cover before')
    .option('--dry-run', 'count the releases and send nothing')
    .option('--yes', 'agree without a prompt that ids are sent')
    .option('--json', 'print the report as JSON');
  for (const option of [...archiveOptions, coverOption]) fetching.addOption(option);
  return fetching.action((flags) => withStore(flags, (store) => fetchAll(store, flags)));
}

async function fetchAll(store: Store, flags: FetchFlags): Promise<void> {
  const { wantingReleases } = await import('../covers/fetch-covers');
  const userKey = flags.user === undefined ? undefined : await userKeyOf(store, flags.user);
  const wanting = wantingReleases(store, { userKey, again: flags.again ?? false });
  const selected = wanting.slice(0, flags.limit ?? wanting.length);
  if (flags.dryRun || selected.length === 0) return say(flags, { fetched: 0, missing: 0, refused: 0, left: wanting.length });
  const report = await askFor(store, flags, selected);
  say(flags, { ...report, left: wanting.length - report.fetched - report.missing - report.refused });
}

type Wanting = Awaited<ReturnType<typeof import('../covers/fetch-covers').wantingReleases>>;

async function askFor(store: Store, flags: FetchFlags, selected: Wanting): Promise<Omit<Report, 'left'>> {
  const [{ fetchCovers }, { CoverArtArchive }] = await Promise.all([import('../covers/fetch-covers'), import('../covers/archive')]);
  const settings = readSettings(flags);
  const address = settings.coverArtArchive;
  const contact = contactOf(settings, 'The Cover Art Archive');
  const what = `This sends the MusicBrainz ids of ${pluralize(selected.length, 'collected release')} to ${new URL(address).host} and archive.org, with your contact. Nothing else is sent.`;
  await requireConsent(store, { site: 'cover art archive', addresses: [address], what, yes: flags.yes, dryRun: flags.dryRun });
  const stop = stopSignal();
  const onRetry = (message: string, seconds: number) =>
    note(`leitmotif: ${message}${seconds > 0 ? ` Trying again in ${duration(seconds)}.` : ''}`);
  const archive = new CoverArtArchive({ address, contact, signal: stop.signal, onRetry });
  const report = { fetched: 0, missing: 0, refused: 0 };
  try {
    await fetchCovers(store, await coverStore(store, flags), archive, selected, ({ title }, became, reason) => {
      report[became]++;
      if (reason !== undefined) note(`leitmotif: The image for ${title} was rejected. ${reason}`);
    });
  } catch (error) {
    if (!stop.signal.aborted) throw error;
    interrupted(stop, ' Run the same command to resume.');
  }
  return report;
}

interface Report {
  readonly fetched: number;
  readonly missing: number;
  readonly refused: number;
  readonly left: number;
}

function say({ json, dryRun }: FetchFlags, report: Report): void {
  if (json) print(JSON.stringify({ dryRun: dryRun ?? false, ...report }));
  else if (dryRun) print(`Would fetch covers of ${pluralize(report.left, 'release')}.`);
  else print(sentenceOf(report));
}

function sentenceOf({ fetched, missing, refused, left }: Report): string {
  const parts = [`${pluralize(fetched, 'cover')} fetched`, `${missing} missing`, ...(refused > 0 ? [`${refused} rejected`] : [])];
  return `${parts.join(', ')}. ${left === 0 ? 'Nothing left to fetch.' : `${pluralize(left, 'release')} left.`}`;
}

export const coverCommand = () => new Command('cover').description('manage covers of releases').addCommand(addCommand());

const addCommand = () =>
  command('add', 'set the cover of a release, replacing the current one')
    .argument('<release>', 'its UUID, slug or page address')
    .argument('<file>', 'a JPEG, PNG or WebP of up to 10 MB')
    .addOption(coverOption)
    .action(addCover);

async function addCover(release: string, file: string, flags: Flags): Promise<void> {
  const bytes = await readPicture(pathOf(file), file);
  await withStore(flags, async (store) => {
    const found = findRelease(store, release);
    const covers = await coverStore(store, flags);
    const { byCommand } = await import('./adding/by-hand');
    await covers.put(found.id, await covers.cut(bytes), { source: 'command_line', author: byCommand(undefined) });
    print(`Set the cover of ${found.title}.`);
  });
}

export const coverStore = async (store: Store, flags: Flags) =>
  (await import('../covers/covers')).coversOf({ store, settings: readSettings(flags) });

async function readPicture(path: string, file: string): Promise<Uint8Array> {
  const status = await stat(path).catch(() => undefined);
  if (!status?.isFile()) throw badUsage(`There is no file ${file}.`);
  if (status.size > maximumPictureBytes)
    throw badUsage(`${file} is too large. A cover may have at most ${maximumPictureBytes / 1_048_576} MB.`);
  return readFile(path).catch((error: unknown) => {
    throw new SetupError(fileProblem(file, error));
  });
}

/** Accepts a page address, whose last part is the slug. */
export function findRelease({ reader }: Store, idOrAddress: string): { readonly id: string; readonly title: string } {
  const name =
    idOrAddress
      .replace(/(?<!\/)\/+$/, '')
      .split('/')
      .at(-1) ?? '';
  const found = reader.get<{ id: string; title: string }>(
    'SELECT id, title FROM "release" WHERE id = lower(:name) OR slug = :name ORDER BY id = lower(:name) DESC LIMIT 1',
    { name },
  );
  if (!found) throw notFound('no_record', { kind: 'release', id: idOrAddress.slice(0, 100) });
  return found;
}
