import type { RowOutcome, UndoneImport } from '../../../collection/files/documents';
import { type Api, ApiError, readAttributesPage, readInParts, type Sent, valuesAtOnce } from '../../api/client';
import { sitesOf } from '../../api/server-meta';
import type { SentForm } from '../../http/form';
import { type Page, type PageAnswer, seeOther } from '../../http/page';
import { problemPage } from '../../http/problem-page';
import type { RequestContext } from '../../http/request-context';
import type { ChosenFile } from '../../http/upload-store';
import { sentenceOf } from '../../i18n/api-errors';
import { copies, type Wish, wishes } from '../items/items';
import { readThumbnails } from '../items/release-thumbnails';
import { columnsPage, hasUnknownWords, isUnclear, repeatedFields } from './columns-page';
import {
  type ImportChoices,
  type ImportList,
  type ImportOutcome,
  isColumnField,
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
import { confirmUndoPage, rememberedReading } from './past-imports';
import { previewPage } from './preview-page';
import { candidatesShown, isChoosable } from './row-choice';

export async function get(context: RequestContext): Promise<Page> {
  const list = readListName(context.query.get('list'));
  const undo = context.query.get('undo');
  if (undo) return confirmUndoPage(context, list, undo);
  const left = await readOmittedRows(context, context.query.get('left') ?? '');
  return choosePage(context, { list, left });
}

/** Previews, imports, or handles stored rows. */
export async function post(context: RequestContext, _: unknown, form: SentForm): Promise<PageAnswer> {
  const what = form.text('do');
  // A wrong list must not receive the file.
  if (!['collection', 'wishlist'].includes(form.text('list'))) return refused(context, 'collection', context.t.collection.import.noList);
  const list = readListName(form.text('list'));
  const id = form.text('id');
  if (what === 'again' || what === 'make') return again(context, list, what === 'make' ? 'provisional' : 'keep');
  if (what === 'forget') {
    await context.api.change('DELETE', `/api/users/me/${list}/import/unmatched/${encodeURIComponent(id)}`);
    return seeOther(context.to.importFile({ list }));
  }
  if (what === 'undo') return undo(context, list, id);
  return what === 'confirm' ? confirm(context, form) : look(context, form);
}

const ownerOf = ({ user }: RequestContext): string => user?.id ?? '';

/** A new file, or a stored one with other choices. */
async function look(context: RequestContext, form: SentForm): Promise<Page> {
  const what = form.text('do');
  const entered = readImportChoices(form);
  // Another encoding or sheet has other headings.
  const requested = what === 'reread' ? withReading(entered, (name) => !name.includes(':')) : entered;
  const sent = await readChosenFile(form);
  const known = form.text('kept');
  const file = sent ?? (await context.files.find(ownerOf(context), known));
  const words = context.t.collection.import;
  if (!file && known !== '') return gone(context, requested.list, known);
  if (!file) return refused(context, requested.list, form.hasEmptyFile('file') ? words.emptyFile : words.noFile);
  const isRepeated = repeatedFields(requested.reading).size > 0;
  const { answer, choices } = isRepeated
    ? {
        answer: await putIn(
          context,
          file,
          withReading(requested, (name) => !isColumnField(name)),
          true,
        ),
        choices: requested,
      }
    : await tried(context, file, requested, sent !== undefined);
  if (!answer.ok) return refused(context, choices.list, sentenceOf(context, answer), answer.status);
  const fileKey = sent ? await context.files.keep(ownerOf(context), file) : known;
  if (fileKey === undefined) return refused(context, choices.list, words.noRoom);
  const report = reportIn(answer);
  const asks = sent ? isUnclear(report, choices.reading) : hasUnknownWords(report, choices.reading);
  if (isRepeated || what === 'columns' || what === 'reread' || asks) return columnsPage(context, { file, fileKey, choices, report });
  const drawn = await readThumbnails(
    context.api,
    report.rows.flatMap(({ release, candidates = [] }) =>
      [...(release ? [release] : []), ...candidates.slice(0, candidatesShown)].map(({ id }) => id),
    ),
  );
  const offered = choices.list === 'collection' ? report.rows.filter((row) => isChoosable(row) && !row.chosen) : [];
  const ids = offered.flatMap(({ candidates = [] }) => candidates.slice(0, candidatesShown).map(({ id }) => id));
  const wished = (await readInParts(ids, (part) => releasesThere(context.api, 'wishlist', part))).flat().length;
  return previewPage(context, { file, fileKey, choices, report, drawn, wished, isOnline: sitesOf(context).length > 0 });
}

const withReading = (choices: ImportChoices, isUsed: (field: string) => boolean): ImportChoices => ({
  ...choices,
  reading: new Map([...choices.reading].filter(([field]) => isUsed(field))),
});

/** Previews a file; a new one with choices settled by the list. */
async function tried(context: RequestContext, file: ChosenFile, requested: ImportChoices, isNew: boolean) {
  let [choices, answer] = [requested, await putIn(context, file, requested, true)];
  const remembered = isNew && answer.ok ? await rememberedReading(context, choices.list, reportIn(answer)) : undefined;
  if (remembered) {
    choices = { ...choices, reading: new Map([...choices.reading, ...remembered]) };
    answer = await putIn(context, file, choices, true);
  }
  if (!isNew || !answer.ok || reportIn(answer).with_candidates === 0) return { answer, choices };
  const whole = await putIn(context, file, { ...choices, rowsShown: mostOmittedRows }, true);
  const rows = whole.ok ? reportIn(whole).rows.filter(isChoosable) : [];
  const perRow = await settledRows(context.api, choices.list, rows);
  if (perRow.size === 0) return { answer, choices };
  choices = { ...choices, perRow };
  return { answer: await putIn(context, file, choices, true), choices };
}

/** Imports the previewed file. */
async function confirm(context: RequestContext, form: SentForm): Promise<PageAnswer> {
  const choices = readImportChoices(form);
  const name = form.text('kept');
  const file = await context.files.find(ownerOf(context), name);
  if (!file) return gone(context, choices.list, name);
  const answer = await putIn(context, file, { ...choices, rowsShown: mostOmittedRows }, false);
  if (!answer.ok) return refused(context, choices.list, sentenceOf(context, answer), answer.status);
  context.files.use(ownerOf(context), name, context.now);
  const left = await keepOmittedRows(context, reportIn(answer).rows, choices.unmatched);
  return reported(context, choices, answer, left);
}

/** A file already imported or expired: importing it again could duplicate copies. */
function gone(context: RequestContext, list: ImportList, name: string): Promise<Page> {
  const words = context.t.collection.import;
  const at = context.files.usedAt(ownerOf(context), name);
  if (at === undefined) return refused(context, list, words.fileGone);
  return choosePage(context, { list, problem: words.fileUsed({ moment: context.format.moment(at) }), isIn: true }, 422);
}

/** Retries stored rows by importing an empty file. */
async function again(context: RequestContext, list: ImportList, unmatched: 'keep' | 'provisional'): Promise<PageAnswer> {
  const nothing = JSON.stringify({ format: `leitmotif-${list}`, version: 1, items: [] });
  const file = { name: '', mediaType: 'application/json', bytes: new TextEncoder().encode(nothing) };
  const choices = {
    list,
    alsoOwned: 'skip',
    unmatched,
    takeOffWishlist: true,
    rowsShown: 0,
    perRow: new Map(),
    reading: new Map(),
  } as const;
  const answer = await putIn(context, file, choices, false);
  if (!answer.ok) throw new ApiError(answer);
  return reported(context, choices, answer);
}

/** Of what stays; an import has up to thousands of rows. */
const staysShown = 100;

async function undo(context: RequestContext, list: ImportList, id: string): Promise<PageAnswer> {
  const answer = await context.api.send('DELETE', `/api/users/me/${list}/imports/${encodeURIComponent(id)}`);
  if (!answer.ok) return refused(context, list, sentenceOf(context, answer), answer.status);
  const { stays, ...undone } = answer.document.data.attributes as UndoneImport;
  const text = JSON.stringify({ ...undone, stays: stays.slice(0, staysShown), left: stays.length });
  return seeOther(context.to.importFile({ list, once: context.once.keep({ kind: 'undone-import', name: list, text }) }));
}

/** Shows the result once, not from the address. */
function reported({ to, once }: RequestContext, choices: ImportChoices, answer: Sent, left?: string): Response {
  const { list, takeOffWishlist } = choices;
  const { added, wishes, provisional, duplicates, unmatched, skipped, invalid, wanted } = reportIn(answer);
  const leftOut = choices.unmatched === 'skip' ? unmatched : 0;
  const counts: ImportOutcome = {
    ...{ added, wishes, provisional, duplicates, invalid, wanted: takeOffWishlist ? wanted : 0 },
    ...{ unmatched: unmatched - leftOut, skipped: skipped + leftOut },
  };
  const text = JSON.stringify({ ...counts, id: answer.document.data.id });
  return seeOther(to.importFile({ list, left, once: once.keep({ kind: 'import', name: list, text }) }));
}

const refused = (context: RequestContext, list: ImportList, problem: string, status = 422): Promise<Page> =>
  choosePage(context, { list, problem }, status);

export const leftOut = {
  async get(context: RequestContext): Promise<PageAnswer> {
    const left = await readOmittedRows(context, context.query.get('left') ?? '');
    if (left === undefined) return problemPage(context, undefined, '');
    return omittedRowsCsv(left, context);
  },
};

/**
 * Choices for unclear rows of a previous import: exactly one candidate is on the list. Contradicting candidates are never
 * preselected.
 */
async function settledRows(api: Api, list: ImportList, rows: readonly RowOutcome[]): Promise<RowChoices> {
  const unclear = rows.filter(({ line, candidates = [] }) => line !== null && candidates.length > 0);
  const ids = unclear.flatMap(({ candidates = [] }) => candidates.map(({ id }) => id));
  const there = new Set((await readInParts(ids, (part) => releasesThere(api, list, part))).flat());
  return new Map(
    unclear.flatMap(({ line, candidates = [] }): [number, string][] => {
      const [only, ...others] = candidates.filter(({ id, contradicts }) => contradicts === undefined && there.has(id));
      return line === null || only === undefined || others.length > 0 ? [] : [[line, only.id]];
    }),
  );
}

/** Those of the releases that are on the list. */
async function releasesThere(api: Api, list: ImportList, release: readonly string[]): Promise<string[]> {
  const { path, type } = list === 'collection' ? copies : wishes;
  const query = { release, itemsPerPage: valuesAtOnce, [`fields[${type}]`]: 'release' };
  const { items } = await readAttributesPage<Pick<Wish, 'release'>>(api, path, query);
  return items.map(({ release }) => release.id);
}
