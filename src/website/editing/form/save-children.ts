import type { Sent } from '../../api/client';
import type { RequestContext } from '../../http/request-context';
import { type CreatedRecords, createdDocumentOf } from '../created-records';
import type { FieldError } from '../error-summary';
import { changedAttributes, relationshipsOf } from './changes';
import { changedFields, type NamedRecord, placeOf, rowsIn } from './draft';
import { type ResolvedIds, resolvedIds } from './draft-names';
import type { EditedRecord } from './edited-record';
import { errorsOf, type FormErrors, fieldInRow } from './field-errors';
import { addressIn, type ChildRecords, isNames, type ListSchema, listsOf } from './schema';
import type { Draft, ReadDocument, ResolvedNames, Row } from './types';

export interface FailedRow {
  readonly list: ListSchema;
  readonly row: Row;
  /** The API's answer, or an error of a name. */
  readonly why: Sent | FieldError;
}

interface ChildrenToSave {
  readonly edited: EditedRecord;
  readonly draft: Draft;
  readonly note: string;
  readonly names: ResolvedNames;
  readonly added: CreatedRecords;
}

/** One by one; a rejected row does not affect others. */
export async function saveChildren(
  context: RequestContext,
  asked: ChildrenToSave,
): Promise<{ readonly isChanged: boolean; readonly failed: readonly FailedRow[] }> {
  const failed: FailedRow[] = [];
  let isChanged = false;
  for (const list of listsOf(asked.edited.schema)) {
    if (!list.children) continue;
    for (const { row, save } of changesIn(context, asked, list, list.children)) {
      const sent = await save();
      if (sent.ok) isChanged = true;
      else failed.push({ list, row, why: asked.added.refusal(context, sent) ?? sent });
      asked.added.settle(sent);
    }
  }
  return { isChanged, failed };
}

interface RowChange {
  readonly row: Row;
  readonly save: () => Promise<Sent>;
}

/** The rows were merged with the current ones. */
const asItIs = { 'if-match': '*' };

function changesIn(context: RequestContext, asked: ChildrenToSave, list: ListSchema, children: ChildRecords): RowChange[] {
  const { api } = context;
  const { edited, draft, note, names, added } = asked;
  const address = addressIn(list.fields);
  const [were, rows] = [rowsIn(edited.draft, list.name), rowsIn(draft, list.name)];
  const below = list.fields.filter(({ name }) => name === children.below);
  const formerOf = (row: Row) => were.find((one) => one[address] === row[address]);
  /** Whether the row moved to another address. */
  const isMoved = (was: Row, row: Row) => changedFields(below, was, row).length > 0;
  const stays = (was: Row) => rows.some((row) => row[address] === was[address] && !isMoved(was, row));
  const remove = (row: Row) => api.send('DELETE', row[address] ?? '', note === '' ? undefined : { meta: { note } }, asItIs);
  const send = async (row: Row, at: number, was: Row | undefined): Promise<Sent> => {
    const ids = resolvedIds(context, edited, draft, names, added, { list, at });
    const changed = { row, at, was };
    const document = documentOfRow(asked, list, changed, ids, await artistsOfRow(api, list, changed, ids));
    if (was) return api.send('PATCH', row[address] ?? '', document, asItIs);
    const owner = children.below === undefined ? undefined : ids.get(placeOf(children.below, at));
    return api.send('POST', children.path(owner === undefined ? edited.iri : `/api/${namesOf(list)}/${owner}`), document);
  };
  return [
    ...were.filter((was) => !stays(was)).map((row) => ({ row, save: () => remove(row) })),
    ...rows.flatMap((row, at): RowChange[] => {
      const was = formerOf(row);
      // Accepts only records that belong to the edited one.
      if (!was && row[address] !== '') return [];
      if (was && !isMoved(was, row))
        return changedFields(list.fields, was, row).length === 0 ? [] : [{ row, save: () => send(row, at, was) }];
      return [{ row, save: () => send(row, at, undefined) }];
    }),
  ];
}

/** The path of the kind whose records have the rows below them. */
const namesOf = ({ fields, children }: ListSchema): string =>
  fields.flatMap(({ name, input }) => (name === children?.below && isNames(input) ? `${input.names}s` : [])).join('');

interface ChangedRow {
  readonly row: Row;
  readonly at: number;
  readonly was: Row | undefined;
}

/** The artists that the fields of a row name, and those beyond its fields; nothing if they are unchanged. */
async function artistsOfRow(
  api: RequestContext['api'],
  { fields }: ListSchema,
  { row, at, was }: ChangedRow,
  ids: ResolvedIds,
): Promise<object> {
  const own = fields.filter(({ input }) => isNames(input) && input.isItem);
  if (changedFields(own, was ?? {}, row).length === 0) return {};
  const saved = was && (await api.read<ReadDocument>(row[addressIn(fields)] ?? ''));
  const further = ((saved?.data.attributes.artists ?? []) as readonly NamedRecord[]).slice(own.length).map(({ id }) => id);
  const named = own.flatMap(({ name }) => ids.get(placeOf(name, at)) ?? []);
  return { artists: [...named, ...further].map((id) => ({ iri: `/api/artists/${id}` })) };
}

function documentOfRow(
  { edited, note, added: { included } }: ChildrenToSave,
  { fields, children }: ListSchema,
  { row, at, was }: ChangedRow,
  ids: ResolvedIds,
  artists: object,
): object {
  const changed = changedFields(fields, was ?? {}, row).filter(({ name }) => name !== children?.below);
  const filled = was ? changed : changed.filter(({ name }) => row[name] !== '');
  const above = !was && children?.owner ? { [children.owner]: { data: { type: edited.schema.type, id: edited.iri } } } : {};
  const attributes = { ...changedAttributes(filled, row), ...artists, ...(!was && children?.isOrdered && { position: at + 1 }) };
  const relationships = { ...relationshipsOf(filled, row, (name) => ids.get(placeOf(name, at))), ...above };
  return createdDocumentOf(children?.type ?? '', { attributes, relationships, included }, note, was && row[addressIn(fields)]);
}

/** The current record with rejected rows as typed. */
export function withFailed(context: RequestContext, now: Draft, failed: readonly FailedRow[]): FormErrors & { readonly draft: Draft } {
  const lists: Record<string, readonly Row[]> = { ...now.lists };
  const found = failed.map(({ list, row, why }): FormErrors => {
    const address = addressIn(list.fields);
    const rows = [...(lists[list.name] ?? [])];
    const known = rows.findIndex((one) => one[address] !== '' && one[address] === row[address]);
    const at = known < 0 ? rows.length : known;
    rows[at] = row;
    lists[list.name] = rows;
    return 'field' in why ? { fieldErrors: [{ ...why, at: String(at) }], all: [] } : errorsOf(context, why, fieldInRow(context, list, at));
  });
  return {
    draft: { ...now, lists },
    fieldErrors: found.flatMap(({ fieldErrors }) => fieldErrors),
    all: found.flatMap(({ all }) => all),
  };
}
