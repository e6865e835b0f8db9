import { knownId } from '../choices';
import { idFieldOf } from '../name-field';
import { matchAlike, matchPlaces } from '../tracks/track-matching';
import { changedFields, type Draft, isSame, type Row, rowsIn, textsOf, typedValue } from './draft';
import type { EditedRecord, ListItem } from './edited-record';
import { likenessesBy } from './row-kinds';
import { type Field, fieldsOf, isNames, isOptions, type ListSchema, listsOf, type OpenList, type SavedNames } from './schema';

/** Changed members only. */
export interface Changes {
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly relationships: Readonly<Record<string, unknown>>;
}

/** Changes of a record, without those of child records. */
export function changesOf(edited: EditedRecord, draft: Draft, names: SavedNames): Changes {
  const { schema, draft: base, lists, attributes } = edited;
  const changed = changedFields(fieldsOf(schema), base.texts, draft.texts);
  const found: Record<string, unknown> = attributesOf(changed, draft.texts);
  for (const { name, attribute, followedBy } of listsOf(schema)) {
    const list = lists.get(name);
    if (attribute === undefined || !list || isSame(rowsIn(draft, name), rowsIn(base, name))) continue;
    const items = list.changed(rowsIn(draft, name), names);
    if (isSame(items, list.changed(rowsIn(base, name), unchanged))) continue;
    found[attribute] = items;
    if (followedBy !== undefined) Object.assign(found, followed(followedBy, items, attributes));
  }
  return { attributes: found, relationships: relationshipsOf(changed, draft.texts, (name) => names.idOf(name, 0), edited.options) };
}

const unchanged: SavedNames = { idOf: () => undefined, slugOf: (role) => role };

/** References are no attributes. */
export const attributesOf = (fields: readonly Field[], texts: Row): Record<string, unknown> =>
  Object.fromEntries(
    fields
      .filter(({ input }) => !isNames(input) && !isOptions(input) && input !== 'hidden')
      .map((field) => [field.member, typedValue(field, texts[field.name] ?? '')] as const)
      .filter(([, value]) => value !== undefined),
  );

/** API types by kind of name. */
const namedTypes = {
  artist: 'Artist',
  label: 'Label',
  organization: 'Organization',
  production: 'Production',
  album: 'Album',
  release: 'Release',
} as const;

export const relationshipsOf = (
  fields: readonly Field[],
  texts: Row,
  idOf: (name: string) => string | undefined,
  options: EditedRecord['options'] = new Map(),
): Record<string, object> =>
  Object.fromEntries(
    fields.flatMap(({ name, member, input }) => {
      const to = (type: string, id: string | undefined) => [[member, { data: id === undefined ? null : { type, id } }] as const];
      if (isNames(input)) return to(namedTypes[input.names], idOf(name));
      return isOptions(input) ? to(input.type, options.get(name)?.find(({ value }) => value === texts[name])?.id) : [];
    }),
  );

/** A list attribute with one row per item. */
export function openList(list: ListSchema, items: readonly ListItem[], roles: EditedRecord['roles']): OpenList {
  const { name, fields, identities, isOfCredits } = list;
  const isOfArtists = name === 'artists';
  const rows = items.map((item) => {
    const record = typeof item.id === 'string' ? { id: item.id, name: item.name ?? '' } : undefined;
    return textsOf(fields, { ...item, iri: record, credit_role: roles.get(item.credit_role ?? '') ?? item.credit_role });
  });
  const likenesses = [(row: Row) => JSON.stringify(row), ...likenessesBy(identities)];
  return {
    rows,
    changed: (typed, names) => {
      const alike = isOfCredits ? matchAlike(rows, typed, likenesses) : [];
      // A join phrase belongs to its place.
      const matches = isOfArtists ? matchPlaces(rows, alike) : alike;
      return typed.map((row, at) => {
        const match = matches[at] ?? -1;
        const item = itemOf(fields, { row, was: rows[match], at, item: items[match] }, names);
        return isOfArtists && at === typed.length - 1 ? { ...item, join_phrase: null } : item;
      });
    },
  };
}

interface ChangedRow {
  readonly row: Row;
  readonly at: number;
  readonly was: Row | undefined;
  readonly item: ListItem | undefined;
}

/** The text of a role may name several: an unchanged one stays. */
function itemOf(fields: readonly Field[], { row, at, was, item }: ChangedRow, names: SavedNames): object {
  const members = fields.flatMap((field): (readonly [string, unknown])[] => {
    const text = row[field.name] ?? '';
    if (isNames(field.input)) {
      const id = names.idOf(field.name, at) ?? knownId({ typed: text, known: row[idFieldOf(field.name)] ?? '' });
      return [['iri', id ? `/api/${field.input.names}s/${id}` : null]];
    }
    if (item && was?.[field.name] === text) return [];
    return [[field.member, field.input === 'role' && text !== '' ? names.slugOf(text) : typedValue(field, text)]];
  });
  if (!item) return Object.fromEntries(members);
  const { position: _, id, name: __, ...rest } = item;
  const iri = Object.fromEntries(members).iri;
  const isOther = typeof iri === 'string' && !iri.endsWith(`/${id}`);
  return { ...rest, ...(isOther && { name_variation: null }), ...Object.fromEntries(members) };
}

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
