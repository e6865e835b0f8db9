import { afterEach, describe, expect, setDefaultTimeout, test } from 'bun:test';
import type { Settings } from '../../src/config';
import { runImport } from '../../src/import/run/run';
import { discogs } from '../../src/import/sources/discogs';
import { fileOf, releases, removeFiles } from '../import/discogs-fakes';
import type { Fake } from '../import/mirror-fakes';
import { discogsElement, discogsSite } from '../support/discogs-site';
import { type EditorOf, editedServer } from '../support/edited-server';
import { exportLines } from '../support/exports';
import { edition, musicbrainzSite } from '../support/musicbrainz-site';
import { add, codeOf, find } from './online-site';

// Requests to a source are a second apart.
setDefaultTimeout(60_000);

const sites: Fake[] = [];
afterEach(() => {
  for (const site of sites.splice(0)) site[Symbol.dispose]();
  removeFiles();
});

function withSites(musicbrainz: Fake, site: Fake, settings: Partial<Settings> = {}): Promise<EditorOf> {
  sites.push(musicbrainz, site);
  const urls = { musicbrainzUrl: musicbrainz.url, discogsUrl: site.url, discogsToken: 'secret', contact: 'anna@example.org' };
  return editedServer([], { onlineSources: ['musicbrainz', 'discogs'], ...urls, ...settings });
}

const addFromDiscogs = (user: EditorOf, id: number | string) => add(user, String(id), 'discogs');

const [submarine, handsome, shaft] = [1586427, 4497926, 6084115];

describe('a look-up at Discogs', () => {
  test('runs for a release that MusicBrainz lacks, with the token', async () => {
    const site = discogsSite([handsome]);
    const user = await withSites(musicbrainzSite([]), site);
    const { body } = await find(user, { barcode: '0 75992 59964 1' });
    expect(body.data.attributes.candidates).toEqual([
      {
        source: 'discogs',
        id: String(handsome),
        url: `https://www.discogs.com/release/${handsome}`,
        title: 'Johnny Handsome Original Motion Picture Soundtrack',
        artist_credit: 'Ry Cooder',
        note: 'Dolby HX Pro B NR, Album',
        release_date: '1989',
        country: 'US',
        barcode: '075992599641',
        same_barcode: true,
        labels: [{ name: 'Warner Bros. Records', catalog_number: '9 25996-4' }],
        formats: [{ format_type: 'cassette', quantity: 1 }],
        track_count: 0,
        duration_seconds: null,
        cover: null,
        release: null,
      },
    ]);
    const [request] = site.requests;
    expect(request?.path).toBe('/database/search?barcode=075992599641&type=release&per_page=25');
    expect(request?.headers.get('user-agent')).toMatch(/^leitmotif\/[\d.]+ \(anna@example\.org\)$/);
  });

  test('does not run if MusicBrainz has the release or no token is set', async () => {
    const site = discogsSite([handsome]);
    await find(await withSites(musicbrainzSite([edition(1)]), site), { barcode: '030206526721' });
    await find(await withSites(musicbrainzSite([]), site, { discogsToken: '' }), { barcode: '030206526721' });
    expect(site.requests).toEqual([]);
  });

  test('succeeds while MusicBrainz is down', async () => {
    const away = musicbrainzSite([], () => new Response('', { status: 503 }));
    const user = await withSites(away, discogsSite([shaft]));
    const { body } = await find(user, { url: `https://www.discogs.com/release/${shaft}-Shaft` });
    expect(body.data.attributes.candidates[0]).toMatchObject({ source: 'discogs', artist_credit: 'Gordon Parks', track_count: 7 });
  });

  test('without results names a source that is down instead of reporting no matches', async () => {
    const away = musicbrainzSite([], () => new Response('', { status: 503, headers: { 'retry-after': '7' } }));
    expect(codeOf(await find(await withSites(away, discogsSite([])), { title: 'Nothing' }))).toEqual([503, 'source_busy']);
  });

  test('with an invalid token answers 503 with source_refuses', async () => {
    const user = await withSites(musicbrainzSite([]), discogsSite([handsome], 'another'));
    expect(codeOf(await find(user, { title: 'Johnny Handsome' }))).toEqual([503, 'source_refuses']);
  });
});

describe('what people copy from Discogs and MusicBrainz', () => {
  test.each([
    { discogs_id: 'r4497926' },
    { discogs_id: '[r4497926]' },
    { url: 'discogs.com/release/4497926' },
    { url: 'https://www.Discogs.com/de/release/4497926-Ry-Cooder-Johnny-Handsome?ev=1' },
    { url: ' www.discogs.com/Ry-Cooder-Johnny-Handsome/release/4497926 ' },
  ])('leads to the release: %j', async (query) => {
    const user = await withSites(musicbrainzSite([]), discogsSite([handsome]));
    const { body } = await find(user, query);
    expect(body.data.attributes.candidates).toMatchObject([{ source: 'discogs', id: String(handsome) }]);
  });

  test('leads to the editions of a master or release group', async () => {
    const site = discogsSite([submarine, handsome]);
    const musicbrainz = musicbrainzSite([]);
    const user = await withSites(musicbrainz, site);
    const { body } = await find(user, { url: 'https://www.discogs.com/master/94713-Ry-Cooder-Johnny-Handsome' });
    expect(site.requests.map(({ path }) => path)).toEqual(['/masters/94713/versions?per_page=25']);
    expect(body.data.attributes.candidates).toMatchObject([
      { id: String(submarine), formats: [{ format_type: 'vinyl', quantity: 1 }] },
      { id: String(handsome), title: 'Johnny Handsome Original Motion Picture Soundtrack', artist_credit: null, country: 'US' },
    ]);
    await find(user, { url: `musicbrainz.org/release-group/${edition(1).id.toUpperCase()}/aliases` });
    expect(musicbrainz.requests.map(({ path }) => path)).toEqual([
      `/ws/2/release?release-group=${edition(1).id}&inc=artist-credits+labels+media&limit=25&fmt=json`,
    ]);
  });

  test('leads to a release by an MBID in capitals', async () => {
    const user = await withSites(musicbrainzSite([edition(1)]), discogsSite([]));
    const { body } = await find(user, { mbid: edition(1).id.toUpperCase() });
    expect(body.data.attributes.candidates).toMatchObject([{ id: edition(1).id }]);
  });
});

describe('a release added from Discogs', () => {
  test('equals the release from an import of the dump', async () => {
    const ids = [submarine, handsome, shaft];
    const user = await withSites(musicbrainzSite([]), discogsSite(ids));
    const dumped = await editedServer([]);
    await runImport(dumped.server.store, discogs([fileOf(releases(...ids.map(discogsElement)))]), { maxRejects: 0 });
    for (const id of ids) expect((await addFromDiscogs(user, id)).status).toBe(201);
    const records = (of: EditorOf) =>
      exportLines(of.server.store)
        .map(({ type, id, attributes: { created_at: _, updated_at: __, ...attributes }, relationships }) => ({
          type,
          id,
          attributes,
          relationships,
        }))
        .sort((a, b) => (a.id < b.id ? -1 : 1));
    expect(records(user)).toEqual(records(dumped));
    expect(records(user).length).toBeGreaterThan(50);
  });

  test('is added once, and linked by later look-ups', async () => {
    const site = discogsSite([handsome]);
    const user = await withSites(musicbrainzSite([]), site);
    const { headers } = await addFromDiscogs(user, handsome);
    expect([(await addFromDiscogs(user, handsome)).status, site.requests.length]).toEqual([200, 1]);
    const { body } = await find(user, { discogs_id: String(handsome) });
    expect(body.data.attributes.candidates[0].release).toBe(headers.get('location'));
  });

  test('is refreshed from Discogs', async () => {
    const user = await withSites(musicbrainzSite([]), discogsSite([handsome]));
    const iri = (await addFromDiscogs(user, handsome)).headers.get('location') as string;
    const { body } = await user.post('Refresh', `${iri}/refresh?dry_run=true`, {});
    expect(body.data.attributes).toEqual({ source: 'discogs', dry_run: true, before: null, after: null });
  });

  test('is refused for an invalid id, and while Discogs is off', async () => {
    const site = discogsSite([handsome]);
    const user = await withSites(musicbrainzSite([]), site, { onlineSources: ['musicbrainz'] });
    expect(codeOf(await addFromDiscogs(user, handsome))).toEqual([403, 'online_off']);
    const { status, body } = await addFromDiscogs(user, '../artists/1');
    expect([status, body.meta.errors[0].source.pointer]).toEqual([422, '/meta/from/id']);
    expect(site.requests).toEqual([]);
  });
});
