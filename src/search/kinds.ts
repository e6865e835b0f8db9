import { type RawBuilder, sql } from 'kysely';
import type { AnyRow } from '../api/read/queries';
import type { Kind, Kinds } from '../kinds';

/** A text of a record that a search may have found, with the attribute that has it. */
export interface FoundText {
  readonly field: string;
  readonly text: string;
}

/** A kind of record that the search across kinds looks through. */
export interface SearchedKind {
  readonly resource: Kind;
  /** Its full-text index, whose rowid is the key of the record; the words in it are in the table of this name and `_word`. */
  readonly index: string;
  /** The column of its name, folded. */
  readonly name: string;
  /** Whether an index orders the records by their folded names. */
  readonly hasNameIndex: boolean;
  /** What bm25 gives each column of the index for weight. */
  readonly weights: RawBuilder<unknown>;
  readonly boost: number;
  /** The texts of its row that the index has, the name first. */
  readonly texts: (row: AnyRow) => FoundText[];
}

/** As in the lists of one kind: a name weighs twice as much as another name. */
const nameFirst = sql`, 10, 5`;
const nameAlone = sql``;

type Treatment = Pick<SearchedKind, 'hasNameIndex' | 'weights' | 'boost' | 'texts'>;

/** In the order in which equally good hits are shown; other kinds follow. */
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
  // Before its editions, where all have the same name.
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
} as const satisfies Readonly<Record<string, Treatment>>;

/** The types of the catalog that a search looks through. */
export type SearchedType = keyof typeof treatments;

/** The kinds that have a full-text index, as they are declared. */
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

/** Other titles stand one a line. */
export const linesOf = (text: unknown): string[] => (typeof text === 'string' ? text.split('\n') : []);

const one = (field: string, text: unknown): FoundText[] => (typeof text === 'string' && text !== '' ? [{ field, text }] : []);

/** A list in a row comes as JSON text. */
const items = (list: unknown): Record<string, unknown>[] => (typeof list === 'string' ? JSON.parse(list) : []);
