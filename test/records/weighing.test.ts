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
import { artistIri, formatIri, give, recordingIri, releaseIri, type SourceDocument, statement, to, uuid } from './weighing';

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

/** The attributes of a record once documents were given in this order, and in the other. */
async function inBothOrders(iri: string, ...documents: readonly SourceDocument[]): Promise<Record<string, unknown>[]> {
  return Promise.all(
    [documents, documents.toReversed()].map(async (ordered) => {
      const { store, read } = await startServer();
      for (const document of ordered) await give(store, document);
      return (await read(iri)).data.attributes;
    }),
  );
}

describe('of two sources that say something else', () => {
  test('the better word stands, whichever came first', async () => {
    const found = await inBothOrders(
      artistIri('a'),
      says('musicbrainz/artist', musicbrainz, artist('a', { country: 'US' })),
      says('discogs/artists', discogs, artist('a', { country: 'GB', disambiguation: 'pianist' })),
    );
    for (const attributes of found) expect(attributes).toMatchObject({ country: 'US', disambiguation: 'pianist' });
  });

  test('the parts of a compound track are those of the higher-ranked source, whichever came first', async () => {
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

  test('the smaller value stands where their words are as good: a number, or a text by its code points', async () => {
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

  test('a guess gives way, and so does what a whole record leaves to its default', async () => {
    const guessed: SourceDocument = {
      source: 'discogs/artists',
      records: [{ record: artist('a', { _type: 'group' }), mode: 'whole', authority: discogs, guessed: ['_type'] }],
    };
    const found = await inBothOrders(artistIri('a'), guessed, fills('musicbrainz/release', discogsNamed, artist('a', { fictional: true })));
    for (const attributes of found) expect(attributes).toMatchObject({ _type: 'person', fictional: true });
  });

  test('a fill of a better word goes over what a whole record says', async () => {
    const found = await inBothOrders(
      artistIri('a'),
      fills('wikidata', wikidata, artist('a', { country: 'US' })),
      says('discogs/artists', discogs, artist('a', { country: 'GB' })),
    );
    for (const attributes of found) expect(attributes).toMatchObject({ country: 'US' });
  });
});

describe('a source', () => {
  test('changes its mind about what it said itself, and clears that alone', async () => {
    const { store, read } = await startServer();
    await give(store, says('musicbrainz/artist', musicbrainz, artist('a', { country: 'DE', disambiguation: 'b' })));
    await give(store, says('discogs/artists', discogs, artist('a', { real_name: 'A' })));

    expect(await give(store, says('musicbrainz/artist', musicbrainz, artist('a', { country: 'US' })))).toEqual(['changed']);

    expect((await read(artistIri('a'))).data.attributes).toMatchObject({ country: 'US', disambiguation: null, real_name: 'A' });
  });

  test('that lost is remembered: what it says again is unchanged', async () => {
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

  test('leaves what a person wrote, be it in the editor or otherwise', async () => {
    const { store, read } = await startServer();
    await give(store, says('discogs/artists', discogs, artist('a', { country: 'GB', real_name: 'A' })));
    await editing(store).change({ ...artist('a'), attributes: { country: 'FR' } } as never);
    store.writer.run(`UPDATE artist SET real_name = 'By hand' WHERE id = '${uuid('a')}'`);

    expect(await give(store, says('musicbrainz/artist', musicbrainz, artist('a', { country: 'US', real_name: 'B' })))).toEqual(['kept']);

    expect((await read(artistIri('a'))).data.attributes).toMatchObject({ country: 'FR', real_name: 'By hand' });
  });

  test('without authority goes over all of them', async () => {
    const { store, read } = await startServer();
    await give(store, says('musicbrainz/artist', musicbrainz, artist('a', { country: 'US' })));
    await give(store, says('ndjson', undefined, artist('a', { country: 'FR' })));
    await give(store, says('wikidata', wikidata, artist('a', { country: 'GB' })));

    expect((await read(artistIri('a'))).data.attributes.country).toBe('FR');
  });

  test('is believed by its name in a catalog from before authorities', async () => {
    const { store, read } = await startServer();
    await give(store, says('discogs/artists', undefined, artist('a', { country: 'GB' })));
    await give(store, says('musicbrainz/artist', undefined, artist('b', { country: 'GB' })));

    await give(store, says('wikidata', authorities.wikidataArtist, artist('a', { country: 'US' }), artist('b', { country: 'US' })));

    expect((await read(artistIri('a'))).data.attributes.country).toBe('US');
    expect((await read(artistIri('b'))).data.attributes.country).toBe('GB');
  });
});

describe('a statement that two records are one', () => {
  const m = says('musicbrainz/release', musicbrainz, release('m', { country: 'US' }));
  const d = says('discogs/releases', discogs, release('d', { country: 'GB', barcode: '4012345678901' }));
  const one = states(statement('Release', 'd', releaseIri('m')));

  for (const [order, documents] of Object.entries({
    'the statement last': [m, d, one],
    'the statement first': [one, d, m],
    'the other record last': [m, one, d],
    'the one that stays last': [d, one, m],
  }))
    test(`makes them one, field by field: ${order}`, async () => {
      const { store, read, request } = await startServer();
      for (const document of documents) await give(store, document);

      expect((await read(releaseIri('m'))).data.attributes).toMatchObject({ country: 'US', barcode: '4012345678901' });
      expect((await request(releaseIri('d'))).status).toBe(301);
      expect(waiting(store)).toEqual([]);
    });

  test('leads what a source says later of its own record, and of what stands below it, to the one that stands', async () => {
    const { store, read } = await startServer();
    await give(store, m, one, d, says('discogs/releases', discogs, format('d', 'f')));

    expect(await give(store, says('discogs/releases', discogs, release('d', { country: 'GB', barcode: '111' })))).toEqual(['changed']);

    expect((await read(releaseIri('m'))).data.attributes).toMatchObject({ country: 'US', barcode: '111', format_count: 1 });
    expect((await read(formatIri('m', 'f'))).data.attributes.format_type).toBe('cd');
  });

  test('leaves what a person wrote of either', async () => {
    const { store, read } = await startServer();
    await give(store, m, d);
    await editing(store).change({ type: 'Release', id: releaseIri('d'), attributes: { notes: 'Mine', country: 'FR' } } as never);

    await give(store, one);
    await give(store, says('musicbrainz/release', musicbrainz, release('m', { country: 'DE', notes: 'Theirs' })));

    expect((await read(releaseIri('m'))).data.attributes).toMatchObject({ country: 'FR', notes: 'Mine' });
  });

  test('that names two for one leads it to the smaller UUID, whichever came first', async () => {
    const two = [statement('Release', 'd', releaseIri('n')), statement('Release', 'd', releaseIri('m'))];
    for (const ordered of [two, two.toReversed()]) {
      const { store, request } = await startServer();
      await give(store, m, says('musicbrainz/release', musicbrainz, release('n')));
      for (const given of ordered) await give(store, states(given));
      expect((await request(releaseIri('d'))).headers.get('location')).toContain(uuid('m'));
    }
  });

  test('without authority merges as people do: what the other said goes with it', async () => {
    const { store, read } = await startServer();
    const { authority: _, ...plain } = statement('Release', 'd', releaseIri('m'));
    await give(store, m, d, { source: 'ndjson', records: [plain] });

    expect((await read(releaseIri('m'))).data.attributes).toMatchObject({ country: 'US', barcode: null });
  });
});

describe('the formats of a release', () => {
  const m = says('musicbrainz/release', musicbrainz, release('m'), format('m', 'fm'), recording('m', 'tm'), track('m', 'fm', 'tm'));
  const d = says('discogs/releases', discogs, release('d'), format('d', 'fd'), recording('d', 'td'), track('d', 'fd', 'td'));
  const one = states(statement('Release', 'd', releaseIri('m')));

  for (const [order, documents] of Object.entries({
    'after it': [m, d, one],
    'before it': [d, one, m],
    'once it is known': [m, one, d],
  }))
    test(`are of the better source alone, the other given ${order}`, async () => {
      const { store, read } = await startServer();
      for (const document of documents) await give(store, document);

      const { data } = await read(`${releaseIri('m')}/formats`);
      expect(data.map(({ id }: { id: string }) => id)).toEqual([formatIri('m', 'fm')]);
      expect((await read(releaseIri('m'))).data.attributes.track_count).toBe(1);
      expect(waiting(store)).toEqual([]);
      expect(exportLines(store).filter(({ type }) => type === 'DeletedRecord' || type === 'ReleaseRecording')).toHaveLength(1);
    });

  test('are told of as deleted to those who follow the feed, where they have had them', async () => {
    const { store } = await startServer();
    await give(store, d, m);
    const [last] = store.writer.query('SELECT max(sequence) AS sequence FROM change').all() as { sequence: number }[];

    await give(store, one);

    const gone = exportLines(store, last?.sequence).filter(({ type }) => type === 'DeletedRecord');
    expect(gone.map(({ id }) => id).sort()).toEqual([uuid('fd'), uuid('td'), uuid('td')].sort());
  });

  test('come back with none of the worse source given again', async () => {
    const { store, read } = await startServer();
    await give(store, d, m, one);
    expect(await give(store, d)).toEqual(['unchanged', 'unchanged', 'unchanged', 'unchanged']);
    expect((await read(releaseIri('m'))).data.attributes.format_count).toBe(1);
  });
});

test('of two links that say the same the better source has its own, and the other leads to it', async () => {
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

describe('what waits', () => {
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

  test('quietly is told of nowhere, and written when it comes', async () => {
    const { store, read } = await startServer();
    await give(store, says('discogs/artists', discogs, artist('a')), { source: 'discogs/artists', records: [membership('whole', true)] });
    expect(found(store)).toEqual({ unresolved: 0, older: 0 });

    await give(store, says('discogs/artists', discogs, artist('g', { _type: 'group' })));

    expect((await read(`${artistIri('a')}/group-memberships`)).data).toHaveLength(1);
  });

  test('else is told of', async () => {
    const { store } = await startServer();
    await give(store, says('discogs/artists', discogs, artist('a')), { source: 'discogs/artists', records: [membership('whole', false)] });
    expect(found(store)).toEqual({ unresolved: 1, older: 1 });
  });

  test('keeps how good its word is, and what it guesses; of several that fill one record none takes the place of another', async () => {
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
