import { afterEach, describe, expect, setDefaultTimeout, test } from 'bun:test';
import type { Settings } from '../../src/config';
import { productionOfFilm } from '../../src/import/sources/musicbrainz/records';
import { composer } from '../import/musicbrainz-documents';
import { all, filmRecords } from '../import/wikidata-items';
import { fakeSite } from '../import/wikidata-site';
import { type EditorOf, editedServer, editorOf } from '../support/edited-server';
import { edition, musicbrainzSite } from '../support/musicbrainz-site';
import { add, barcode, closeSite, codeOf, idOf, site, useSite, withSite } from './online-site';

// Requests to a source are a second apart.
setDefaultTimeout(60_000);

afterEach(closeSite);

describe('a refresh from MusicBrainz', () => {
  const refresh = (user: EditorOf, iri: string, query = '') => user.post('Refresh', `${iri}/refresh${query}`, {});
  const iri = `/api/releases/${idOf(1)}`;

  /** Adds a release, then changes its document at MusicBrainz. */
  async function withChanged(changes: object) {
    const releases = [edition(1)];
    const user = await withSite(musicbrainzSite(releases));
    await add(user, idOf(1));
    releases[0] = edition(1, changes);
    return user;
  }

  const valuesOf = async (user: EditorOf) => {
    const { barcode, country, title } = (await user.read(iri)).body.data.attributes;
    return { barcode, country, title };
  };

  test('shows its changes in a dry run and then applies them', async () => {
    const user = await withChanged({ barcode: '1234567890128', country: 'DE' });
    const { status, body } = await refresh(user, iri, '?dry_run=true');
    const fields = (attributes: object) => ({ attributes, relationships: {} });
    expect([status, body.data]).toEqual([
      200,
      {
        type: 'Refresh',
        id: `${iri}/refresh`,
        attributes: {
          source: 'musicbrainz',
          dry_run: true,
          before: fields({ barcode, country: 'US' }),
          after: fields({ barcode: '1234567890128', country: 'DE' }),
        },
      },
    ]);
    expect(await valuesOf(user)).toEqual({ barcode, country: 'US', title: 'Night Train' });
    const requests = site.requests.length;
    expect((await refresh(user, iri)).body.data.attributes).toEqual({ ...body.data.attributes, dry_run: false });
    expect(await valuesOf(user)).toEqual({ barcode: '1234567890128', country: 'DE', title: 'Night Train' });
    expect(site.requests).toHaveLength(requests);
    expect((await refresh(user, iri)).body.data.attributes).toMatchObject({ before: null, after: null });
  });

  test('keeps locked fields', async () => {
    const user = await withChanged({ country: 'DE', title: 'Other Title' });
    await user.patch(iri, { title: 'My Title' });
    await refresh(user, iri, '?dry_run=true');
    await refresh(user, iri);
    expect(await valuesOf(user)).toEqual({ barcode, country: 'DE', title: 'My Title' });
  });

  test('answers 404 for a removed document, also after a cached answer', async () => {
    const releases = [edition(1)];
    const user = await withSite(musicbrainzSite(releases));
    await add(user, idOf(1));
    releases.pop();
    for (const query of ['?dry_run=true', '']) expect(codeOf(await refresh(user, iri, query))).toEqual([404, 'source_lacks']);
  });

  test('answers 503 for a document without a title and keeps the title', async () => {
    const user = await withChanged({ title: 7, media: 'none' });
    expect(codeOf(await refresh(user, iri, '?dry_run=true'))).toEqual([503, 'source_unusable']);
    expect(await valuesOf(user)).toMatchObject({ title: 'Night Train' });
  });

  test('answers 503 for a document that is not a release', async () => {
    const user = await withChanged({ country: 'DE', 'release-group': undefined });
    expect(codeOf(await refresh(user, iri, '?dry_run=true'))).toEqual([503, 'source_unusable']);
    expect(await valuesOf(user)).toMatchObject({ country: 'US' });
  });

  test('updates artists', async () => {
    const user = await withSite(musicbrainzSite([edition(1)]));
    await add(user, idOf(1));
    const artist = `/api/artists/${composer.id}`;
    expect((await refresh(user, artist)).body.data.attributes.after.attributes).not.toEqual({});
    expect((await refresh(user, artist)).body.data.attributes.after).toBeNull();
  });

  test('is refused without a MusicBrainz id, for unknown records, for members, and while look-ups are off', async () => {
    const user = await withSite(musicbrainzSite([]));
    const { body } = await user.post('Release', '/api/releases', { title: 'By hand' });
    const refused = await refresh(user, body.data.id);
    expect(codeOf(refused)).toEqual([409, 'no_source_id']);
    expect(refused.body.errors[0].meta.params).toEqual({ sources: ['MusicBrainz'] });
    expect(codeOf(await refresh(user, iri))).toEqual([404, 'no_record']);
    expect(codeOf(await refresh(await editorOf(user.server, 'mia', 'user'), body.data.id))).toEqual([403, 'editors_only']);
    const off = await editedServer([]);
    expect(codeOf(await refresh(off, iri))).toEqual([403, 'online_off']);
    expect(site.requests).toEqual([]);
  });

  test('of a release merged there imports the survivor and merges the old record into it, with its copies', async () => {
    const merged = (path: string) => (path.includes(`/ws/2/release/${idOf(1)}`) && releases.length === 0 ? survivor() : undefined);
    const releases = [edition(1)];
    const survivor = () => Response.json(edition(2, { country: 'DE' }));
    const user = await withSite(musicbrainzSite(releases, merged));
    await add(user, idOf(1));
    const copy = await user.post('CollectionItem', '/api/users/me/collection', {}, { release: { data: { type: 'Release', id: iri } } });
    expect(copy.status).toBe(201);
    releases.pop();
    const dry = await refresh(user, iri, '?dry_run=true');
    expect([dry.status, dry.body.data.attributes.after.attributes]).toMatchObject([200, { country: 'DE' }]);
    expect((await refresh(user, iri)).status).toBe(200);
    expect(JSON.stringify((await user.read(copy.body.data.id)).body.data)).toContain(`/api/releases/${idOf(2)}`);
    const old = await user.server.request(iri, { headers: { authorization: `Bearer ${user.token}` } });
    expect([old.status, old.headers.get('location')]).toEqual([301, `/api/releases/${idOf(2)}`]);
    expect((await user.read('/api/releases')).body.data).toHaveLength(1);
  });

  test.each([
    ['Original Title', 'Original Title Survivor'],
    ['Original Title Survivor', 'Original Title'],
  ])('of %j, merged there into %j, takes the values of the survivor and leaves those of editors', async (former, title) => {
    const releases = [edition(1, { title: former, barcode: '4006381333931' })];
    const tracked = (name: string, number: number) => ({
      title: name,
      barcode: '4006381333948',
      media: [{ position: 1, format: 'CD', tracks: [{ id: idOf(100 + number), position: 1, number: '1', title: name }] }],
    });
    const isMerged = (path: string) => path.startsWith('/ws/2/release/') && releases.length === 0;
    const site = musicbrainzSite(releases, (path) => (isMerged(path) ? Response.json(edition(2, tracked(title, 2))) : undefined));
    const user = await withSite(site);
    Object.assign(releases[0] as object, tracked(former, 1));
    await add(user, idOf(1));
    await user.patch(iri, { notes: 'Mine' });
    releases.pop();
    // The answer to the addition is cached for a refresh, but not for a dry run.
    await refresh(user, iri, '?dry_run=true');
    await refresh(user, iri);
    const { body } = await user.read(`/api/releases/${idOf(2)}`);
    expect(body.data.attributes).toMatchObject({ title, barcode: '4006381333948', notes: 'Mine' });
    const tracks = (await user.read(`/api/tracks?release=${idOf(2)}`)).body.data;
    expect(tracks).toMatchObject([{ attributes: { title } }]);
    expect(codeOf(await refresh(user, iri))).toEqual([404, 'no_record']);
    expect((await refresh(user, `/api/releases/${idOf(2)}`)).body.data.attributes).toMatchObject({ before: null, after: null });
  });

  test('of an artist merged there does the same', async () => {
    const survivor = { ...composer, id: idOf(7), disambiguation: 'the survivor' };
    const site = musicbrainzSite([edition(1)], (path) => (path.startsWith('/ws/2/artist/') ? Response.json(survivor) : undefined));
    const user = await withSite(site);
    await add(user, idOf(1));
    const { status, body } = await refresh(user, `/api/artists/${composer.id}`);
    expect([status, body.data.attributes.after.attributes]).toMatchObject([200, { disambiguation: 'the survivor' }]);
    expect((await user.read(`/api/artists/${idOf(7)}`)).body.data.attributes.name).toBe('Ana Lund');
    expect((await user.read('/api/artists?name=Ana Lund')).body.data).toHaveLength(1);
  });
});

describe('a refresh from Wikidata', () => {
  const iri = `/api/productions/${productionOfFilm('tt0000100')}`;

  async function withItems(records: readonly object[], settings: Partial<Settings> = {}) {
    const items = fakeSite(all);
    const urls = { wikidataEntities: items.entities, wikidataQuery: items.query };
    useSite({ url: '', requests: items.requests, [Symbol.dispose]: () => items[Symbol.dispose]() });
    return editedServer(records, { onlineSources: ['wikidata'], contact: 'anna@example.org', ...urls, ...settings });
  }

  test('updates productions by item or IMDb id', async () => {
    const user = await withItems(filmRecords());
    const { status, body } = await user.post('Refresh', `${iri}/refresh`, {});
    expect([status, body.data.attributes.source]).toEqual([200, 'wikidata']);
    expect(body.data.attributes.after.attributes).toMatchObject({ release_date: '1931-05-02', duration: 90 });
    expect(site.requests.map(({ path }) => path.split('?')[0])).toEqual(['/sparql', '/w/api.php']);
    expect((await user.post('Refresh', `${iri}/refresh?dry_run=true`, {})).body.data.attributes.after).toBeNull();
  });

  test('answers 404 for a production that Wikidata lacks, and is refused while Wikidata is off', async () => {
    const user = await withItems(filmRecords('tt0000999'));
    const other = `/api/productions/${productionOfFilm('tt0000999')}`;
    expect(codeOf(await user.post('Refresh', `${other}/refresh`, {}))).toEqual([404, 'source_lacks']);
    const off = await withItems(filmRecords(), { onlineSources: ['musicbrainz'] });
    expect(codeOf(await off.post('Refresh', `${iri}/refresh`, {}))).toEqual([403, 'online_off']);
  });
});
