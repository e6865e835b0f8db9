import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { type Authority, authorities } from '../../src/records/provenance/ranks';
import type { ImportedRecord, Mode } from '../../src/records/write/record';
import { RecordWriter } from '../../src/records/write/writer';
import type { Store } from '../../src/store/database/open';
import { exportLines } from '../support/exports';
import { runs } from '../support/runs';
import { startServer } from '../support/server';
import { editing } from './editing';
import { artistIri, formatIri, give, recordingIri, releaseIri, type SourceDocument, statement, to, uuid } from './source-documents';

const { musicbrainz, discogs, discogsNamed, wikidata } = authorities;

const says = (source: string, authority: Authority | undefined, ...records: readonly object[]): SourceDocument => ({
  source,
  records: records.map((record) => ({ record, mode: 'whole', ...(authority !== undefined && { authority }) })),
});
const fills = (source: string, authority: Authority, record: object): SourceDocument => ({
  source,
  records: [{ record, mode: 'fill', authority }],
});
const states = (...records: readonly ImportedRecord[]): SourceDocument => ({ source: 'musicbrainz/release', records });

const artist = (letters: string, attributes: object = {}) => ({
  type: 'Artist',
  id: artistIri(letters),
  attributes: { name: letters, _type: 'person', ...attributes },
});
const release = (letters: string, attributes: object = {}) => ({
  type: 'Release',
  id: releaseIri(letters),
  attributes: { title: 'Heat', ...attributes },
});
const format = (letters: string, id: string) => ({
  type: 'ReleaseFormat',
  id: formatIri(letters, id),
  attributes: { format_type: 'cd', position: 1 },
});
const track = (letters: string, of: string, id: string) => ({
  type: 'ReleaseTrack',
  id: `${formatIri(letters, of)}/tracks/${uuid(id)}`,
  attributes: { position: 1, title: `Track ${id}` },
  relationships: { recording: to('ReleaseRecording', recordingIri(letters, id)) },
});
const recording = (letters: string, id: string) => ({
  type: 'ReleaseRecording',
  id: recordingIri(letters, id),
  attributes: { title: `Track ${id}` },
});
const link = (letters: string, id: string, url: string) => ({
  type: 'ReleaseExternalLink',
  id: `${releaseIri(letters)}/external-links/${uuid(id)}`,
  attributes: { provider: 'discogs', external_id: '1', url },
});
const waiting = (store: Store): unknown[] => store.writer.query('SELECT * FROM waiting_record').all();

/** The attributes of a record after importing documents in both orders. */
async function inBothOrders(iri: string, ...documents: readonly SourceDocument[]): Promise<Record<string, unknown>[]> {
  return Promise.all(
    [documents, documents.toReversed()].map(async (ordered) => {
      const { store, read } = await startServer();
      for (const document of ordered) await give(store, document);
      return (await read(iri)).data.attributes;
    }),
  );
}

describe('of two contradictory sources', () => {
  test('the one of higher rank takes precedence in any order', async () => {
    const found = await inBothOrders(
      artistIri('a'),
      says('musicbrainz/artist', musicbrainz, artist('a', { country: 'US' })),
      says('discogs/artists', discogs, artist('a', { country: 'GB', disambiguation: 'pianist' })),
    );
    for (const attributes of found) expect(attributes).toMatchObject({ country: 'US', disambiguation: 'pianist' });
  });

  test('the one of higher rank provides the sub-tracks of a track in any order', async () => {
    const titles = fc.array(fc.constantFrom('Dawn', 'Dusk', 'Noon'), { minLength: 1, maxLength: 3 });
    const suite = (source: string, authority: Authority, parts: readonly string[]) => {
      const sub_tracks = parts.map((title, index) => ({ id: uuid(`${source[0]}${index}`), title, position: index + 1 }));
      const compound = { ...track('r', 'f', 't'), attributes: { position: 1, title: 'Suite', _type: 'compound', sub_tracks } };
      return says(source, authority, release('r'), format('r', 'f'), recording('r', 't'), compound);
    };
    await fc.assert(
      fc.asyncProperty(titles, titles, async (higher, lower) => {
        const documents = [suite('musicbrainz/release', musicbrainz, higher), suite('discogs/releases', discogs, lower)];
        for (const { sub_tracks } of await inBothOrders(`${formatIri('r', 'f')}/tracks/${uuid('t')}`, ...documents))
          expect((sub_tracks as { readonly title: string }[]).map(({ title }) => title)).toEqual(higher);
      }),
      { numRuns: runs(5) },
    );
  });

  test('the one with the smaller value takes precedence at equal rank', async () => {
    const production = (year: number, title: string) => ({
      type: 'Production',
      id: `/api/productions/${uuid('p')}`,
      attributes: { title, _type: 'movie', year },
    });
    const found = await inBothOrders(
      `/api/productions/${uuid('p')}`,
      fills('musicbrainz/release', authorities.musicbrainzStandIn, production(1999, 'a')),
      fills('musicbrainz/release', authorities.musicbrainzStandIn, production(1995, 'Z')),
    );
    for (const attributes of found) expect(attributes).toMatchObject({ year: 1995, title: 'Z', slug: 'z' });
  });

  test('the one that states a value takes precedence over guesses and defaults', async () => {
    const guessed: SourceDocument = {
      source: 'discogs/artists',
      records: [{ record: artist('a', { _type: 'group' }), mode: 'whole', authority: discogs, guessed: ['_type'] }],
    };
    const found = await inBothOrders(artistIri('a'), guessed, fills('musicbrainz/release', discogsNamed, artist('a', { fictional: true })));
    for (const attributes of found) expect(attributes).toMatchObject({ _type: 'person', fictional: true });
  });

  test('the one of higher rank takes precedence even if it only fills empty fields', async () => {
    const found = await inBothOrders(
      artistIri('a'),
      fills('wikidata', wikidata, artist('a', { country: 'US' })),
      says('discogs/artists', discogs, artist('a', { country: 'GB' })),
    );
    for (const attributes of found) expect(attributes).toMatchObject({ country: 'US' });
  });
});

describe('a source', () => {
  test('changes and clears only its own values', async () => {
    const { store, read } = await startServer();
    await give(store, says('musicbrainz/artist', musicbrainz, artist('a', { country: 'DE', disambiguation: 'b' })));
    await give(store, says('discogs/artists', discogs, artist('a', { real_name: 'A' })));

    expect(await give(store, says('musicbrainz/artist', musicbrainz, artist('a', { country: 'US' })))).toEqual(['changed']);

    expect((await read(artistIri('a'))).data.attributes).toMatchObject({ country: 'US', disambiguation: null, real_name: 'A' });
  });

  test('of lower rank has its values stored, so that importing them again is reported as unchanged', async () => {
    const { store } = await startServer();
    await give(store, says('musicbrainz/artist', musicbrainz, artist('a', { country: 'US' })));
    const lost = says('discogs/artists', discogs, artist('a', { country: 'GB' }));

    expect(await give(store, lost)).toEqual(['unchanged']);
    expect(
      store.writer
        .query(
          "SELECT count(*) AS n FROM imported_record AS r JOIN import_source AS s ON s.key = source_key WHERE s.name = 'discogs/artists'",
        )
        .get(),
    ).toEqual({ n: 1 });
    expect(await give(store, lost)).toEqual(['unchanged']);
  });

  test('keeps edits and manual changes in the database', async () => {
    const { store, read } = await startServer();
    await give(store, says('discogs/artists', discogs, artist('a', { country: 'GB', real_name: 'A' })));
    await editing(store).change({ ...artist('a'), attributes: { country: 'FR' } } as never);
    store.writer.run(`UPDATE artist SET real_name = 'By hand' WHERE id = '${uuid('a')}'`);

    expect(await give(store, says('musicbrainz/artist', musicbrainz, artist('a', { country: 'US', real_name: 'B' })))).toEqual(['kept']);

    expect((await read(artistIri('a'))).data.attributes).toMatchObject({ country: 'FR', real_name: 'By hand' });
  });

  test('without a rank takes precedence over all others', async () => {
    const { store, read } = await startServer();
    await give(store, says('musicbrainz/artist', musicbrainz, artist('a', { country: 'US' })));
    await give(store, says('ndjson', undefined, artist('a', { country: 'FR' })));
    await give(store, says('wikidata', wikidata, artist('a', { country: 'GB' })));

    expect((await read(artistIri('a'))).data.attributes.country).toBe('FR');
  });

  test('has the rank of its name in a catalog of an earlier version', async () => {
    const { store, read } = await startServer();
    await give(store, says('discogs/artists', undefined, artist('a', { country: 'GB' })));
    await give(store, says('musicbrainz/artist', undefined, artist('b', { country: 'GB' })));

    await give(store, says('wikidata', authorities.wikidataArtist, artist('a', { country: 'US' }), artist('b', { country: 'US' })));

    expect((await read(artistIri('a'))).data.attributes.country).toBe('US');
    expect((await read(artistIri('b'))).data.attributes.country).toBe('GB');
  });
});

describe('a merge stated by a source', () => {
  const m = says('musicbrainz/release', musicbrainz, release('m', { country: 'US' }));
  const d = says('discogs/releases', discogs, release('d', { country: 'GB', barcode: '4012345678901' }));
  const one = states(statement('Release', 'd', releaseIri('m')));

  for (const [order, documents] of Object.entries({
    'the merge last': [m, d, one],
    'the merge first': [one, d, m],
    'the merged record last': [m, one, d],
    'the remaining record last': [d, one, m],
  }))
    test(`combines two records field by field: ${order}`, async () => {
      const { store, read, request } = await startServer();
      for (const document of documents) await give(store, document);

      expect((await read(releaseIri('m'))).data.attributes).toMatchObject({ country: 'US', barcode: '4012345678901' });
      expect((await request(releaseIri('d'))).status).toBe(301);
      expect(waiting(store)).toEqual([]);
    });

  test('redirects later imports of the merged record and its nested records to the remaining one', async () => {
    const { store, read } = await startServer();
    await give(store, m, one, d, says('discogs/releases', discogs, format('d', 'f')));

    expect(await give(store, says('discogs/releases', discogs, release('d', { country: 'GB', barcode: '111' })))).toEqual(['changed']);

    expect((await read(releaseIri('m'))).data.attributes).toMatchObject({ country: 'US', barcode: '111', format_count: 1 });
    expect((await read(formatIri('m', 'f'))).data.attributes.format_type).toBe('cd');
  });

  test('keeps the edits of both records', async () => {
    const { store, read } = await startServer();
    await give(store, m, d);
    await editing(store).change({ type: 'Release', id: releaseIri('d'), attributes: { notes: 'Mine', country: 'FR' } } as never);

    await give(store, one);
    await give(store, says('musicbrainz/release', musicbrainz, release('m', { country: 'DE', notes: 'Theirs' })));

    expect((await read(releaseIri('m'))).data.attributes).toMatchObject({ country: 'FR', notes: 'Mine' });
  });

  test('into two records resolves to the smaller UUID in any order', async () => {
    const two = [statement('Release', 'd', releaseIri('n')), statement('Release', 'd', releaseIri('m'))];
    for (const ordered of [two, two.toReversed()]) {
      const { store, request } = await startServer();
      await give(store, m, says('musicbrainz/release', musicbrainz, release('n')));
      for (const given of ordered) await give(store, states(given));
      expect((await request(releaseIri('d'))).headers.get('location')).toContain(uuid('m'));
    }
  });

  test('without a rank discards the values of the merged record, like a manual merge', async () => {
    const { store, read } = await startServer();
    const { authority: _, ...plain } = statement('Release', 'd', releaseIri('m'));
    await give(store, m, d, { source: 'ndjson', records: [plain] });

    expect((await read(releaseIri('m'))).data.attributes).toMatchObject({ country: 'US', barcode: null });
  });
});

describe('the formats of a merged release', () => {
  const m = says('musicbrainz/release', musicbrainz, release('m'), format('m', 'fm'), recording('m', 'tm'), track('m', 'fm', 'tm'));
  const d = says('discogs/releases', discogs, release('d'), format('d', 'fd'), recording('d', 'td'), track('d', 'fd', 'td'));
  const one = states(statement('Release', 'd', releaseIri('m')));

  for (const [order, documents] of Object.entries({
    'the merge last': [m, d, one],
    'the higher rank last': [d, one, m],
    'the lower rank last': [m, one, d],
  }))
    test(`come only from the source of higher rank: ${order}`, async () => {
      const { store, read } = await startServer();
      for (const document of documents) await give(store, document);

      const { data } = await read(`${releaseIri('m')}/formats`);
      expect(data.map(({ id }: { id: string }) => id)).toEqual([formatIri('m', 'fm')]);
      expect((await read(releaseIri('m'))).data.attributes.track_count).toBe(1);
      expect(waiting(store)).toEqual([]);
      expect(exportLines(store).filter(({ type }) => type === 'DeletedRecord' || type === 'ReleaseRecording')).toHaveLength(1);
    });

  test('of the source of lower rank are reported as deleted in the change feed', async () => {
    const { store } = await startServer();
    await give(store, d, m);
    const [last] = store.writer.query('SELECT max(sequence) AS sequence FROM change').all() as { sequence: number }[];

    await give(store, one);

    const gone = exportLines(store, last?.sequence).filter(({ type }) => type === 'DeletedRecord');
    expect(gone.map(({ id }) => id).sort()).toEqual([uuid('fd'), uuid('td'), uuid('td')].sort());
  });

  test('of the source of lower rank are not recreated by importing it again', async () => {
    const { store, read } = await startServer();
    await give(store, d, m, one);
    expect(await give(store, d)).toEqual(['unchanged', 'unchanged', 'unchanged', 'unchanged']);
    expect((await read(releaseIri('m'))).data.attributes.format_count).toBe(1);
  });
});

test('of two equal external links the one of higher rank remains, and the other redirects to it', async () => {
  const one = says('musicbrainz/release', musicbrainz, release('m'), link('m', 'y', 'https://example.com/m'));
  const other = says('discogs/releases', discogs, release('d'), link('d', 'x', 'https://example.com/d'));
  const same = states(statement('Release', 'd', releaseIri('m')));
  for (const documents of [
    [one, other, same],
    [other, one, same],
    [one, same, other],
    [other, same, one],
  ]) {
    const { store, read, request } = await startServer();
    for (const document of documents) await give(store, document);
    const { data } = await read(`${releaseIri('m')}/external-links`);
    expect(data.map(({ attributes }: { attributes: object }) => attributes)).toMatchObject([
      { _id: uuid('y'), url: 'https://example.com/m' },
    ]);
    expect((await request(`${releaseIri('m')}/external-links/${uuid('x')}`)).status).toBe(301);
  }
});

describe('a deferred record', () => {
  const membership = (mode: Mode, isQuiet: boolean): ImportedRecord => ({
    record: {
      type: 'ArtistGroupMember',
      id: `${artistIri('a')}/group-memberships/${uuid('ag')}`,
      attributes: { position: 1 },
      relationships: { group: to('Artist', artistIri('g')) },
    },
    mode,
    authority: discogs,
    ...(isQuiet && { isQuietlyDeferred: true as const }),
  });
  const found = (store: Store) => {
    const writer = new RecordWriter(store, undefined, 0);
    const told = { unresolved: [...writer.unresolved('discogs/artists')].length };
    writer.close();
    const later = new RecordWriter(store);
    const older = later.countOlderDeferred();
    later.close();
    return { ...told, older };
  };

  test('that is silently deferred is not reported and is written once its target exists', async () => {
    const { store, read } = await startServer();
    await give(store, says('discogs/artists', discogs, artist('a')), { source: 'discogs/artists', records: [membership('whole', true)] });
    expect(found(store)).toEqual({ unresolved: 0, older: 0 });

    await give(store, says('discogs/artists', discogs, artist('g', { _type: 'group' })));

    expect((await read(`${artistIri('a')}/group-memberships`)).data).toHaveLength(1);
  });

  test('that is not silently deferred is reported', async () => {
    const { store } = await startServer();
    await give(store, says('discogs/artists', discogs, artist('a')), { source: 'discogs/artists', records: [membership('whole', false)] });
    expect(found(store)).toEqual({ unresolved: 1, older: 1 });
  });

  test('keeps its rank and guesses, and does not replace another one that fills the same record', async () => {
    const { store, read } = await startServer();
    const crediting = (composer: string, year: number): ImportedRecord => ({
      record: {
        type: 'Production',
        id: `/api/productions/${uuid('p')}`,
        attributes: { title: 'Heat', _type: 'movie', year, composers: [{ iri: artistIri(composer), credit_role: 'composer' }] },
      },
      mode: 'fill',
      authority: authorities.discogsStandIn,
      guessed: ['composers'],
    });
    await give(store, { source: 'discogs/releases', records: [crediting('a', 1999), crediting('b', 1995)] });

    await give(store, says('musicbrainz/artist', musicbrainz, artist('b'), artist('a')));

    expect((await read(`/api/productions/${uuid('p')}`)).data.attributes.year).toBe(1995);
    const { composers } = (await read(`/api/productions/${uuid('p')}`)).data.attributes;
    expect(composers).toHaveLength(1);
  });
});
