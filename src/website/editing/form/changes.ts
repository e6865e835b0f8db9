import type { RequestContext } from '../../http/request-context';
import type { RevisionValues } from '../history/changes';
import { namedKinds } from '../names';
import { changedFields, isSame, rowsIn, typedValue } from './draft';
import { type EditedRecord, readOptions } from './edited-record';
import type { ListItem } from './open-list';
import { type FieldSchema, type FormSchema, formFields, isNames, isOptions, listsOf } from './schema';
import type { Draft, FormState, Row, SavedNames } from './types';

/** Changed members of a record, without those of child records. */
export async function draftChanges(
  context: RequestContext,
  edited: EditedRecord,
  draft: Draft,
  names: SavedNames,
): Promise<RevisionValues> {
  const { schema, draft: base, lists, attributes } = edited;
  const texts = withYears(schema, draft.texts);
  const changed = changedFields(formFields(schema), withYears(schema, base.texts), texts);
  const found: Record<string, unknown> = changedAttributes(changed, texts);
  for (const { name, attribute, followedBy } of listsOf(schema)) {
    const list = lists.get(name);
    if (attribute === undefined || !list || isSame(rowsIn(draft, name), rowsIn(base, name))) continue;
    const items = list.changed(rowsIn(draft, name), names);
    if (isSame(items, list.changed(rowsIn(base, name), unchanged))) continue;
    found[attribute] = items;
    if (followedBy !== undefined) Object.assign(found, followed(followedBy, items, attributes));
  }
  const options = await readOptions(context, edited, changed);
  return { attributes: found, relationships: relationshipsOf(changed, draft.texts, (name) => names.idOf(name, 0), options) };
}

/** Texts with the years of dates in place of empty years. */
function withYears(schema: FormSchema, texts: Row): Row {
  const isFilled = ({ name, yearOf }: FieldSchema) => yearOf !== undefined && texts[name] === '';
  const filled = formFields(schema).filter(isFilled);
  return { ...texts, ...Object.fromEntries(filled.map(({ name, yearOf = '' }) => [name, texts[yearOf]?.slice(0, 4) ?? ''])) };
}

const unchanged: SavedNames = { idOf: () => undefined, slugOf: (role) => role };

/** References are no attributes. */
export const changedAttributes = (fields: readonly FieldSchema[], texts: Row): Record<string, unknown> =>
  Object.fromEntries(
    fields
      .filter(({ input }) => !isNames(input) && !isOptions(input) && input !== 'hidden')
      .map((field) => [field.member, typedValue(field, texts[field.name] ?? '')] as const)
      .filter(([, value]) => value !== undefined),
  );

export const relationshipsOf = (
  fields: readonly FieldSchema[],
  texts: Row,
  idOf: (name: string) => string | undefined,
  options: FormState['options'] = new Map(),
): Record<string, object> =>
  Object.fromEntries(
    fields.flatMap(({ name, member, input }) => {
      const to = (type: string, id: string | undefined) => [[member, { data: id === undefined ? null : { type, id } }] as const];
      if (isNames(input)) return input.isItem ? [] : to(namedKinds[input.names].kind.type, idOf(name));
      return isOptions(input) ? to(input.type, options.get(name)?.find(({ value }) => value === texts[name])?.id) : [];
    }),
  );

/** Composers are also a separate list, which follows the credits. */
function followed(name: string, credits: readonly object[], attributes: EditedRecord['attributes']): object {
  const were = ((attributes[name] ?? []) as readonly ListItem[]).map(({ position: _, id, name: __, ...item }) => ({
    ...item,
    iri: `/api/artists/${id}`,
  }));
  const now = (credits as typeof were).filter((credit) =>
    were.some((one) => one.iri === credit.iri && (one.credit_role || null) === (credit.credit_role || null)),
  );
  return isSame(now, were) ? {} : { [name]: now };
}
