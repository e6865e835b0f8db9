import { afterAll, expect, test } from 'bun:test';
import { uuidOf } from '../../src/store/values/identifiers';
import { FakeCatalog, fileOf, fixture, fixtureText, importReleases, release, releases, removeFiles } from './discogs-fakes';

afterAll(removeFiles);

const samples = new FakeCatalog();
await samples.import([fixture('labels'), fixture('artists'), fixture('masters'), fixture('releases')]);

const tracksOf = (catalog: FakeCatalog, id: unknown) => catalog.of('ReleaseTrack').filter((track) => track.id.startsWith(`${id}/`));

test('a release with a style of film music is imported whatever its other styles', async () => {
  const styles = '<styles><style>Soundtrack</style><style>Hindustani</style><style>Bollywood</style></styles>';
  const nasbandi =
    /<release id="\d+"[^>]*>(?:(?!<release ).)*?<title>Nasbandi<\/title>.*?<\/release>/s.exec(fixtureText('releases'))?.[0] ?? '';
  expect(nasbandi).toContain(styles);
  const isImported = async (named: readonly string[], element = nasbandi): Promise<boolean> => {
    const list = `<styles>${named.map((style) => `<style>${style}</style>`).join('')}</styles>`;
    const catalog = await importReleases(element.replace(styles, list));
    return catalog.of('Release').length === 1;
  };
  const folk = nasbandi.replace('<genre>Stage &amp; Screen</genre>', '');
  expect(await Promise.all([['Bollywood'], ['Video Game Music'], ['Swing', 'Theme']].map((named) => isImported(named)))).toEqual([
    true,
    true,
    true,
  ]);
  expect(await Promise.all([['Swing'], ['Zarzuela', 'Opera']].map((named) => isImported(named)))).toEqual([false, false]);
  expect(await Promise.all([['Soundtrack'], ['Hindustani', 'Score']].map((named) => isImported(named, folk)))).toEqual([true, true]);
  expect(await Promise.all([['Musical'], ['Bollywood'], ['Soundtrack Jazz'], []].map((named) => isImported(named, folk)))).toEqual([
    false,
    false,
    false,
    false,
  ]);
  // The dump of masters has one of the genre Pop.
  expect(samples.of('Release').map(({ attributes }) => attributes.title)).toContain('Untitled');
});

test('every sample soundtrack becomes a release with tracks', () => {
  const ids = samples.of('Release').map(({ id }) => id);
  expect(samples.items.filter((item) => item.rejected)).toEqual([]);
  expect(samples.items.filter((item) => item.source === 'discogs/releases' && item.records.length > 0)).toHaveLength(29);
  expect(new Set(ids).size).toBe(ids.length);
  expect(samples.of('ReleaseTrack')).toHaveLength(363);
});

test('a release has its composer, its credits, and its label with two catalog numbers', () => {
  const shaft = samples.find('Release', "Shaft's Big Score! - The Original Motion Picture Soundtrack");
  expect(shaft).toMatchObject({ artist_credit: 'Gordon Parks', release_date: '1972', country: 'PH' });
  expect(samples.credits(shaft.artists)).toEqual(['Gordon Parks: composer']);
  expect(samples.credits(shaft.credits)).toContain('Gordon Parks: composer');
  const labels = shaft.labels as { iri: string; catalog_number: string }[];
  expect(labels.map(({ iri, catalog_number }) => `${samples.nameOf(iri)} ${catalog_number}`)).toEqual([
    'MGM Records 1-SE-36-ST',
    'MGM Records 2315 115',
  ]);
});

test('a track with sub-tracks becomes a compound track', () => {
  const symphony = samples.find('ReleaseTrack', 'Symphony For Shafted Souls (The Big Chase)');
  expect(symphony).toMatchObject({ position: 8, minutes: 13, seconds: 11, _type: 'compound' });
  const parts = symphony.sub_tracks as { position: number; title: string }[];
  expect(parts.map(({ position, title }) => `${position} ${title}`)).toEqual([
    '1 Take Off',
    '2 Dance Of The Cars',
    '3 Water Ballet (Part 1)',
    '4 Water Ballet (Part 2)',
    '5 Call And Response',
    '6 The Last Amen',
  ]);
});

test('a master without its releases becomes a provisional release', () => {
  const heat = samples.find('Release', 'Heat (Music From The Motion Picture)');
  expect(heat).toMatchObject({ release_date: '1995', artist_credit: 'Various', provisional: true });
  const starTrek = samples.find('Release', 'Star Trek (Music From The Motion Picture)');
  expect(starTrek.release_date).toBe('2009');
  expect(starTrek.provisional).toBe(true);
  // Discogs states no role for artists on the cover.
  expect(samples.credits(starTrek.artists)).toEqual(['Michael Giacchino: undefined']);
  expect(samples.findByLink('Release', 'discogs', '1750386')).toBe(uuidOf('discogs:release:1750386'));
});

test('disambiguation numbers are removed from names of artists and labels', () => {
  const single = samples.find('Release', '180');
  expect(single.artist_credit).toBe('The British Darts Team With Vince Williams And Bobby George');
  expect(single.artists).toMatchObject([{ name_variation: 'The British Darts Team', join_phrase: ' With ' }, { join_phrase: ' And ' }, {}]);
  expect(samples.credits(single.artists).map((credit) => credit.split(': ')[1])).toEqual(['undefined', 'undefined', 'undefined']);
  expect(samples.nameOf((single.labels as { iri: string }[])[0]?.iri as string)).toBe('Smile');
  const names = [...samples.of('Artist'), ...samples.of('Label')].map(({ attributes }) => attributes.name as string);
  expect(names.filter((name) => /\(\d+\)$/.test(name))).toEqual([]);
});

test('a cover artist has a role only if the credits name one', () => {
  const concert = samples.find('Release', 'Cinema Concerto At Santa Cecilia');
  expect(samples.credits(concert.artists).map((credit) => credit.split(': ')[1])).toEqual(['undefined', 'undefined', 'undefined']);
  expect(samples.credits(samples.find('Release', 'Questo Sporco Mondo Meraviglioso').artists)).toEqual(['Piero Umiliani: composer']);
  expect(concert.artist_credit).toStartWith("Ennio Morricone, Orchestra dell'Accademia Nazionale di Santa Cecilia & Coro");
});

test('credits are assigned to the tracks that they name, or else to the release', () => {
  const submarine = samples.find('Release', 'Yellow Submarine');
  const pepperland = samples.find('ReleaseTrack', 'Yellow Submarine In Pepperland');
  const bulldog = samples.find('ReleaseTrack', 'Hey Bulldog');
  expect(samples.credits(submarine.credits)).toEqual(['George Martin: producer']);
  expect(samples.credits(bulldog.credits)).toEqual(['Lennon-McCartney: composer']);
  expect(samples.credits(pepperland.credits)).toEqual([
    'George Martin: arranger',
    'George Martin: composer',
    'George Martin: orchestrator',
    'Lennon-McCartney: composer',
  ]);
});

test('track numbers continue across vinyl sides, and a set of two discs has two formats', () => {
  const record = tracksOf(samples, samples.find('Release', 'Yellow Submarine').id);
  expect(record.map(({ attributes }) => attributes.position)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]);
  const set = samples.find('Release', 'Moviesounds [In The New Century]').id;
  const formats = samples.of('ReleaseFormat').filter(({ id }) => id.startsWith(`${set}/`));
  expect(formats.map(({ attributes }) => attributes)).toEqual([
    { position: 1, format_type: 'cd', quantity: 1, descriptions: ['Compilation'] },
    { position: 2, format_type: 'cd', quantity: 1, descriptions: ['Compilation'] },
  ]);
  const counts = formats.map(({ id }) => samples.of('ReleaseTrack').filter((track) => track.id.startsWith(`${id}/`)).length);
  expect(counts).toEqual([20, 4]);
});

test('companies become organizations with a type', () => {
  expect(samples.find('Organization', 'Pathé Marconi, Chatou').organization_type).toBe('manufacturer');
});

test('a packaging type in the catalog is assigned to the release', async () => {
  const catalog = new FakeCatalog();
  catalog.name('PackagingType', 'Gatefold Sleeve', uuidOf('gatefold'));
  await catalog.import([fixture('releases')]);
  const hair = catalog.of('Release').find(({ attributes }) => attributes.title === 'Hair');
  expect(hair?.relationships).toMatchObject({
    packaging_type: { data: { type: 'PackagingType', id: `/api/packaging-types/${uuidOf('gatefold')}` } },
  });
});

test('an import resumes after any item', async () => {
  const files = ['releases', 'masters', 'artists', 'labels'].map((name) => fixture(name as 'releases'));
  for (const count of [1, 20, 36, 40]) {
    const catalog = new FakeCatalog();
    const before = await catalog.import(files, undefined, count);
    const after = await catalog.import(files, before.at(-1)?.position);
    const places = [...before, ...after].map(({ source, line, offset }) => [source, line, offset]);
    expect(places).toEqual(samples.items.map(({ source, line, offset }) => [source, line, offset]));
  }
});

test('artists and labels in the catalog are imported with memberships, aliases and links', async () => {
  const catalog = new FakeCatalog();
  const artist = (id: number, name: string) => `<artist><id>${id}</id><name>${name}</name></artist>`;
  const credited = `<artists>${artist(2, 'Mr. James Barth &amp; A.D.')}${artist(26, 'Alexi Delano')}${artist(3, 'Josh Wink')}</artists>`;
  const label = '<labels><label name="Planet E" catno="none" id="1"/></labels>';
  await catalog.import([fileOf(releases(release(1, credited + label))), fixture('artists'), fixture('labels')]);
  expect(catalog.find('Artist', 'Mr. James Barth & A.D.')).toMatchObject({ _type: 'group', real_name: 'Cari Lekebusch & Alexi Delano' });
  expect(catalog.find('Artist', 'Josh Wink').biography).toStartWith('After forming Ovum Recordings as an independent label');
  const memberships = catalog.of('ArtistGroupMember');
  expect(memberships.map(({ id }) => catalog.nameOf(id.split('/group-')[0] as string))).toContain('Alexi Delano');
  expect(memberships[0]).toMatchObject({ attributes: { position: 1 } });
  expect(catalog.of('ArtistAlias')[0]?.attributes).toEqual({ variation: 'Mr Barth & A.D.', _type: 'name_variation', position: 1 });
  const links = catalog.of('ArtistExternalLink').map(({ attributes }) => `${attributes.provider} ${attributes.external_id}`);
  expect(links).toContain('wikipedia en:Josh_Wink');
  expect(links).toContain('discogs 3');
  expect(catalog.find('Label', 'Planet E').country).toBe('US');
  expect(catalog.items.filter(({ source }) => source === 'discogs/artists')).toHaveLength(3);
});
