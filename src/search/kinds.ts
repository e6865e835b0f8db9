import { type RawBuilder, sql } from 'kysely';
import type { AnyRow } from '../api/read/queries';
import type { Kind, Kinds } from '../kinds';

/** A text that may have matched, with its attribute. */
export interface FoundText {
  readonly field: string;
  readonly text: string;
}

export interface SearchedKind {
  readonly resource: Kind;
  /** Full-text index whose rowid is the record's key; its words are in the table with the suffix `_word`. */
  readonly index: string;
  /** Column of the folded name. */
  readonly name: string;
  /** Whether an index covers the folded name. */
  readonly hasNameIndex: boolean;
  /** Column weights for bm25. */
  readonly weights: RawBuilder<unknown>;
  readonly boost: number;
  /** Indexed texts of a row, name first. */
  readonly texts: (row: AnyRow) => FoundText[];
}

/** As in lists of one kind, a name counts twice as much as other names. */
const nameFirst = sql`, 10, 5`;
const nameAlone = sql``;

type Treatment = Pick<SearchedKind, 'hasNameIndex' | 'weights' | 'boost' | 'texts'>;

/** Order of kinds for equal hits; others follow. */
const treatments = {
  Artist: {
    hasNameIndex: true,
    weights: nameFirst,
    boost: 1,
    texts: (row) => [
      ...one('name', row.name),
      ...one('real_name', row.real_name),
      ...items(row.variations).flatMap(({ variation }) => one('variations', variation)),
    ],
  },
  Production: {
    hasNameIndex: true,
    weights: nameFirst,
    boost: 0.95,
    texts: (row) => [
      ...one('title', row.title),
      ...linesOf(row.akas).flatMap((aka) => one('akas', aka)),
      ...items(row.composers).flatMap(({ name }) => one('composers', name)),
      ...items(row.credits).flatMap(({ name, credit_role }) => (credit_role === 'composer' ? [] : one('credits', name))),
    ],
  },
  // Before its editions, which have the same name.
  Album: {
    hasNameIndex: true,
    weights: nameFirst,
    boost: 0.92,
    texts: (row) => [...one('title', row.title), ...items(row.artists).flatMap(({ name }) => one('artists', name))],
  },
  Release: {
    hasNameIndex: true,
    weights: nameFirst,
    boost: 0.9,
    texts: (row) => [...one('title', row.title), ...items(row.artists).flatMap(({ name }) => one('artists', name))],
  },
  Label: { hasNameIndex: true, weights: nameAlone, boost: 0.85, texts: (row) => one('name', row.name) },
  ProductionRecording: { hasNameIndex: false, weights: nameAlone, boost: 0.8, texts: (row) => one('title', row.title) },
  ReleaseTrack: { hasNameIndex: false, weights: nameAlone, boost: 0.75, texts: (row) => one('title', row.title) },
} as const satisfies Readonly<Record<string, Treatment>>;

export type SearchedType = keyof typeof treatments;

/** Kinds with a full-text index. */
export function searchedKindsOf({ shown }: Kinds): SearchedKind[] {
  const all = shown.filter(({ searched }) => searched !== undefined);
  const known = Object.entries(treatments).flatMap(([type, treatment]) => {
    const resource = all.find((kind) => kind.type === type);
    return resource ? [{ ...searchedBy(resource), ...treatment }] : [];
  });
  return [...known, ...all.filter(({ type }) => !Object.hasOwn(treatments, type)).map(searchedBy)];
}

function searchedBy(resource: Kind): SearchedKind {
  const { table, searched, slugFrom } = resource;
  const name = searched === 'by hand' ? `${slugFrom}_folded` : (searched as string);
  const attribute = name.replace(/_folded$/, '');
  return {
    resource,
    index: `${table}_search`,
    name,
    hasNameIndex: false,
    weights: nameAlone,
    boost: 0.75,
    texts: (row) => one(attribute, row[attribute]),
  };
}

/** Other titles, one per line. */
export const linesOf = (text: unknown): string[] => (typeof text === 'string' ? text.split('\n') : []);

const one = (field: string, text: unknown): FoundText[] => (typeof text === 'string' && text !== '' ? [{ field, text }] : []);

/** Lists in rows are JSON text. */
const items = (list: unknown): Record<string, unknown>[] => (typeof list === 'string' ? JSON.parse(list) : []);
