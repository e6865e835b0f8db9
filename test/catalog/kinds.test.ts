import { Database } from 'bun:sqlite';
import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalog } from '../../src/catalog';
import { countryName } from '../../src/catalog/countries';
import { vocabularies, wordLabelOf } from '../../src/catalog/vocabularies/vocabularies';
import {
  entry,
  format as numberedFormat,
  production as numberedProduction,
  release as numberedRelease,
  track as numberedTrack,
  to,
} from '../records/numbered-records';
import { demoRecordNamed, demoRecords, demoReference, uuidOf } from '../support/demo-records';
import { jsonApiCheck } from '../support/json-schema';
import { nonEmpty } from '../support/non-empty';
import { demoServer, startServer } from '../support/server';
import { uuid } from '../support/uuids';

// Features of single record types, and vocabularies.

const server = await demoServer();

const rowsOf = async (path: string) => (await server.read(path)).data;

describe('record types', () => {
  /** Types whose attributes the contract lists in full. */
  const listedByContract: Readonly<Record<string, string>> = {
    Artist:
      'name _type country display_name slug real_name begin_date end_date begin_city begin_country end_city end_country disambiguation biography fictional variations sort_name created_at updated_at',
    Portrayal: 'aspects notes created_at updated_at',
    ArtistRole: 'role slug scope description_markdown organization_applicable aliases',
    ArtistGroupMember: 'position name_variation',
    ArtistExternalLink: 'provider external_id url',
    ProductionExternalLink: 'provider external_id url',
    ReleaseTrack:
      'position number title other_titles variant artists artist_text artist_credit minutes seconds _type isrc_code content_components source_cue versions notes label credits productions sub_tracks works',
  };
  const namesOf = (type: string): string[] => Object.keys(catalog.find(type)?.attributes.properties ?? {});

  test.each(Object.entries(listedByContract))('have exactly the attributes of the contract: %s', (type, names) => {
    expect(namesOf(type).toSorted()).toEqual(names.split(' ').toSorted());
  });

  const nulls = (names: string) => Object.fromEntries(names.split(' ').map((name) => [name, null]));
  const minimal: readonly (readonly [type: string, list: string, attributes: object, defaults: object])[] = [
    [
      ...(['Artist', '/api/artists', { name: 'Nobody Special', _type: 'person' }] as const),
      {
        ...{ display_name: 'Nobody Special', slug: 'nobody-special', fictional: false, variations: [], members: [], groups: [] },
        ...nulls('sort_name country real_name begin_date end_date begin_city begin_country end_city end_country disambiguation biography'),
      },
    ],
    [
      ...(['ArtistRole', '/api/artists/roles', { role: 'Whistler', scope: 'track' }] as const),
      { slug: 'whistler', description_markdown: '', aliases: [], organization_applicable: false },
    ],
    ['Portrayal', '/api/portrayals', {}, { aspects: [], notes: null }],
    [
      ...(['Production', '/api/productions', { title: 'Lost Film', _type: 'other' }] as const),
      {
        ...{ slug: 'lost-film', year: 0, country: '', provisional: false, release_count: 0, composers: [], credits: [], franchises: [] },
        ...nulls(
          'release_date duration akas description episode_count series_number sort_title language imdb_id tmdb_id igdb_id updated_at',
        ),
      },
    ],
    [
      ...(['ProductionRecording', `/api/productions/${uuid(3)}/recordings`, { title: 'Cue' }] as const),
      {
        ...{ display_title: 'Cue', notes: '', recording_type: 'other', recording_usage: 'original' },
        ...{ credits: [], orchestras: [], choirs: [], organizations: [] },
      },
    ],
    ['Release', '/api/releases', { title: 'Unknown' }, { composer: null, provisional: false }],
    ['ReleaseFormat', `/api/releases/${uuid(5)}/formats`, {}, {}],
    [
      ...(['ReleaseTrack', `/api/releases/${uuid(5)}/formats/${uuid(6)}/tracks`, { position: 1, title: 'Take' }] as const),
      {
        ...{ _type: 'track', minutes: 0, seconds: 0, source_cue: false, content_components: [], versions: [], other_titles: [] },
        ...{ artists: [], credits: [], productions: [], works: [], sub_tracks: [] },
        ...nulls('number variant artist_text artist_credit isrc_code notes label'),
      },
    ],
  ];

  test('have defaults for what a record omits', async () => {
    const { read } = await startServer(
      minimal.map(([type, list, attributes], index) => ({ type, id: `${list}/${uuid(index)}`, attributes })),
    );
    for (const [index, [type, list, , defaults]] of minimal.entries()) {
      const { attributes } = (await read(`${list}/${uuid(index)}`)).data;
      expect({ type, ...attributes }).toMatchObject({ type, ...defaults });
      expect(Math.abs(Date.parse(attributes.created_at ?? new Date()) - Date.now())).toBeLessThan(60_000);
    }
  });

  test('have the lists of the contract', () => {
    const paths = catalog.shown.map(({ path }) => path.replace(/:(\w+)/g, '{$1}'));
    const expected =
      'artists artists/roles artists/{artistId}/aliases artists/{artistId}/group-memberships ' +
      'artists/{artistId}/external-links portrayals productions productions/{productionId}/recordings ' +
      'productions/{productionId}/external-links productions/{productionId}/entries releases releases/{releaseId}/formats ' +
      'releases/{releaseId}/formats/{formatId}/tracks releases/{releaseId}/recordings releases/{releaseId}/external-links ' +
      'labels labels/{labelId}/series organizations packaging-types';
    expect(paths).toEqual(expect.arrayContaining(expected.split(' ').map((path) => `/api/${path}`)));
  });
});

describe('aliases', () => {
  test('are ordered by position and have their type as _type', async () => {
    const { id } = demoRecordNamed('Artist', 'Joe Hisaishi');
    const rows = await rowsOf(`${id}/aliases`);
    const expected = demoRecords('ArtistAlias').filter((record) => record.id.startsWith(`${id}/`));
    expect(rows.map((row: { id: string }) => row.id)).toEqual(expected.map((record) => record.id));
    expect(rows[0].attributes).toMatchObject({ variation: '久石譲', _type: 'native_name', notes: null, position: 1 });
    expect(rows[0].attributes).not.toHaveProperty('type');
  });
});

describe('group memberships', () => {
  const frida = '/api/artists/e4b7c4a7-c890-5f52-8016-86d05bcd0036/group-memberships/d6bcc08a-f28b-58e6-b9e4-cdd8a32791c0';
  const abba = '/api/artists/cbfb2668-bdd2-55a5-a3f0-47e6f8559140';

  test('have a position, the name used in the group and the group', async () => {
    const { data } = await server.read(frida);

    expect(data).toMatchObject({ id: frida, type: 'ArtistGroupMember' });
    expect(data.attributes).toEqual({
      _id: uuidOf(frida),
      position: 4,
      name_variation: { id: '4ab02e0f-5903-5bc3-9e0b-e4624d9cba00', variation: 'Frida', type: 'stage_name' },
    });
    expect(data.relationships).toEqual({ group: { data: { type: 'Artist', id: abba } } });
  });

  test('use the name of the artist without a name in the group', async () => {
    const { id: björn } = demoRecordNamed('Artist', 'Björn Ulvaeus');

    const { data } = await server.read(`${björn}/group-memberships`);

    expect(data[0].attributes.name_variation).toEqual({ id: uuidOf(björn), variation: 'Björn Ulvaeus', type: 'name' });
  });
});

describe('entries', () => {
  test('link a production to the releases with its music', async () => {
    const [entry] = demoRecords('ProductionEntry');
    const list = (entry as { id: string }).id.replace(/\/[^/]+$/, '');
    const { data: rows, included = [] } = await server.read(`${list}?include=release,production`);
    const records = demoRecords('ProductionEntry').filter(({ id }) => id.startsWith(`${list}/`));
    const releases = new Set(records.map((record) => demoReference(record, 'release')));
    expect(rows).toHaveLength(records.length);
    expect(new Set(included.filter(({ type }) => type === 'Release').map(({ id }) => id))).toEqual(releases);
    for (const row of rows) expect(row.relationships.production.data.id).toBe(list.replace('/entries', ''));
  });
});

describe('recordings of a release', () => {
  const release = `/api/releases/${uuid(1)}`;
  const format = `${release}/formats/${uuid(2)}`;
  const onTracks = `${release}/recordings/${uuid(3)}`;
  const alone = `${release}/recordings/${uuid(4)}`;
  const track = (number: number) => `${format}/tracks/${uuid(number)}`;
  const trackOf = (number: number, position: number) =>
    numberedTrack(1, 2, number, { position, title: 'Prelude' }, { recording: to('ReleaseRecording', onTracks) });

  test('link to their tracks in order, if any', async () => {
    const { read } = await startServer([
      ...[numberedRelease(1, 'Psycho'), numberedFormat(1, 2)],
      { type: 'ReleaseRecording', id: onTracks, attributes: { title: 'Prelude', duration_seconds: 115 } },
      { type: 'ReleaseRecording', id: alone, attributes: { title: 'Finale' } },
      trackOf(10, 2),
      trackOf(11, 1),
    ]);
    const { data: first } = await read(onTracks);
    expect(first.attributes).toMatchObject({ title: 'Prelude', duration_seconds: 115, isrc_code: null, credits: [] });
    expect(first.relationships.tracks.data.map(({ id }: { id: string }) => id)).toEqual([track(11), track(10)]);
    expect(first.relationships.productionRecording).toEqual({ data: null });
    expect((await read(alone)).data.relationships.tracks).toEqual({ data: [] });
    expect((await read(`${alone}/tracks`)).data).toEqual([]);
  });
});

describe('counts', () => {
  const production = `/api/productions/${uuid(1)}`;
  test('of a production are its distinct releases and its recordings, also after a deletion', async () => {
    const { read, store } = await startServer([
      numberedProduction(1, 'Psycho'),
      ...[11, 12].map((number) => numberedRelease(number, 'Psycho')),
      ...[entry(21, 1, 11), entry(22, 1, 11), entry(23, 1, 12)],
      { type: 'ProductionRecording', id: `${production}/recordings/${uuid(30)}`, attributes: { title: 'Prelude' } },
    ]);
    expect((await read(production)).data.attributes).toMatchObject({ release_count: 2, recording_count: 1 });
    await store.write(() => store.writer.run('DELETE FROM "release" WHERE id = ?', [uuid(12)]));
    expect((await read(production)).data.attributes).toMatchObject({ release_count: 1, recording_count: 1 });
    expect((await read('/api/productions')).data[0].attributes.release_count).toBe(1);
  });
});

describe('vocabularies', () => {
  test('are listed with their values and labels', async () => {
    const { data: rows, links, meta } = await server.read('/api/vocabularies');
    expect(rows.map((row: { attributes: { name: string } }) => row.attributes.name)).toEqual(vocabularies.map(({ name }) => name));
    expect(meta).toEqual({ totalItems: vocabularies.length, itemsPerPage: 30, currentPage: 1 });
    expect(links).toEqual({ self: '/api/vocabularies?page=1', first: '/api/vocabularies?page=1', last: '/api/vocabularies?page=1' });
    for (const row of rows) expect((await server.read(row.id)).data).toEqual(row);
  });

  test('are read by name', async () => {
    const document = await server.read('/api/vocabularies/format_type');
    expect(document.data).toMatchObject({
      id: '/api/vocabularies/format_type',
      type: 'Vocabulary',
      links: { self: '/api/vocabularies/format_type' },
    });
    expect(document.data.attributes.values).toContainEqual({ value: 'blu_ray', label: 'Blu-ray' });
    expect(document.data.attributes.values[0]).toEqual({ value: 'cd', label: 'CD' });
    expect(jsonApiCheck()(document)).toEqual([]);
    expect(wordLabelOf('very_good_plus')).toBe('Very good plus');
  });

  test('name current and former countries, and code regions', async () => {
    const { values } = (await server.read('/api/vocabularies/countries')).data.attributes as { values: { value: string; label: string }[] };
    const names = new Map(values.map(({ value, label }) => [value, label]));

    expect([...names.keys()]).toEqual([...new Set(names.keys())].sort());
    for (const [code, name] of Object.entries({
      GB: 'United Kingdom',
      SU: 'Soviet Union',
      DD: 'East Germany',
      YU: 'Yugoslavia',
      XW: 'Worldwide',
      XE: 'Europe',
    }))
      expect(names.get(code)).toBe(name);
    for (const [code, name] of names) expect({ code, isNamed: name !== '' && name !== code }).toEqual({ code, isNamed: true });
    expect(countryName('CS', 'de-AT')).toBe('Tschechoslowakei');
    expect(countryName('CS', 'fr-CA')).toBe('Tchécoslovaquie');
    expect(countryName('DE', 'de')).toBe('Deutschland');
    for (const code of ['QQ', '12', '']) expect(countryName(code)).toBe(code);
  });

  test('that are unknown answer 404 with the known names', async () => {
    for (const name of ['shoes', 'constructor', '%00', 'CONDITION']) {
      const response = await server.request(`/api/vocabularies/${name}`);
      expect(response.status).toBe(404);
      expect(((await response.json()) as { errors: [{ detail: string }] }).errors[0].detail).toContain('condition');
    }
  });

  test('have pages, parameter checks and ignored parameters like other lists', async () => {
    const first = await server.read('/api/vocabularies?itemsPerPage=5&shoes=42');
    expect(first.data).toHaveLength(5);
    expect(first.meta?.ignoredParameters).toEqual(['shoes']);
    expect(first.links?.next).toBe('/api/vocabularies?itemsPerPage=5&shoes=42&page=2');
    expect((await server.read(first.links?.next as string)).links?.prev).toBe('/api/vocabularies?itemsPerPage=5&shoes=42&page=1');
    expect((await server.read('/api/vocabularies?page=99')).data).toEqual([]);
    for (const query of ['page=0', 'itemsPerPage=x', 'include=shoes'])
      expect((await server.request(`/api/vocabularies?${query}`)).status).toBe(400);
    expect((await server.request('/api/vocabularies/condition?include=shoes')).status).toBe(400);
  });

  test('have exactly the values that the database allows', () => {
    const database = new Database(':memory:');
    const schema = readFileSync(join(import.meta.dir, '../../db/schema.sql'), 'utf8');
    for (const table of schema.match(/^CREATE TABLE [\s\S]*?^\).*;$/gm) ?? []) database.run(table);
    const tables = database.query<{ sql: string }, []>("SELECT sql FROM sqlite_schema WHERE type = 'table'").all();
    const allowed = new Set(
      tables.flatMap(({ sql }) =>
        [...sql.matchAll(/CHECK \(\w+ IN \(([^)]*)\)\)/g)].map((match) => (match[1] as string).replaceAll("'", '')),
      ),
    );
    // Country codes change, so the database does not limit them.
    for (const { name, words } of nonEmpty(vocabularies.filter(({ nameOf }) => nameOf === undefined)))
      expect({ name, isAllowed: allowed.has(words.join(', ')) }).toEqual({ name, isAllowed: true });
  });
});
