import { Command } from '@commander-js/extra-typings';
import { readSettings, type Settings } from '../../config';
import { SetupError } from '../../errors';
import type { RunReport } from '../../import/run/progress';
import { pluralize } from '../../pluralize';
import type { Store } from '../../store/database/open';
import { type Stop, stopSignal } from '../serve/signals';
import { contactOf, requireConsent } from '../terminal/consent';
import { wikidataOptions, withStore } from '../terminal/options';
import { displayOf, duration } from '../terminal/progress';
import { runWithDisplay } from './import-files';
import { commandWithShared, type ImportFlags, requireOneVoice } from './import-options';
import { printReport, requireWhole } from './import-report';

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
  await withStore(flags, (store) => requireAgreement(store, run));
  const work = (store: Store) => enrich(store, run);
  const { withCopy } = await import('../../import/run/dry-run');
  const report = flags.dryRun ? await withCopy(settings.data, work) : await withStore(flags, work);
  printReport(report, flags);
  end(report, run);
}

/** Asks for consent to send ids to Wikidata. */
async function requireAgreement(store: Store, { flags, settings }: Run): Promise<void> {
  const { countIds } = await import('../../import/sources/wikidata/enrich');
  const addresses = [settings.wikidataEntities, settings.wikidataQuery];
  const hosts = [...new Set(addresses.map((address) => new URL(address).host))].join(' and ');
  const what = `This sends up to ${pluralize(countIds(store), 'id')} of films, series, games and artists (Wikidata, IMDb, MusicBrainz, Discogs) to ${hosts}, with your contact. Collections and users are never sent.`;
  await requireConsent(store, { site: 'wikidata', addresses, what, yes: flags.yes, dryRun: flags.dryRun });
}

async function enrich(store: Store, { flags, settings, contact, stop: { signal } }: Run): Promise<RunReport> {
  const [{ Checkpoint }, { enrichment }] = await Promise.all([
    import('../../import/run/checkpoint'),
    import('../../import/sources/wikidata/enrich'),
  ]);
  const { wikidataEntities: entities, wikidataQuery: query, data } = settings;
  const checkpoint = flags.limit === undefined ? new Checkpoint(store, 'enrich wikidata', `${entities} ${query}`) : undefined;
  const display = displayOf(flags);
  const source = enrichment(store, {
    ...{ entities, query, contact, signal },
    onStep: (name) => (flags.quiet || flags.json ? undefined : display.say(`leitmotif: Requesting ${name}.`)),
    onRetry: (message, seconds) => display.say(`leitmotif: ${message}${seconds > 0 ? ` Trying again in ${duration(seconds)}.` : ''}`),
  });
  return runWithDisplay(store, source, { name: 'wikidata', inputs: [entities, query], flags, data, checkpoint, signal }, display);
}

function end(report: RunReport, { flags, stop }: Run): void {
  const goOn = flags.dryRun ? '' : ' Run the same command to resume.';
  if (report.outcome === 'failed') throw new SetupError(`${report.message ?? 'Wikidata cannot be read any further.'}${goOn}`);
  requireWhole(report, flags, goOn, stop);
}
