import { existsSync } from 'node:fs';
import { Command } from '@commander-js/extra-typings';
import { badUsage } from '../../errors';
import { isEmptyCatalog } from '../../import/seed-state';
import { didYouMean, nearestCommand } from '../../nearest';
import { pluralize } from '../../pluralize';
import { command, withNewOrOldStore } from '../terminal/options';
import { print } from '../terminal/output';
import { importFiles } from './import-files';
import { commandWithShared, type ImportFlags, wholeNumberOption } from './import-options';
import { commandSourceOf } from './import-recognized';

export const importCommand = () =>
  new Command('import')
    .description('import records from files; run the same command to resume')
    .addCommand(filesCommand(), { isDefault: true })
    .addCommand(ndjsonCommand())
    .addCommand(musicbrainzCommand())
    .addCommand(discogsCommand())
    .addCommand(wikidataCommand());

const filesCommand = () =>
  importFrom('files', 'detect the source of files; also: leitmotif import FILE…')
    .option(...completeOption)
    .option(...noncommercialOption)
    .option(...deferredOption)
    .argument('[files...]', 'files of one source, in any order')
    .action(async (files, flags) => {
      if (files.length === 0) throw badUsage('Name files or a command. leitmotif help import lists the commands.');
      requireFileOrCommand(files[0] as string);
      await importers[await commandSourceOf(files, flags)](files, flags);
    });

/** A word without dot or slash is more likely a mistyped command than a missing file. */
function requireFileOrCommand(word: string): void {
  if (!/^\w+$/.test(word) || existsSync(word)) return;
  const nearest = nearestCommand(word, ['files', ...Object.keys(importers)]);
  throw badUsage(
    `There is no file or command ${word}. ${didYouMean(nearest && `leitmotif import ${nearest}`) ?? 'leitmotif import --help lists the commands.'}`,
  );
}

const ndjsonCommand = () =>
  importFrom('ndjson', 'records as JSON lines, such as an export; plain, .gz or .zst')
    .argument('<files...>', 'files, or - for standard input')
    .action(importNdjson);

const musicbrainzCommand = () =>
  importFrom('musicbrainz', 'soundtracks from MusicBrainz JSON dumps')
    .option(...completeOption)
    .option(...noncommercialOption)
    .option(...deferredOption)
    .argument(
      '<files...>',
      'area, release-group, release, recording, work, artist and label dumps (.tar.xz), in any order; or - for standard input',
    )
    .action(importMusicbrainz);

const discogsCommand = () =>
  importFrom('discogs', 'soundtracks from Discogs data dumps')
    .option(...completeOption)
    .option(...deferredOption)
    .argument('<files...>', 'releases, masters, artists and labels dumps (.xml.gz), in any order')
    .action(importDiscogs);

const wikidataCommand = () =>
  importFrom('wikidata', 'Wikidata items about productions and artists in the catalog')
    .argument(
      '<files...>',
      'items as JSON: one per line, an array as in the dumps, or a Special:EntityData document; or - for standard input',
    )
    .action(importWikidata);

async function importNdjson(files: readonly string[], flags: ImportFlags): Promise<void> {
  const { ndjsonSource } = await import('../../import/sources/ndjson');
  await importFiles('ndjson', files, flags, () => {
    const source = ndjsonSource(files);
    return { source, exportSequence: () => source.exportSequence };
  });
}

async function importMusicbrainz(files: readonly string[], flags: ImportFlags): Promise<void> {
  const { musicbrainz } = await import('../../import/sources/musicbrainz');
  const { readInput } = await import('../../import/sources/musicbrainz/dump-files');
  const { includeNoncommercial = false, complete } = flags;
  await importFiles('musicbrainz', files, flags, () => ({ source: musicbrainz(files, { includeNoncommercial, complete }) }), readInput);
}

async function importDiscogs(files: readonly string[], flags: ImportFlags): Promise<void> {
  const { discogs } = await import('../../import/sources/discogs');
  const { recognizeFile } = await import('../../import/sources/discogs/dumps');
  await importFiles('discogs', files, flags, () => ({ source: discogs(files, { complete: flags.complete }) }), recognizeFile);
}

async function importWikidata(files: readonly string[], flags: ImportFlags): Promise<void> {
  const { wikidata } = await import('../../import/sources/wikidata');
  await importFiles('wikidata', files, flags, () => ({ source: wikidata(files) }));
}

const importers = { ndjson: importNdjson, musicbrainz: importMusicbrainz, discogs: importDiscogs, wikidata: importWikidata };

/** A command with the options of all imports. */
const importFrom = (name: string, description: string) =>
  commandWithShared(name, description).option('--restart', 'start over instead of resuming an interrupted run');

/** For documents that arrive before what refers to them. */
const deferredOption = [
  '--deferred <megabytes>',
  'disk space in MB for deferred artists, labels and works, compressed (default: 64)',
  (text: string) => wholeNumberOption(text, 0),
] as const;

const completeOption = ['--complete', 'the files are full dumps; flag earlier records that they no longer contain'] as const;

const noncommercialOption = [
  '--include-noncommercial',
  'also import annotations and ratings (CC BY-NC-SA); never exported (MusicBrainz)',
] as const;

export const seedCommand = () =>
  command('seed', 'add the vocabularies (roles, packaging types); existing ones stay', { mayCreate: true })
    .option('--demo', 'also load the demo into an empty catalog')
    .action((flags) =>
      withNewOrOldStore(flags, async (store) => {
        const { seedDemo, seedVocabularies } = await import('../../import/seed');
        const wasEmpty = isEmptyCatalog(store);
        const { added, changed } = await seedVocabularies(store);
        print(`Vocabularies: ${added} added, ${changed} changed.`);
        if (!flags.demo) return;
        if (wasEmpty) print(`Added the demo catalog: ${pluralize((await seedDemo(store)).added, 'record')}, with tracks and links.`);
        else print('The catalog already has data, so the demo was not added.');
      }),
    );
