import type { Sent } from '../../api/client';
import type { RequestContext } from '../../http/request-context';
import { knownId, type Resolved, resolveNames } from '../choices';
import type { CreatedRecords } from '../created-records';
import type { FieldError } from '../error-summary';
import { idFieldOf } from '../name-field';
import { slugsOfRoles } from '../roles';
import { changedFields, type Draft, isEmptyRow, type RowDraft, rowField } from './draft';
import { labelOf } from './field-errors';
import type { KindDescription } from './form-schemas';
import { type FieldDescription, isNames, type RowFields } from './inputs';

export interface NamesOfRows {
  readonly records: ReadonlyMap<string, Resolved>;
  /** By name. */
  readonly roles: ReadonlyMap<string, string>;
}

interface ChangedField {
  readonly rows: RowFields;
  readonly field: FieldDescription;
  readonly row: RowDraft;
  readonly at: number;
}

export const placeOfName = (rows: RowFields, name: string, at: number | string): string => `${rowField(rows, name)} ${at}`;

export async function resolveRows({ api }: RequestContext, description: KindDescription, draft: Draft): Promise<NamesOfRows> {
  const changed = changedIn(description, draft);
  const asked = changed.flatMap(({ rows, field: { name, input }, row, at }) =>
    isNames(input)
      ? [
          {
            place: placeOfName(rows, name, at),
            kind: input.names,
            choice: { typed: textAt(row, name), known: textAt(row, idFieldOf(name)) },
          },
        ]
      : [],
  );
  const roles = changed.flatMap(({ field: { name, input }, row }) => (input === 'role' ? textAt(row, name) : []));
  return { records: await resolveNames(api, asked), roles: await slugsOfRoles(api, roles, scopeOfRoles) };
}

const scopeOfRoles = 'production';

const textAt = ({ texts }: RowDraft, name: string): string => texts[name] ?? '';

const changedIn = ({ lists, rows }: KindDescription, draft: Draft): ChangedField[] =>
  [...lists, ...rows].flatMap((one) =>
    (draft.rows[one.name] ?? []).flatMap((row, at) =>
      isEmptyRow(one.fields, row) ? [] : changedFields(one.fields, row.was, row.texts).map((field) => ({ rows: one, field, row, at })),
    ),
  );

/** Ambiguous names, missing names and unknown roles. */
export function checkRows(
  { t }: RequestContext,
  description: KindDescription,
  draft: Draft,
  { records, roles }: NamesOfRows,
): FieldError[] {
  const { wrong } = t.releaseForm;
  return changedIn(description, draft).flatMap(({ rows, field: { name, input }, row, at }) => {
    const found = (message: string) => [{ field: rowField(rows, name), at: String(at), what: labelOf(t, name), message }];
    if (input === 'role') return textAt(row, name) === '' || roles.has(textAt(row, name)) ? [] : found(wrong.role);
    return records.get(placeOfName(rows, name, at))?.state === 'several' ? found(wrong.several) : [];
  });
}

/** Records by name, creating missing ones. */
export class RecordsOfRows {
  constructor(
    readonly names: NamesOfRows,
    readonly added: CreatedRecords,
  ) {}

  /** The UUID, undefined if empty, or the API's error. */
  async idOf(rows: RowFields, { name, input }: FieldDescription, row: RowDraft, at: number): Promise<string | Sent | undefined> {
    const resolved = this.names.records.get(placeOfName(rows, name, at));
    if (resolved?.state === 'known') return resolved.id;
    if (resolved?.state === 'new' && isNames(input)) return this.added.add(input.names, resolved.name, input.addedWith);
    return knownId({ typed: textAt(row, name), known: textAt(row, idFieldOf(name)) });
  }
}
