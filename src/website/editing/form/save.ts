import { ApiError, type Sent } from '../../api/client';
import type { SentForm } from '../../http/form';
import type { RequestContext } from '../../http/request-context';
import { problemsIn } from '../../i18n/api-errors';
import { CreatedRecords, writtenDocument } from '../created-records';
import type { RevisionValues } from '../history/changes';
import { changedAttributes, draftChanges, relationshipsOf } from './changes';
import { changedFields, type NamedRecord, placeOf, rowsIn } from './draft';
import { checkNames, type ResolvedIds, resolveDraft, resolvedIds, resolveRoles } from './draft-names';
import type { EditedRecord } from './edited-record';
import { checkFields, errorsOf, type FormErrors, fieldIn, fieldInRow } from './field-errors';
import { addressIn, type ChildRecords, isNames, type ListSchema, listsOf } from './schema';
import type { Draft, ReadData, ResolvedNames, Row } from './types';

export interface DraftToSave {
  /** With the values that the draft is based on. */
  readonly edited: EditedRecord;
  readonly draft: Draft;
  readonly note: string;
  readonly form: SentForm;
  /** The list of a new record. */
  readonly addedTo?: string;
}

export type Saved =
  | {
      readonly outcome: 'saved';
      readonly slug: string;
      readonly isChanged: boolean;
      /** Names of records that were created with it. */
      readonly created: readonly string[];
      /** Why a part beside the record, such as the cover, was not saved. */
      readonly refusedPart: string | undefined;
    }
  /** Changed by someone else. */
  | { readonly outcome: 'changed meanwhile' }
  | ({ readonly outcome: 'refused'; readonly names: ResolvedNames } & FormErrors);

/** Saves the record with its child records, or nothing if anything is rejected or was changed meanwhile; then the part beside it. */
export async function saveDraft(context: RequestContext, input: DraftToSave): Promise<Saved> {
  const { edited, draft, form } = input;
  const { schema, draft: base, attributes } = edited;
  const [names, roles] = await Promise.all([resolveDraft(context.api, schema, draft, base), resolveRoles(context, edited, draft)]);
  const fieldErrors = [
    ...checkFields(context, schema, draft, base),
    ...listsOf(schema).flatMap(({ part }) => part?.check(context, { draft, base }, form) ?? []),
    ...checkNames(context, edited, draft, names, roles),
  ];
  if (fieldErrors.length > 0) return { outcome: 'refused', fieldErrors, all: [], names };
  const created = new CreatedRecords();
  const ids = resolvedIds(context, edited, draft, names, created);
  const idOf = (field: string, at: number) => ids.get(placeOf(field, at));
  const changes = await draftChanges(context, edited, draft, { idOf, slugOf: (role) => roles.get(role) ?? role });
  const children = childChanges(input, (row) => resolvedIds(context, edited, draft, names, created, row));
  const included = [
    ...created.included((field) => schema.createdWith?.(field, changes.attributes, attributes, draft)),
    ...children.map(({ document }) => document),
  ];
  const sent = await send(context, input, changes, included);
  if (sent && !sent.ok) return refused(context, edited, sent, created, children, names);
  const part = await schema.part?.save(context, sent?.document.data.id ?? edited.iri, form);
  return {
    outcome: 'saved',
    slug: sent?.document.data.attributes.slug ?? String(attributes.slug ?? ''),
    isChanged: sent !== undefined || part?.isChanged === true,
    created: created.names,
    refusedPart: part?.refusal,
  };
}

/** By which child records name a new record. */
const ownLid = 'own';

/** @returns undefined if unchanged */
async function send(
  { api }: RequestContext,
  { edited: { schema, iri, tag }, note, addedTo }: DraftToSave,
  { attributes, relationships }: RevisionValues,
  included: readonly object[],
): Promise<Sent | undefined> {
  const { type } = schema;
  if (addedTo !== undefined) {
    const filled = Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== null));
    return api.send('POST', addedTo, writtenDocument({ type, lid: ownLid }, { attributes: filled, relationships, included }, note));
  }
  if (Object.keys(attributes).length + Object.keys(relationships).length + included.length === 0) return undefined;
  return api.send('PATCH', iri, writtenDocument({ type, id: iri }, { attributes, relationships, included }, note), { 'if-match': tag });
}

function refused(
  context: RequestContext,
  { schema }: EditedRecord,
  sent: Sent,
  created: CreatedRecords,
  children: readonly ChildChange[],
  names: ResolvedNames,
): Saved {
  const isGone = sent.status === 409 && problemsIn(sent.document).some(({ code }) => code === 'no_record_at');
  if (sent.status === 412 || isGone) return { outcome: 'changed meanwhile' };
  if (sent.status !== 422 && sent.status !== 409) throw new ApiError(sent);
  const ofCreated = created.refusal(context, sent);
  if (ofCreated) return { outcome: 'refused', fieldErrors: [ofCreated], all: [], names };
  const errors = errorsOf(context, sent, (pointer) => {
    if (pointer[0] !== 'included') return fieldIn(context, schema)(pointer);
    const { list, at } = children[Number(pointer[1]) - created.count] ?? {};
    return list && at !== undefined ? fieldInRow(context, list, at)(pointer.slice(2)) : undefined;
  });
  return { outcome: 'refused', ...errors, names };
}

/** A row of child records. */
interface ChildRow {
  readonly list: ListSchema;
  readonly at: number;
}

/** A child record in the document; without a place if its row was removed. */
interface ChildChange extends Pick<ChildRow, 'list'> {
  readonly at?: number;
  readonly document: object;
}

function childChanges({ edited, draft }: DraftToSave, idsIn: (row: ChildRow) => ResolvedIds): ChildChange[] {
  return listsOf(edited.schema).flatMap((list): ChildChange[] => {
    const { children, fields, name } = list;
    if (!children) return [];
    const address = addressIn(fields);
    const [formerRows, rows] = [rowsIn(edited.draft, name), rowsIn(draft, name)];
    const below = fields.filter((field) => field.name === children.below);
    const formerOf = (row: Row) => formerRows.find((former) => former[address] === row[address]);
    const recordOf = (row: Row) => edited.lists.get(name)?.records?.find(({ id }) => id === row[address]) as ReadData;
    /** Whether the row moved to another address. */
    const isMoved = (former: Row, row: Row) => changedFields(below, former, row).length > 0;
    const stays = (former: Row) => rows.some((row) => row[address] === former[address] && !isMoved(former, row));
    return [
      ...formerRows
        .filter((former) => !stays(former))
        .map((former) => {
          const { type, id, attributes, relationships = {} } = recordOf(former);
          return { list, document: { type, id, meta: { deleted: true, before: { attributes, relationships } } } };
        }),
      ...rows.flatMap((row, at): ChildChange[] => {
        const former = formerOf(row);
        // A record that was deleted meanwhile is created again.
        if (!former || isMoved(former, row))
          return [{ list, at, document: newChild(edited, list, children, row, at, idsIn({ list, at })) }];
        if (changedFields(fields, former, row).length === 0) return [];
        return [{ list, at, document: changedChild(recordOf(former), list, former, row, at, idsIn({ list, at })) }];
      }),
    ];
  });
}

function newChild(edited: EditedRecord, { fields }: ListSchema, children: ChildRecords, row: Row, at: number, ids: ResolvedIds): object {
  const { type, owner, isOrdered } = children;
  const filled = changedFields(fields, {}, row).filter(({ name }) => row[name] !== '');
  const own = { type: edited.schema.type, ...(edited.iri === '' ? { lid: ownLid } : { id: edited.iri }) };
  return {
    type,
    lid: crypto.randomUUID(),
    attributes: { ...changedAttributes(filled, row), ...artistsOf(fields, {}, row, at, ids), ...(isOrdered && { position: at + 1 }) },
    relationships: { ...relationshipsOf(filled, row, (name) => ids.get(placeOf(name, at))), ...(owner && { [owner]: { data: own } }) },
  };
}

/** With the values that it is based on. */
function changedChild(record: ReadData, { fields }: ListSchema, former: Row, row: Row, at: number, ids: ResolvedIds): object {
  const changed = changedFields(fields, former, row);
  const attributes = { ...changedAttributes(changed, row), ...artistsOf(fields, former, row, at, ids, record) };
  const relationships = relationshipsOf(changed, row, (name) => ids.get(placeOf(name, at)));
  const before = {
    attributes: Object.fromEntries(Object.keys(attributes).map((name) => [name, record.attributes[name]])),
    relationships: Object.fromEntries(Object.keys(relationships).map((name) => [name, record.relationships?.[name]])),
  };
  return { type: record.type, id: record.id, attributes, relationships, meta: { before } };
}

/** The artists that the fields of a row name, and those beyond its fields; nothing if they are unchanged. */
function artistsOf(fields: ListSchema['fields'], former: Row, row: Row, at: number, ids: ResolvedIds, record?: ReadData): object {
  const own = fields.filter(({ input }) => isNames(input) && input.isItem);
  if (changedFields(own, former, row).length === 0) return {};
  const further = ((record?.attributes.artists ?? []) as readonly NamedRecord[]).slice(own.length).map(({ id }) => id);
  const named = own.flatMap(({ name }) => ids.get(placeOf(name, at)) ?? []);
  return { artists: [...named, ...further].map((id) => ({ iri: `/api/artists/${id}` })) };
}
