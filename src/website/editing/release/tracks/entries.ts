import type { Sent } from '../../../api/client';
import type { RequestContext } from '../../../http/request-context';
import { sentenceOf } from '../../../i18n/api-errors';
import { documentOf } from '../../created-records';
import type { Draft } from '../draft';
import type { NamesAsIds } from '../names-of-draft';
import type { Row } from '../release-schema';

interface EntriesToSave {
  readonly draft: Draft;
  readonly base: Draft;
  /** IRI of the release. */
  readonly release: string;
  readonly note: string;
  readonly idOf: NamesAsIds['idOf'];
}

/** What was not saved, as sentences. */
export interface EntriesSaved {
  readonly isChanged: boolean;
  readonly failed: readonly string[];
}

type Entry = Row<'productions'>;

/** Saves links to productions, which are records of their own, one by one. */
export async function saveEntries(visit: RequestContext, asked: EntriesToSave): Promise<EntriesSaved> {
  const rows = asked.draft.lists.productions;
  const were = asked.base.lists.productions;
  const kept = (one: Entry) =>
    rows.find((row) => row.entry === one.entry && row.productionIs === one.productionIs && row.production === one.production);
  const steps: (readonly [title: string, send: () => Promise<Sent>])[] = [
    ...were.filter((one) => !kept(one)).map((one) => [one.production, () => remove(visit, one.entry, asked.note)] as const),
    ...rows.flatMap((row, index) => {
      const was = were.find((one) => one.entry === row.entry && kept(one) === row);
      if (!was) return [[row.production, () => add(visit, asked, row, index)] as const];
      return was.kind === row.kind ? [] : [[row.production, () => change(visit, row, asked.note)] as const];
    }),
  ];
  const failed: string[] = [];
  for (const [title, send] of steps) {
    const sent = await send();
    if (!sent.ok) failed.push(visit.t.releaseForm.partly.entry(title, sentenceOf(visit, sent)));
  }
  return { isChanged: steps.length > failed.length, failed };
}

function add({ api }: RequestContext, { idOf, release, note }: EntriesToSave, { kind }: Entry, index: number): Promise<Sent> {
  const relationships = { release: { data: { type: 'Release', id: release } } };
  const document = documentOf('ProductionEntry', { attributes: { kind, position: index + 1 }, relationships }, note);
  return api.send('POST', `/api/productions/${idOf('production', index) ?? ''}/entries`, document);
}

/** The version was checked with the release. */
const asItIs = { 'if-match': '*' };

const change = ({ api }: RequestContext, { entry, kind }: Entry, note: string): Promise<Sent> =>
  api.send('PATCH', entry, documentOf('ProductionEntry', { attributes: { kind } }, note, entry), asItIs);

const remove = ({ api }: RequestContext, entry: string, note: string): Promise<Sent> =>
  api.send('DELETE', entry, note === '' ? undefined : { meta: { note } }, asItIs);
