import type { RowOutcome } from '../../../collection/files/report';
import { type Api, ApiError, readInParts, type Sent, valuesAtOnce } from '../../api/client';
import { sitesOf } from '../../api/server-meta';
import type { SentForm } from '../../http/form';
import { type Page, type PageAnswer, seeOther } from '../../http/page';
import { problemPage } from '../../http/problem-page';
import type { RequestContext } from '../../http/request-context';
import type { ChosenFile } from '../../http/upload-store';
import { sentenceOf } from '../../i18n/api-errors';
import { readThumbnails } from '../items/release-thumbnails';
import {
  deletePendingRow,
  type ImportChoices,
  type ImportCounts,
  type ImportList,
  isList,
  matchAgain,
  mostOmittedRows,
  putIn,
  type RowChoices,
  readChosenFile,
  readImportChoices,
  readListName,
  reportIn,
} from './import';
import { choosePage } from './import-page';
import { keepOmittedRows, omittedRowsCsv, readOmittedRows } from './omitted-rows';
import { previewPage } from './preview-page';
import { candidatesShown, isChoosable } from './row-choice';

export async function get(visit: RequestContext): Promise<Page> {
  const left = await readOmittedRows(visit, visit.query.get('left') ?? '');
  return choosePage(visit, { list: readListName(visit.query.get('list')), left });
}

/** Previews, imports, or handles stored rows. */
export async function post(visit: RequestContext, _: unknown, form: SentForm): Promise<PageAnswer> {
  const what = form.text('do');
  // A wrong list must not receive the file.
  if (!isList(form.text('list'))) return refused(visit, 'collection', visit.t.collection.import.noList);
  const list = readListName(form.text('list'));
  if (what === 'again' || what === 'make') return again(visit, list, what === 'make' ? 'provisional' : 'keep');
  if (what === 'forget') {
    await deletePendingRow(visit, list, form.text('id'));
    return seeOther(visit.to.importFile({ list }));
  }
  return what === 'confirm' ? confirm(visit, form) : look(visit, form);
}

const ownerOf = ({ user }: RequestContext): string => user?.id ?? '';

/** A new file, or a kept one with other choices. */
async function look(visit: RequestContext, form: SentForm): Promise<Page> {
  const asked = readImportChoices(form);
  const sent = await readChosenFile(form);
  const known = form.text('kept');
  const file = sent ?? (await visit.files.find(ownerOf(visit), known));
  const words = visit.t.collection.import;
  if (!file && known !== '') return gone(visit, asked.list, known);
  if (!file) return refused(visit, asked.list, form.hasEmptyFile('file') ? words.emptyFile : words.noFile);
  const { answer, choices } = await tried(visit, file, asked, sent !== undefined);
  if (!answer.ok) return refused(visit, choices.list, sentenceOf(visit, answer), answer.status);
  const kept = sent ? await visit.files.keep(ownerOf(visit), file) : known;
  if (kept === undefined) return refused(visit, choices.list, words.noRoom);
  const report = reportIn(answer);
  const drawn = await readThumbnails(
    visit.api,
    report.rows.flatMap(({ release, candidates = [] }) =>
      [...(release ? [release] : []), ...candidates.slice(0, candidatesShown)].map(({ id }) => id),
    ),
  );
  return previewPage(visit, { file, kept, choices, report, drawn, isOnline: sitesOf(visit).length > 0 });
}

/** Previews a file; a new one with choices settled by the list. */
async function tried(visit: RequestContext, file: ChosenFile, choices: ImportChoices, isNew: boolean): Promise<Tried> {
  const answer = await putIn(visit, file, choices, true);
  if (!isNew || !answer.ok || reportIn(answer).with_candidates === 0) return { answer, choices };
  const whole = await putIn(visit, file, { ...choices, rowsShown: mostOmittedRows }, true);
  const perRow = whole.ok
    ? await settledRows(visit.api, choices.list, reportIn(whole).rows.filter(isChoosable))
    : new Map<number, string>();
  if (perRow.size === 0) return { answer, choices };
  const settled = { ...choices, perRow };
  return { answer: await putIn(visit, file, settled, true), choices: settled };
}

interface Tried {
  readonly answer: Sent;
  readonly choices: ImportChoices;
}

/** Imports the previewed file. */
async function confirm(visit: RequestContext, form: SentForm): Promise<PageAnswer> {
  const choices = readImportChoices(form);
  const name = form.text('kept');
  const file = await visit.files.find(ownerOf(visit), name);
  if (!file) return gone(visit, choices.list, name);
  const answer = await putIn(visit, file, { ...choices, rowsShown: mostOmittedRows }, false);
  if (!answer.ok) return refused(visit, choices.list, sentenceOf(visit, answer), answer.status);
  visit.files.use(ownerOf(visit), name, visit.now);
  const left = await keepOmittedRows(visit, reportIn(answer).rows, choices.unmatched);
  return reported(visit, choices, reportIn(answer), left);
}

/** A file already imported or expired: importing it again could duplicate copies. */
function gone(visit: RequestContext, list: ImportList, name: string): Promise<Page> {
  const words = visit.t.collection.import;
  const at = visit.files.usedAt(ownerOf(visit), name);
  if (at === undefined) return refused(visit, list, words.fileGone);
  return choosePage(visit, { list, problem: words.fileUsed({ moment: visit.format.moment(at) }), isIn: true }, 422);
}

async function again(visit: RequestContext, list: ImportList, unmatched: 'keep' | 'provisional'): Promise<PageAnswer> {
  const answer = await matchAgain(visit, list, unmatched);
  if (!answer.ok) throw new ApiError(answer);
  return reported(visit, { list }, answer.document.data.attributes);
}

type Reported = Pick<ImportChoices, 'list'> & Partial<Pick<ImportChoices, 'unmatched'>>;

/** Shows the result once, not from the address. */
function reported(
  { to, once }: RequestContext,
  { list, unmatched: choice = 'keep' }: Reported,
  answered: ImportCounts,
  left?: string,
): Response {
  const { added, provisional, duplicates, unmatched, skipped, invalid } = answered;
  const isLeftOut = choice === 'skip';
  const counts: ImportCounts = {
    added,
    provisional,
    duplicates,
    unmatched: isLeftOut ? 0 : unmatched,
    invalid: invalid + skipped + (isLeftOut ? unmatched : 0),
    skipped: 0,
  };
  return seeOther(to.importFile({ list, left, once: once.keep({ kind: 'import', name: list, text: JSON.stringify(counts) }) }));
}

const refused = (visit: RequestContext, list: ImportList, problem: string, status = 422): Promise<Page> =>
  choosePage(visit, { list, problem }, status);

export const leftOut = {
  async get(visit: RequestContext): Promise<PageAnswer> {
    const left = await readOmittedRows(visit, visit.query.get('left') ?? '');
    if (left === undefined) return problemPage(visit, undefined, '');
    const headers = {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="left-out.csv"',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    };
    return new Response(omittedRowsCsv(left, visit), { headers });
  },
};

interface Items {
  readonly data: readonly { readonly relationships: { readonly releaseRecord: { readonly data: { readonly id: string } } } }[];
}

/**
 * Choices for unclear rows of a previous import: exactly one candidate is on the list. Contradicting candidates are never
 * preselected.
 */
async function settledRows(api: Api, list: ImportList, rows: readonly RowOutcome[]): Promise<RowChoices> {
  const unclear = rows.filter(({ line, candidates = [] }) => line !== null && candidates.length > 0);
  const asked = unclear.flatMap(({ candidates = [] }) => candidates.map(({ id }) => id));
  const there = new Set((await readInParts(asked, (part) => releasesThere(api, list, part))).flat());
  return new Map(
    unclear.flatMap(({ line, candidates = [] }): [number, string][] => {
      const [only, ...others] = candidates.filter(({ id, contradicts }) => contradicts === undefined && there.has(id));
      return line === null || only === undefined || others.length > 0 ? [] : [[line, only.id]];
    }),
  );
}

async function releasesThere(api: Api, list: ImportList, release: readonly string[]): Promise<string[]> {
  const type = list === 'collection' ? 'CollectionItem' : 'WishlistItem';
  const { data } = await api.read<Items>(`/api/users/me/${list}`, {
    release,
    itemsPerPage: valuesAtOnce,
    [`fields[${type}]`]: 'releaseRecord',
  });
  return data.map(({ relationships }) => relationships.releaseRecord.data.id.slice(-36));
}
