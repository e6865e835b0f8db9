import { type Static, Type as t } from '@sinclair/typebox';
import { writableField } from '../api/schema/fields';
import { defineResource } from '../api/schema/registry';
import { closed, count, iri, list, orNull, text, word } from '../api/schema/schemas';
import { readDocument } from '../api/write/write';
import { formatTypes } from '../catalog/vocabularies/vocabularies';
import { releaseSources } from '../config';
import { invalid } from '../errors';
import { message } from '../messages/message';
import { uuidText } from '../store/values/identifiers';

/** A release at another site, with what tells editions apart. */
export const candidate = closed({
  source: word(releaseSources),
  id: text('Its id at the source'),
  url: text('Its page at the source'),
  title: text(),
  artist_credit: orNull(text()),
  note: orNull(text('Disambiguation at the source')),
  release_date: orNull(text()),
  country: orNull(text()),
  barcode: orNull(text()),
  same_barcode: t.Boolean({ description: 'Whether it has the requested barcode' }),
  labels: list(closed({ name: orNull(text()), catalog_number: orNull(text()) })),
  formats: list(closed({ format_type: word(formatTypes.words), quantity: count() })),
  track_count: count(),
  duration_seconds: orNull(count('Known only after a look-up of a single release')),
});

export type OnlineCandidate = Static<typeof candidate>;

/** Editions beyond these do not help a person to choose. */
export const mostCandidates = 25;

export const bestFirst = (candidates: readonly (OnlineCandidate | undefined)[]): readonly OnlineCandidate[] =>
  candidates
    .filter((text) => text !== undefined)
    .toSorted((a, b) => Number(b.same_barcode) - Number(a.same_barcode))
    .slice(0, mostCandidates);

/** Leading zeros do not change a GTIN. */
export const significant = (barcode: string): string => barcode.replace(/\D/g, '').replace(/^0+/, '');

export const foundCandidate = closed({
  ...candidate.properties,
  cover: orNull(iri('Its front cover at the Cover Art Archive, fetched by this server; 404 if there is none')),
  release: orNull(iri('The release in this catalog, if it exists')),
});

export type FoundCandidate = Static<typeof foundCandidate>;

const names = ['barcode', 'catalog_number', 'label', 'url', 'mbid', 'discogs_id', 'disc_id', 'title', 'artist'] as const;

/** Texts to look up, or the album whose editions to list. */
export type OnlineQuery = {
  readonly [N in Exclude<(typeof names)[number], 'url'> | 'release_group' | 'discogs_master']?: string;
};

const written = (pattern: string, max: number, expected = message('wrong_length', { min: 1, max })) =>
  writableField({ schema: t.String({ minLength: 1, maxLength: max, pattern }), expected }, '');

/** A UUID in small or capital letters. */
const anyCase = uuidText.replaceAll('a-f', 'a-fA-F');

const anyText = (max = 255) => written('\\S', max);

const fields: Record<(typeof names)[number], ReturnType<typeof written>> = {
  barcode: written('^[\\d\\s-]*\\d[\\d\\s-]*$', 32, message('invalid_barcode', { max: 32 })),
  catalog_number: anyText(64),
  label: anyText(),
  url: anyText(500),
  mbid: { ...written(`^${anyCase}$`, 36, message('invalid_uuid')), toStored: (mbid) => String(mbid).toLowerCase() },
  // As Discogs shows ids for copying: r3329867, [r3329867].
  discogs_id: {
    ...written('^\\[?[rR]?\\d{1,12}\\]?$', 15, message('invalid_number')),
    toStored: (id) => String(id).replace(/\D/g, ''),
  },
  disc_id: written('^[\\w.-]{28}$', 28, message('wrong_length', { min: 28, max: 28 })),
  title: anyText(),
  artist: anyText(),
};

/** Used to parse documents only; there are no rows. */
export const onlineLookUp = defineResource({
  type: 'OnlineLookUp',
  table: 'release',
  path: '/api/look-ups/online',
  noun: 'online look-up',
  nouns: 'online look-ups',
  description: 'A search for a release at other sites.',
  attributes: t.Object({}),
  rows: () => {
    throw new Error('Look-ups are no rows.');
  },
  writes: { fields, references: {}, scopes: { read: 'catalog:read', write: 'catalog:read' } },
  example: {},
});

/** @throws {DomainError} invalid, unless one thing is looked up */
export function readQuery(body: unknown): OnlineQuery {
  const values = Object.entries(readDocument(onlineLookUp, body).values).map(([name, value]) => [name, String(value)] as const);
  const { url, ...query }: Partial<Record<string, string>> = Object.fromEntries(values);
  const criteria = values.filter(([name]) => name !== 'label' && name !== 'artist');
  const isOne = criteria.length === 1 && (!query.label || query.catalog_number) && (!query.artist || query.title);
  if (!isOne) throw invalid('query_mixed', {}, { pointer: '/data/attributes' });
  return url === undefined ? query : queryOfPage(url);
}

/** Paths of pages, by host. */
const pages: readonly (readonly [name: keyof OnlineQuery, host: RegExp, path: RegExp])[] = [
  ['mbid', /^(?:\w{1,20}\.)?musicbrainz\.org$/, new RegExp(`^/release/(${uuidText})(?:/|$)`)],
  ['release_group', /^(?:\w{1,20}\.)?musicbrainz\.org$/, new RegExp(`^/release-group/(${uuidText})(?:/|$)`)],
  ['discogs_id', /^(?:www\.|m\.)?discogs\.com$/, /^\/(?:[a-z]{2}\/)?(?:[^/]+\/)?release\/(\d{1,12})(?:[-/]|$)/],
  ['discogs_master', /^(?:www\.|m\.)?discogs\.com$/, /^\/(?:[a-z]{2}\/)?(?:[^/]+\/)?master\/(\d{1,12})(?:[-/]|$)/],
];

/** The address is read, and never requested. It may lack its scheme, as browsers show it. */
export function queryOfPage(url: string): OnlineQuery {
  const page = URL.parse(/^https?:\/\//i.test(url.trim()) ? url.trim() : `https://${url.trim()}`);
  for (const [name, host, path] of page?.port === '' ? pages : []) {
    const id = host.test(page?.hostname ?? '') ? path.exec(page?.pathname.toLowerCase() ?? '')?.[1] : undefined;
    if (id !== undefined) return { [name]: id };
  }
  throw invalid('unknown_url', {}, { pointer: '/data/attributes/url' });
}
