import type { Api } from '../../api/client';
import type { RequestContext } from '../../http/request-context';
import { resolveNames } from '../choices';
import type { CreatedRecords } from '../created-records';
import type { FieldError } from '../error-summary';
import { idFieldOf } from '../name-field';
import { isAddress } from '../names';
import { slugsOfRoles } from '../roles';
import { changedFields, isSame, placeOf, rowsIn } from './draft';
import type { EditedRecord } from './edited-record';
import { fieldError, whatOf } from './field-errors';
import { type FieldSchema, type FormSchema, formFields, isNames, type ListSchema, listsOf, type Names } from './schema';
import type { Draft, ResolvedNames, Row } from './types';

/** A field that names a record. */
interface NamingField {
  readonly field: FieldSchema & { readonly input: Names };
  readonly list?: ListSchema;
  readonly at: number;
  readonly typed: string;
  readonly known: string;
}

const isNaming = (field: FieldSchema): field is NamingField['field'] => isNames(field.input);

const namesOf = (fields: readonly FieldSchema[], texts: Row, at: number, list?: ListSchema): NamingField[] =>
  fields.filter(isNaming).map((field) => ({ field, list, at, typed: texts[field.name] ?? '', known: texts[idFieldOf(field.name)] ?? '' }));

const changedLists = (schema: FormSchema, draft: Draft, base: Draft): ListSchema[] =>
  listsOf(schema).filter(({ name }) => !isSame(rowsIn(draft, name), rowsIn(base, name)));

/** Changed names, and those in changed lists. */
const namesIn = (schema: FormSchema, draft: Draft, base: Draft): NamingField[] => [
  ...namesOf(changedFields(formFields(schema), base.texts, draft.texts), draft.texts, 0),
  ...changedLists(schema, draft, base).flatMap((list) =>
    rowsIn(draft, list.name).flatMap((row, at) => namesOf(list.fields, row, at, list)),
  ),
];

export const resolveDraft = (api: Api, schema: FormSchema, draft: Draft, base: Draft): Promise<ResolvedNames> =>
  resolveNames(
    api,
    namesIn(schema, draft, base).map(({ field, at, typed, known }) => ({
      place: placeOf(field.name, at),
      kind: field.input.names,
      choice: { typed, known },
    })),
  );

interface RoleField {
  readonly field: FieldSchema;
  readonly at: number;
  readonly role: string;
}

/** Roles that the record does not have yet. */
const rolesIn = (schema: FormSchema, draft: Draft, base: Draft): RoleField[] =>
  changedLists(schema, draft, base).flatMap(({ name: list, fields }) =>
    fields
      .filter(({ input }) => input === 'role')
      .flatMap((field) => {
        const former = new Set(rowsIn(base, list).map((row) => row[field.name]));
        const all = rowsIn(draft, list).map((row, at) => ({ field, at, role: row[field.name] ?? '' }));
        return all.filter(({ role }) => role !== '' && !former.has(role));
      }),
  );

/** Slugs by name; unknown names are missing. Roles of the record keep theirs, since names are ambiguous. */
export async function resolveRoles(
  context: RequestContext,
  { schema, draft: base, roles }: EditedRecord,
  draft: Draft,
): Promise<ReadonlyMap<string, string>> {
  const known = new Map([...roles].map(([slug, name]) => [name, slug] as const));
  const newRoles = rolesIn(schema, draft, base).map(({ role }) => role);
  return new Map([...(await slugsOfRoles(context, newRoles, schema.roles ?? 'release')), ...known]);
}

/** Ambiguous names, and names and roles without a record. */
export function checkNames(
  context: RequestContext,
  { schema, draft: base }: EditedRecord,
  draft: Draft,
  names: ResolvedNames,
  roles: ReadonlyMap<string, string>,
): FieldError[] {
  const { wrong } = context.t.releaseForm;
  const errorOf = ({ field, at, typed }: NamingField): string | undefined => {
    const state = names.get(placeOf(field.name, at))?.state;
    if (state === 'several') return wrong.several;
    return state === 'new' && (field.input.mayBeNew === false || isAddress(typed)) ? wrong.unknown({ name: typed }) : undefined;
  };
  return [
    ...namesIn(schema, draft, base).flatMap((naming) => {
      const error = errorOf(naming);
      return error ? [fieldError(context, naming.field, naming.list && naming.at, error)] : [];
    }),
    ...rolesIn(schema, draft, base)
      .filter(({ role }) => !roles.has(role))
      .map(({ field, at }) => fieldError(context, field, at, wrong.role)),
  ];
}

export type ResolvedIds = ReadonlyMap<string, string>;

/**
 * UUIDs by place; missing records are created with the document.
 * @param row a row of child records; undefined for the record itself
 */
export function resolvedIds(
  context: RequestContext,
  { schema, draft: base }: EditedRecord,
  draft: Draft,
  names: ResolvedNames,
  added: CreatedRecords,
  row?: { readonly list: ListSchema; readonly at: number },
): ResolvedIds {
  const ids = new Map<string, string>();
  for (const { field, list, at } of namesIn(schema, draft, base)) {
    if (row ? list !== row.list || at !== row.at : list?.children) continue;
    const resolved = names.get(placeOf(field.name, at));
    if (!resolved || resolved.state === 'several') continue;
    const { input } = field;
    const place = { field: field.name, at: list && String(at), what: whatOf(context, field.label) };
    const id = resolved.state === 'known' ? resolved.id : added.add(input.names, resolved.name, place, input.addedWith);
    ids.set(placeOf(field.name, at), id);
  }
  return ids;
}
