import { ApiError, type Sent } from '../../api/client';
import type { SentForm } from '../../http/form';
import type { RequestContext } from '../../http/request-context';
import { CreatedRecords, createdDocumentOf } from '../created-records';
import { draftChanges, type RecordChanges } from './changes';
import { placeOf } from './draft';
import { checkNames, resolveDraft, resolvedIds, resolveRoles } from './draft-names';
import type { EditedRecord } from './edited-record';
import { checkFields, errorsOf, type FormErrors, fieldIn } from './field-errors';
import { type FailedRow, saveChildren } from './save-children';
import { formFields, listsOf } from './schema';
import type { Draft, ResolvedNames } from './types';

export interface ToSave {
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
      /** Rejected rows; everything else was saved. */
      readonly failed: readonly FailedRow[];
      /** What else was not saved, as sentences. */
      readonly partly: readonly string[];
    }
  /** Changed by someone else. */
  | { readonly outcome: 'changed meanwhile' }
  | ({ readonly outcome: 'refused'; readonly names: ResolvedNames } & FormErrors);

/**
 * Saves the record, or nothing if anything of it is rejected or it was changed meanwhile; then its child records, one by one.
 */
export async function saveDraft(visit: RequestContext, asked: ToSave): Promise<Saved> {
  const { edited, draft, form } = asked;
  const { schema, draft: base } = edited;
  const [names, roles] = await Promise.all([resolveDraft(visit.api, schema, draft, base), resolveRoles(visit, edited, draft)]);
  const fieldErrors = [
    ...checkFields(visit, schema, draft, base),
    ...listsOf(schema).flatMap(({ part }) => part?.check(visit, { draft, base }, form) ?? []),
    ...checkNames(visit, edited, draft, names, roles),
  ];
  if (fieldErrors.length > 0) return { outcome: 'refused', fieldErrors, all: [], names };
  const added = new CreatedRecords();
  const ids = resolvedIds(visit, edited, draft, names, added);
  const idOf = (field: string, at: number) => ids.get(placeOf(field, at));
  const changes = await draftChanges(visit, edited, draft, { idOf, slugOf: (role) => roles.get(role) ?? role });
  const sent = await write(visit, asked, { ...changes, included: added.included });
  if (sent && !sent.ok) return refused(visit, edited, sent, added, names);
  if (sent) added.settle(sent);
  return saveRest(visit, asked, sent, names, added);
}

/** @returns undefined if unchanged */
async function write(
  { api }: RequestContext,
  { edited, note, addedTo }: ToSave,
  { attributes, relationships, included }: RecordChanges & { readonly included: readonly object[] },
): Promise<Sent | undefined> {
  const { schema, iri, tag } = edited;
  if (addedTo !== undefined) {
    const filled = Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== null));
    return api.send('POST', addedTo, createdDocumentOf(schema.type, { attributes: filled, relationships, included }, note));
  }
  if (Object.keys(attributes).length + Object.keys(relationships).length === 0) return undefined;
  return api.send('PATCH', iri, createdDocumentOf(schema.type, { attributes, relationships, included }, note, iri), { 'if-match': tag });
}

function refused(visit: RequestContext, { schema }: EditedRecord, sent: Sent, added: CreatedRecords, names: ResolvedNames): Saved {
  if (sent.status === 412) return { outcome: 'changed meanwhile' };
  if (sent.status !== 422 && sent.status !== 409) throw new ApiError(sent);
  const ofCreated = added.refusal(visit, sent);
  if (ofCreated) return { outcome: 'refused', fieldErrors: [ofCreated], all: [], names };
  return { outcome: 'refused', ...errorsOf(visit, sent, fieldIn(visit, schema)), names };
}

/** Child records and parts, once the record is saved. */
async function saveRest(
  visit: RequestContext,
  asked: ToSave,
  sent: Sent | undefined,
  names: ResolvedNames,
  added: CreatedRecords,
): Promise<Saved> {
  const { edited, note, form } = asked;
  const { schema, attributes } = edited;
  const iri: string = sent?.document.data.id ?? edited.iri;
  const children = await saveChildren(visit, { ...asked, edited: { ...edited, iri }, names, added });
  const created = formFields(schema).filter(({ name }) => names.get(placeOf(name))?.state === 'new');
  if (created.length > 0)
    await schema.completed?.(
      visit,
      iri,
      created.map(({ name }) => name),
      note,
    );
  const part = (await schema.part?.save(visit, iri, form)) ?? { isChanged: false, failed: [] };
  return {
    outcome: 'saved',
    slug: sent?.document.data.attributes.slug ?? String(attributes.slug ?? ''),
    isChanged: sent !== undefined || children.isChanged || part.isChanged,
    created: added.names,
    failed: children.failed,
    partly: part.failed,
  };
}
