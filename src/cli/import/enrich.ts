import { Command } from '@commander-js/extra-typings';
import { readSettings, type Settings } from '../../config';
import { SetupError } from '../../errors';
import type { RunReport } from '../../import/run/progress';
import { pluralize } from '../../pluralize';
import type { Store } from '../../store/database/open';
import { type Stop, stopSignal } from '../serve/signals';
import { agree, contactOf } from '../terminal/consent';
import { wikidataOptions, withStore } from '../terminal/options';
import { note } from '../terminal/output';
import { displayOf, duration } from '../terminal/progress';
import { commandWithShared, defaultMaxRejects, type ImportFlags, rejectFileOf, requireOneVoice, sayGoingOn } from './import-options';
import { printReport, tooManyRejects } from './import-report';

export const enrichCommand = () =>
  new Command('enrich')
    .description('add data from other sites to existing records; run the same command to resume')
    .addCommand(wikidataCommand());

interface EnrichFlags extends ImportFlags {
  readonly yes?: true | undefined;
}

function wikidataCommand() {
  const wikidata = commandWithShared('wikidata', 'add data from Wikidata to productions and artists with known ids', {
    mayCreate: false,
  })
    .option('--restart', 'start over instead of resuming an interrupted run')
    .option('--yes', 'agree without a prompt that ids are sent to Wikidata');
  for (const option of wikidataOptions) wikidata.addOption(option);
  return wikidata.action(enrichFromWikidata);
}

interface Run {
  readonly flags: EnrichFlags;
  readonly settings: Settings;
  readonly contact: string;
  readonly stop: Stop;
}

async function enrichFromWikidata(flags: EnrichFlags): Promise<void> {
  requireOneVoice(flags);
  const settings = readSettings(flags);
  const run: Run = { flags, settings, contact: contactOf(settings, 'Wikidata'), stop: stopSignal() };
  const hasAgreed = await withStore(flags, (store) => mayAsk(store, run));
  if (!hasAgreed) throw new SetupError('Nothing was sent or changed.');
  const work = (store: Store) => enrich(store, run);
  const { withCopy } = await import('../../import/run/dry-run');
  const report = flags.dryRun ? await withCopy(settings.data, work) : await withStore(flags, work);
  printReport(report, flags);
  end(report, run);
}

/** Asks for consent to send ids to Wikidata. */
async function mayAsk(store: Store, { flags, settings }: Run): Promise<boolean> {
  const { countIds } = await import('../../import/sources/wikidata/enrich');
  const addresses = [settings.wikidataEntities, settings.wikidataQuery];
  const hosts = [...new Set(addresses.map((address) => new URL(address).host))].join(' and ');
  const what = `This sends up to ${pluralize(countIds(store), 'id')} of films, series, games and artists (Wikidata, IMDb, MusicBrainz, Discogs) to ${hosts}, with your contact. Collections and users are never sent.`;
  return agree(store, { site: 'wikidata', addresses, what, yes: flags.yes, dryRun: flags.dryRun });
}

async function enrich(store: Store, { flags, settings, contact, stop }: Run): Promise<RunReport> {
  const [{ runImport }, { journaled, RunJournal }, { Checkpoint }, { enrichment }] = await Promise.all([
    import('../../import/run/run'),
    import('../../import/run/journal'),
    import('../../import/run/checkpoint'),
    import('../../import/sources/wikidata/enrich'),
  ]);
  const { wikidataEntities: entities, wikidataQuery: query, data } = settings;
  const { limit, restart, maxRejects = defaultMaxRejects } = flags;
  const checkpoint = limit === undefined ? new Checkpoint(store, 'enrich wikidata', `${entities} ${query}`) : undefined;
  const display = displayOf(flags);
  if (!restart) sayGoingOn(checkpoint, flags, display);
  const source = enrichment(store, {
    ...{ entities, query, contact, signal: stop.signal },
    onStep: (name) => (flags.quiet || flags.json ? undefined : display.say(`leitmotif: Requesting ${name}.`)),
    onRetry: (message, seconds) => display.say(`leitmotif: ${message}${seconds > 0 ? ` Trying again in ${duration(seconds)}.` : ''}`),
  });
  const journal = new RunJournal(store, { source: 'wikidata', inputs: [entities, query] });
  const rejects = await rejectFileOf('wikidata', data, flags, restart ? undefined : checkpoint);
  const options = { checkpoint, journal, rejects, maxRejects, limit, restart, signal: stop.signal, onProgress: display.show };
  const run = async () => {
    const report = await runImport(store, source, options);
    journal.round(report);
    return report;
  };
  try {
    return await journaled(journal, run, ({ outcome }) => outcome);
  } finally {
    display.end();
  }
}

function end(report: RunReport, { flags, stop }: Run): void {
  const { outcome, message } = report;
  const goOn = flags.dryRun ? '' : ' Run the same command to resume.';
  if (outcome === 'failed') throw new SetupError(`${message ?? 'Wikidata cannot be read any further.'}${goOn}`);
  if (outcome === 'rejects') throw tooManyRejects(report, flags, goOn);
  if (outcome === 'interrupted') {
    note(`leitmotif: Interrupted.${goOn}`);
    process.exitCode = stop.exitCode();
  }
}
