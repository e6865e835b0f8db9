import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { type Authority, authorities } from '../../src/records/provenance/ranks';
import type { ImportedRecord, Mode } from '../../src/records/write/record';
import { exportLines } from '../support/exports';
import { uuid } from '../support/records';
import { limitOf, runs } from '../support/runs';
import { emptyStore } from '../support/server';
import { to } from './numbered-records';
import {
  artistIri,
  formatIri,
  mergeStatement,
  productionIri,
  recordingIri,
  releaseIri,
  type SourceDocument,
  writeDocuments,
} from './source-documents';

const role = {
  source: 'ndjson',
  records: [
    {
      record: { type: 'ArtistRole', id: `/api/artists/roles/${uuid('role')}`, attributes: { role: 'Composer', scope: 'production' } },
      mode: 'whole',
    },
  ],
} satisfies SourceDocument;

const given = (record: object, authority: Authority, mode: Mode = 'whole', guessed?: readonly string[]): ImportedRecord => ({
  // Without undefined values, as in JSON.
  record: JSON.parse(JSON.stringify(record)),
  mode,
  authority,
  ...(guessed && { guessed }),
});

const name = fc.constantFrom('Ab', 'aC', 'b', 'Éa', 'ab', 'Z');
const country = fc.option(fc.constantFrom('US', 'GB', 'DE'), { nil: undefined });
const year = fc.option(fc.integer({ min: 1960, max: 1963 }), { nil: undefined });
const credited = (...artists: string[]) =>
  fc
    .uniqueArray(fc.constantFrom(...artists), { maxLength: 2 })
    .map((found) => found.map((one) => ({ iri: artistIri(one), credit_role: 'composer' })));
const guesses = fc.constantFrom(undefined, ['_type'], ['_type', 'country']);

/** Artists from their own documents, or as named by others. */
const artist = (letters: string, source: string, authority: Authority, mode: Mode = 'whole') =>
  fc
    .record({ name, country, _type: fc.constantFrom('person', 'group'), disambiguation: fc.option(name, { nil: undefined }), guesses })
    .map(({ guesses: guessed, ...attributes }) => ({
      source,
      records: [given({ type: 'Artist', id: artistIri(letters), attributes }, authority, mode, guessed)],
    }));

const production = (letters: string, source: string, authority: Authority, artists: string[], mode: Mode) =>
  fc
    .record({ title: name, year, country, _type: fc.constantFrom('movie', 'other'), composers: credited(...artists), guesses })
    .map(({ guesses: guessed, composers, ...attributes }) => ({
      source,
      records: [
        given(
          { type: 'Production', id: productionIri(letters), attributes: { ...attributes, ...(composers.length > 0 && { composers }) } },
          authority,
          mode,
          guessed,
        ),
      ],
    }));

const tracks = fc.array(name, { maxLength: 2 });

/** A document with a release and its nested records. */
const release = (letters: string, source: string, authority: Authority, artists: string[], film: string) =>
  fc
    .record({
      title: name,
      country,
      notes: fc.option(name, { nil: undefined }),
      artists: credited(...artists),
      media: fc.array(tracks, { maxLength: 2 }),
      link: fc.constantFrom('1', '2'),
      url: name,
      kind: fc.constantFrom('score', 'songs'),
    })
    .map(({ media, link, url, kind, ...attributes }): SourceDocument => {
      const records: object[] = [{ type: 'Release', id: releaseIri(letters), attributes }];
      for (const [disc, titles] of media.entries()) {
        const format = formatIri(letters, `${letters}f${disc}`);
        records.push({ type: 'ReleaseFormat', id: format, attributes: { format_type: 'cd', position: disc + 1 } });
        for (const [index, title] of titles.entries()) {
          const recording = recordingIri(letters, `${letters}${disc}${index}`);
          records.push({ type: 'ReleaseRecording', id: recording, attributes: { title } });
          records.push({
            type: 'ReleaseTrack',
            id: `${format}/tracks/${uuid(`${letters}${disc}${index}`)}`,
            attributes: { position: index + 1, title, artists: attributes.artists },
            relationships: { recording: to('ReleaseRecording', recording) },
          });
        }
      }
      records.push({
        type: 'ReleaseExternalLink',
        id: `${releaseIri(letters)}/external-links/${uuid(`${letters}${link}`)}`,
        attributes: { provider: 'discogs', external_id: link, url: `https://example.com/${encodeURIComponent(url)}` },
      });
      records.push({
        type: 'ProductionEntry',
        id: `${productionIri(film)}/entries/${uuid(`${letters}${film}`)}`,
        attributes: { kind, position: 1 },
        relationships: { release: to('Release', releaseIri(letters)) },
      });
      return { source, records: records.map((record) => given(record, authority)) };
    });

const alias = (letters: string, source: string, authority: Authority) =>
  fc.record({ variation: fc.constantFrom('V', 'W'), notes: fc.option(name, { nil: undefined }) }).map((attributes) => ({
    source,
    records: [
      given(
        { type: 'ArtistAlias', id: `${artistIri(letters)}/aliases/${uuid(`${letters}${attributes.variation}`)}`, attributes },
        authority,
      ),
    ],
  }));

const membership = (letters: string, group: string, source: string, authority: Authority) =>
  fc.record({ position: fc.integer({ min: 1, max: 3 }) }).map((attributes) => ({
    source,
    records: [
      given(
        {
          type: 'ArtistGroupMember',
          id: `${artistIri(letters)}/group-memberships/${uuid(`${letters}${group}`)}`,
          attributes,
          relationships: { group: to('Artist', artistIri(group)) },
        },
        authority,
      ),
    ],
  }));

const mergeDocument = (...records: ImportedRecord[]) => fc.constant<SourceDocument>({ source: 'musicbrainz/release', records });

const { musicbrainz, musicbrainzNamed, discogs, discogsNamed, discogsProvisional, musicbrainzProvisional, wikidata, wikidataArtist } =
  authorities;
const discogsArtists = ['da', 'db'];
const all = ['ma', 'mb', ...discogsArtists];

const documents = fc
  .tuple(
    ...[
      artist('ma', 'musicbrainz/artist', musicbrainz),
      artist('ma', 'musicbrainz/release', musicbrainzNamed, 'fill'),
      artist('ma', 'musicbrainz/release', musicbrainzNamed, 'fill'),
      artist('ma', 'wikidata', wikidataArtist, 'fill'),
      artist('mb', 'musicbrainz/artist', musicbrainz),
      artist('da', 'discogs/artists', discogs),
      artist('da', 'discogs/releases', discogsNamed, 'fill'),
      artist('db', 'discogs/releases', discogsNamed, 'fill'),
      artist('db', 'discogs/releases', discogsNamed, 'fill'),
      alias('ma', 'musicbrainz/artist', musicbrainz),
      alias('da', 'discogs/artists', discogs),
      alias('db', 'discogs/artists', discogs),
      membership('ma', 'mb', 'musicbrainz/artist', musicbrainz),
      membership('da', 'db', 'discogs/artists', discogs),
      production('mp', 'musicbrainz/release', musicbrainzProvisional, all, 'fill'),
      production('mp', 'musicbrainz/release', musicbrainzProvisional, all, 'fill'),
      production('mp', 'wikidata', wikidata, ['ma', 'mb'], 'fill'),
      production('dp', 'discogs/releases', discogsProvisional, discogsArtists, 'fill'),
      production('dp', 'discogs/releases', discogsProvisional, discogsArtists, 'fill'),
      production('dq', 'discogs/releases', discogsProvisional, discogsArtists, 'fill'),
      release('mr', 'musicbrainz/release', musicbrainz, ['ma', 'mb'], 'mp'),
      release('ms', 'musicbrainz/release', musicbrainz, ['ma', 'mb'], 'mp'),
      release('dr', 'discogs/releases', discogs, discogsArtists, 'dp'),
      release('ds', 'discogs/releases', discogs, discogsArtists, 'dp'),
      release('dt', 'discogs/releases', discogs, discogsArtists, 'dq'),
      mergeDocument(mergeStatement('Release', 'dr', releaseIri('mr'))),
      mergeDocument(mergeStatement('Release', 'ds', releaseIri('mr'))),
      mergeDocument(mergeStatement('Release', 'dt', releaseIri('ms'))),
      mergeDocument(mergeStatement('Artist', 'da', artistIri('ma')), mergeStatement('Artist', 'db', artistIri('mb'))),
      mergeDocument(mergeStatement('Production', 'dp', productionIri('mp'))),
      mergeDocument(mergeStatement('Production', 'dq', productionIri('dp'))),
    ].map((document) => fc.option(document as fc.Arbitrary<SourceDocument>, { freq: 4 })),
  )
  .map((found) => found.filter((document) => document !== null));

/** Documents in order, the same shuffled, and the number of documents of each run. */
const arranged = fc.tuple(documents, fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 })).chain(([all, sizes]) =>
  fc.tuple(
    fc.constant(all),
    fc.array(fc.nat(), { minLength: all.length, maxLength: all.length }).map((keys) =>
      all
        .map((document, index) => ({ document, key: keys[index] as number }))
        .sort((a, b) => a.key - b.key)
        .map(({ document }) => document),
    ),
    fc.constant(sizes),
  ),
);

async function catalogOf(runs: readonly (readonly SourceDocument[])[]): Promise<unknown[]> {
  const store = emptyStore();
  try {
    await writeDocuments(store, role);
    for (const run of runs) await writeDocuments(store, ...run);
    return exportLines(store)
      .filter(({ type }) => type !== 'SlugRedirect')
      .map(withoutTimes);
  } finally {
    store.close();
  }
}

/** Removes timestamps and slug numbers, which depend on import order. */
function withoutTimes({
  attributes: { created_at, updated_at, slug, ...attributes },
  ...line
}: ReturnType<typeof exportLines>[number]): unknown {
  return { ...line, attributes, slug: typeof slug === 'string' ? slug.replace(/-\d+$/, '') : undefined };
}

function inRuns(documents: readonly SourceDocument[], sizes: readonly number[]): SourceDocument[][] {
  const runs: SourceDocument[][] = [];
  for (let rest = documents; rest.length > 0; rest = rest.slice(sizes[(runs.length - 1) % sizes.length] as number))
    runs.push(rest.slice(0, sizes[runs.length % sizes.length] as number));
  return runs;
}

test(
  'documents yield the same catalog in any order and number of runs',
  async () => {
    await fc.assert(
      fc.asyncProperty(arranged, async ([straight, shuffled, sizes]) => {
        expect(await catalogOf(inRuns(shuffled, sizes))).toEqual(await catalogOf([straight]));
      }),
      { numRuns: runs(15) },
    );
  },
  limitOf(120_000),
);
