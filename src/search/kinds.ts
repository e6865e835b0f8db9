import { type RawBuilder, sql } from 'kysely';
import { artists } from '../catalog/artists';
import { labels } from '../catalog/labels';
import { productionRecordings } from '../catalog/production-recordings';
import { productions } from '../catalog/productions';
import { releases } from '../catalog/releases';
import type { AnyRow } from '../jsonapi/queries';
import type { Resource } from '../jsonapi/resource';

/** A text of a record that a search may have found, with the attribute that has it. */
export interface FoundText {
  readonly field: string;
  readonly text: string;
}

/** A kind of record that the search across kinds looks through. */
export interface SearchedKind {
  readonly resource: Resource;
  /** Its full-text index, whose rowid is the key of the record; the words in it are in the table of this name and `_word`. */
  readonly index: string;
  /** The column of its name, folded. */
  readonly name: string;
  /** Whether an index orders the records by their folded names. */
  readonly hasNameIndex: boolean;
  /** What bm25 gives each column of the index for weight. */
  readonly weights: RawBuilder<unknown>;
  /** What a match counts for beside one of another kind. */
  readonly boost: number;
  /** The texts of its row that the index has, the name first. */
  readonly texts: (row: AnyRow) => FoundText[];
}

/** As in the lists of one kind: a name weighs twice as much as another name. */
const nameFirst = sql`, 10, 5`;
const nameAlone = sql``;

/** In the order in which equally good hits are shown. */
export const searchedKinds: readonly SearchedKind[] = [
  {
    resource: artists,
    index: 'artist_search',
    name: 'name_folded',
    hasNameIndex: true,
    weights: nameFirst,
    boost: 1,
    texts: (row) => [
      ...one('name', row.name),
      ...one('real_name', row.real_name),
      ...items(row.variations).flatMap(({ variation }) => one('variations', variation)),
    ],
  },
  {
    resource: productions,
    index: 'production_search',
    name: 'title_folded',
    hasNameIndex: true,
    weights: nameFirst,
    boost: 0.95,
    texts: (row) => [
      ...one('title', row.title),
      ...linesOf(row.akas).flatMap((aka) => one('akas', aka)),
      ...items(row.composers).flatMap(({ name }) => one('composers', name)),
    ],
  },
  {
    resource: releases,
    index: 'release_search',
    name: 'title_folded',
    hasNameIndex: true,
    weights: nameFirst,
    boost: 0.9,
    texts: (row) => [...one('title', row.title), ...items(row.artists).flatMap(({ name }) => one('artists', name))],
  },
  {
    resource: labels,
    index: 'label_search',
    name: 'name_folded',
    hasNameIndex: true,
    weights: nameAlone,
    boost: 0.85,
    texts: (row) => one('name', row.name),
  },
  {
    resource: productionRecordings,
    index: 'production_recording_search',
    name: 'title_folded',
    hasNameIndex: false,
    weights: nameAlone,
    boost: 0.8,
    texts: (row) => one('title', row.title),
  },
];

/** Other titles stand one a line. */
export const linesOf = (text: unknown): string[] => (typeof text === 'string' ? text.split('\n') : []);

const one = (field: string, text: unknown): FoundText[] => (typeof text === 'string' && text !== '' ? [{ field, text }] : []);

/** A list in a row comes as JSON text. */
const items = (list: unknown): Record<string, unknown>[] => (typeof list === 'string' ? JSON.parse(list) : []);
