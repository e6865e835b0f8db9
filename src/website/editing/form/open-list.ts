import { knownId } from '../choices';
import { idFieldOf } from '../name-field';
import { matchAlike, matchPlaces } from '../tracks/track-matching';
import { textsOf, typedValue } from './draft';
import { likenessesBy } from './row-kinds';
import { type FieldSchema, isNames, type ListSchema } from './schema';
import type { OpenList, Row, SavedNames } from './types';

export interface ListItem {
  readonly id?: string | null;
  readonly name?: string | null;
  readonly position: number;
  readonly credit_role?: string | null;
  /** As reads with names have it. */
  readonly role_name?: string | null;
}

/** A list attribute with one row per item. */
export function openList(list: ListSchema, items: readonly ListItem[], roles: ReadonlyMap<string, string>): OpenList {
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
function itemOf(fields: readonly FieldSchema[], { row, at, was, item }: ChangedRow, names: SavedNames): object {
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
