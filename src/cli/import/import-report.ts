import { SetupError } from '../../errors';
import type { RunReport } from '../../import/run/progress';
import { pluralize } from '../../pluralize';
import { interrupted, type Stop } from '../serve/signals';
import { number, print, table } from '../terminal/output';
import { defaultMaxRejects, type SharedFlags } from './import-options';

/** What an import left unchanged: locked fields, and deletions of records in users' lists. */
export function lockedText({ kept, types }: RunReport): string[] {
  const notDeleted = types.DeletedRecord?.kept ?? 0;
  const listed = `${number(notDeleted)} not deleted because ${notDeleted === 1 ? 'it is' : 'they are'} on a user’s list`;
  return [`${number(kept - notDeleted)} locked by editors`, ...(notDeleted > 0 ? [listed] : [])];
}

function reportText(report: RunReport, isDryRun: boolean): string {
  const { added, changed, unchanged, waiting } = report;
  return [
    `${headings[report.outcome]}${isDryRun ? ' (dry run, nothing written)' : ''}: ${pluralize(report.documents, 'document')} read in ${report.seconds} s, ${number(report.documentsKept)} imported, ${number(report.recordsPerSecond)} records/s.`,
    `Records: ${number(added)} added, ${number(changed)} changed, ${number(unchanged)} unchanged, ${lockedText(report).join(', ')}, ${number(waiting)} deferred.`,
    `Rejected: ${number(report.rejected)}${report.rejectFile ? `, listed in ${report.rejectFile}` : ''}. Excluded by license: ${pluralize(report.skippedByLicence, 'value')}.`,
    ...(Object.keys(report.ignored).length > 0 ? [ignoredWords(report)] : []),
    ...(report.waitingOlder > 0 ? [`Still deferred from earlier imports: ${pluralize(report.waitingOlder, 'record')}.`] : []),
    ...mergedLine(report),
    ...(report.deferredDocuments > 0 ? [`Deferred until referenced: ${pluralize(report.deferredDocuments, 'document')}.`] : []),
    ...overQuotaLines(report),
    ...(report.gone > 0 ? [`Deleted at the source: ${pluralize(report.gone, 'record')}, flagged here but not deleted.`] : []),
    ...report.warnings.map((warning) => `Warning: ${warning}`),
    ...(isDryRun && Object.keys(report.types).length > 0
      ? ['', typesTable(report), ...(report.examples.length > 0 ? ['', ...report.examples] : [])]
      : []),
  ].join('\n');
}

export function printReport(report: RunReport, { json, quiet, dryRun }: SharedFlags): void {
  if (json) print(JSON.stringify({ event: 'report', dryRun: dryRun ?? false, ...report }));
  else if (!quiet) print(reportText(report, dryRun ?? false));
}

/**
 * Ends a command whose import was stopped.
 * @param goOn how to resume, after a space
 */
export function requireWhole(report: RunReport, flags: SharedFlags, goOn: string, stop: Stop): void {
  if (report.outcome === 'rejects') throw tooManyRejects(report, flags, goOn);
  if (report.outcome === 'interrupted') interrupted(stop, goOn);
}

const tooManyRejects = ({ rejected }: RunReport, { maxRejects = defaultMaxRejects }: SharedFlags, goOn: string): SetupError =>
  new SetupError(`${pluralize(rejected, 'document was', 'documents were')} rejected, more than --max-rejects ${maxRejects} allows.${goOn}`);

/** Most frequent first. */
function ignoredWords({ ignored }: RunReport): string {
  const all = Object.entries(ignored).toSorted(([a, first], [b, second]) => second - first || (a < b ? -1 : 1));
  return `Left out: ${all.map(([name, count]) => `${name} ${number(count)}`).join(', ')}.`;
}

/** "Matched with existing records: 12 releases, 3 productions." */
function mergedLine({ merged }: RunReport): string[] {
  const found = Object.entries(merged).filter(([, count]) => count > 0);
  if (found.length === 0) return [];
  return [`Matched with existing records: ${found.map(([records, count]) => pluralize(count, records.slice(0, -1))).join(', ')}.`];
}

function overQuotaLines({ overQuota }: RunReport): string[] {
  return Object.entries(overQuota).map(([source, count]) => {
    const documents = pluralize(count, source.slice(source.indexOf('/') + 1).replace(/s$/, ''));
    const [were, them] = count === 1 ? ['was', 'it'] : ['were', 'them'];
    return `${documents} ${were} not imported because nothing refers to ${them} yet. Import ${them} again after the releases.`;
  });
}

const headings: Readonly<Record<RunReport['outcome'], string>> = {
  done: 'Import complete',
  limited: 'Import complete up to --limit',
  interrupted: 'Import interrupted',
  rejects: 'Import stopped',
  failed: 'Import failed',
};

function typesTable({ types }: RunReport): string {
  const cell = (count: number | undefined): string => (count === undefined ? '' : number(count));
  const rows = Object.entries(types).map(([type, of]) => [
    // `ProductionEntry` as "production entry": nouns of kinds don't tell links of artists and of releases apart.
    type.replace(/\B[A-Z]/g, ' $&').toLowerCase(),
    cell(of.added),
    cell(of.changed),
    cell(of.unchanged),
    cell(of.kept),
    cell(of.waiting),
  ]);
  return table(['KIND', 'ADDED', 'CHANGED', 'UNCHANGED', 'LOCKED', 'DEFERRED'], rows);
}
