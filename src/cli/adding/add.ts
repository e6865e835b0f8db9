import { Command } from '@commander-js/extra-typings';
import { pathOf, readNamedFile } from '../../config';
import { badUsage, DomainError } from '../../errors';
import type { Store } from '../../store/database/open';
import { command, coverOption, onlineOptions, withStore } from '../terminal/options';
import { asJson, json, note, print } from '../terminal/output';
import type { Added } from './add-release';
import type { DescribedWords } from './described-release';

/** Same as the API's body limit. */
const maximumTextBytes = 1_048_576;

export const addCommand = () =>
  new Command('add').description('add records to the catalog').addCommand(releaseCommand()).addCommand(discCommand(), { isDefault: true });

function discCommand() {
  const adding = command('disc', 'add the release of a disc, looked up online if it is not in the catalog (default)')
    .argument('<code>', 'its barcode, catalog number, title or page, also at MusicBrainz or Discogs')
    .option('--user <name>', 'user whose collection it is added to')
    .option(...asJson);
  for (const option of [...onlineOptions, coverOption]) adding.addOption(option);
  return adding.action((code, flags) =>
    withStore(flags, async (store) => {
      const [{ addDisc }, { getUser }] = await Promise.all([import('./add-disc'), import('../../accounts/users')]);
      const owner = flags.user === undefined ? undefined : getUser(store, flags.user);
      const added = await addDisc(store, code, owner, flags);
      if (flags.json) return print(json(added));
      const whose = added.item === undefined ? '' : ` It is in the collection of ${flags.user}.`;
      print(`${added.isNew ? 'Added' : 'Already in the catalog:'} ${added.title}, /releases/${added.slug}.${whose}`);
    }),
  );
}

const releaseCommand = () =>
  command('release', 'add a release that no other site knows')
    .requiredOption('--title <text>', 'its title')
    .option('--artist <text>', 'artist, as printed')
    .option('--format <word>', 'CD, LP, 2xLP, cassette, Blu-ray, …')
    .option('--barcode <digits>', 'its barcode; the catalog is searched for it first')
    .option('--number <text>', 'its catalog number; the catalog is searched for it first')
    .option('--label <name>', 'its label')
    .option('--date <date>', 'release date: YYYY, YYYY-MM or YYYY-MM-DD')
    .option('--country <code>', 'two-letter country code')
    .option('--tracks <file>', 'file with its track list; - reads standard input')
    .option('--user <name>', 'user whose collection it is added to')
    .option('--provisional', 'mark it as a placeholder, which an import can complete (default)')
    .option('--whole', 'mark it as complete')
    .option('--anyway', 'add it even if the catalog has its number, or lines of the track list are unclear')
    .option('--note <text>', 'note for the history, such as the source')
    .option('--dry-run', 'show the recognized data and write nothing')
    .option('--json', 'print the result as JSON')
    .action((flags) =>
      withStore(flags, async (store) => {
        if (flags.provisional && flags.whole) throw badUsage('Set only one of --provisional and --whole.');
        const added = await add(store, flags);
        print(flags.json ? json(added) : sentenceOf(added, flags));
      }),
    );

interface AddFlags extends Omit<DescribedWords, 'tracks'> {
  readonly tracks?: string | undefined;
  readonly user?: string | undefined;
  readonly anyway?: true | undefined;
  readonly note?: string | undefined;
  readonly dryRun?: true | undefined;
  readonly json?: true | undefined;
}

async function add(store: Store, { user, tracks: file, ...flags }: AddFlags): Promise<Added> {
  const [
    { getUser },
    { addOwned, addRelease, findByCode, referencedRecords },
    { describe },
    { barcodeCaution, oddText, releaseLine, understood },
  ] = await Promise.all([import('../../accounts/users'), import('./add-release'), import('./described-release'), import('./summary')]);
  const owner = user === undefined ? undefined : getUser(store, user);
  const words = { ...flags, tracks: file === undefined ? undefined : await readTextFile(file) };
  const codes = [words.barcode, words.number].filter((code) => code !== undefined);
  for (const { releases, isClear } of flags.anyway ? [] : codes.map((code) => findByCode(store, code, words.title))) {
    const [first] = releases;
    if (!first) continue;
    const known = `Already in the catalog: ${releases.map(releaseLine).join('; ')}.`;
    if (!isClear || !owner) throw new DomainError('conflict', `${known} Use --anyway to add another one.`);
    if (flags.dryRun) note(known);
    const item = flags.dryRun ? undefined : await addOwned(store, owner, first.iri);
    return { release: first.iri, slug: first.slug, item, revision: undefined };
  }
  const { described, odd } = describe(words);
  const refused = odd.filter(({ isTaken }) => !isTaken || !flags.dryRun);
  if (refused.length > 0 && !flags.anyway)
    throw badUsage(`${refused.map(oddText).join('\n')}\nUse --anyway to add the release despite this.`);
  const isPreviewed = flags.dryRun || odd.length > 0;
  if (isPreviewed) note(understood(described, referencedRecords(store, described), odd));
  const added = await addRelease(store, described, owner, flags);
  if (!isPreviewed) for (const caution of barcodeCaution(described.barcode)) note(caution);
  return added;
}

function sentenceOf({ slug, item, revision }: Added, { dryRun, user }: AddFlags): string {
  if (dryRun) return 'Nothing was written.';
  const whose = item === undefined ? '' : ` Added to the collection${user === undefined ? '' : ` of ${user}`}.`;
  return revision === undefined
    ? `Already in the catalog: /releases/${slug}.${whose}`
    : `Added /releases/${slug}, revision ${revision}.${whose}`;
}

/** @param file a path, or `-` for standard input */
async function readTextFile(file: string): Promise<string> {
  const text = file === '-' ? await Bun.stdin.text() : readNamedFile(pathOf(file)).toString();
  if (Buffer.byteLength(text) > maximumTextBytes) throw new DomainError('too_large', 'A track list may have at most 1 MiB.');
  return text;
}
