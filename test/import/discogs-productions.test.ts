import { afterAll, expect, test } from 'bun:test';
import { ownAlbumId, productionOfMaster, productionOfRelease } from '../../src/import/sources/discogs/values';
import { authorities } from '../../src/records/provenance/ranks';
import { FakeCatalog, fileOf, fixture, importReleases, releases, removeFiles } from './discogs-fakes';

afterAll(removeFiles);

const samples = new FakeCatalog();
await samples.import([fixture('releases'), fixture('masters')]);

interface Sample {
  readonly styles?: string;
  readonly descriptions?: string;
  readonly artist?: string;
  readonly master?: string;
  readonly content?: string;
}

function sample(
  id: number,
  title: string,
  { styles = 'Soundtrack', descriptions = 'Album', artist = '7', master, content = '' }: Sample = {},
) {
  const list = (name: string, text: string) =>
    text
      .split(', ')
      .map((one) => `<${name}>${one.replace('&', '&amp;')}</${name}>`)
      .join('');
  return `<release id="${id}" status="Accepted"><title>${title.replace(/&/g, '&amp;')}</title><genres><genre>Stage &amp; Screen</genre></genres>
    <styles>${list('style', styles)}</styles><artists><artist><id>${artist}</id><name>Somebody</name></artist></artists>
    <formats><format name="Vinyl" qty="1" text=""><descriptions>${list('description', descriptions)}</descriptions></format></formats>
    ${master ?? ''}${content}</release>`;
}

const edition = (id: number, isMain: boolean) => `<master_id is_main_release="${isMain}">${id}</master_id>`;

test('a master becomes an album that its releases refer to', () => {
  const heat = samples.find('Album', 'Heat (Music From The Motion Picture)');
  expect(heat).toMatchObject({
    id: `/api/albums/${ownAlbumId('129714')}`,
    album_type: 'score',
    first_release_date: '1995',
    artist_credit: 'Various',
  });
  const [link] = samples.of('AlbumExternalLink').filter(({ id }) => id.startsWith(`${heat.id}/`));
  expect(link?.attributes).toEqual({ provider: 'discogs', external_id: '129714', url: 'https://www.discogs.com/master/129714' });
  const submarine = samples.of('Release').find(({ attributes }) => attributes.title === 'Yellow Submarine');
  expect(submarine?.relationships.album).toEqual({ data: { type: 'Album', id: `/api/albums/${ownAlbumId('54565')}` } });
});

test('an album is emitted before its release', () => {
  const types = samples.items.find(({ records }) => records.some(({ record }) => (record as { type: string }).type === 'Album'))?.records;
  const order = types?.map(({ record }) => (record as { type: string }).type) ?? [];
  expect(order.indexOf('Album')).toBeLessThan(order.indexOf('Release'));
});

test('an album title comes from the master, then from the main release, then from other releases as a guess', async () => {
  const masters = fileOf(
    '<masters><master id="5"><main_release>2</main_release><title>The Fox</title><year>1968</year><styles><style>Score</style></styles></master></masters>',
    'masters.xml',
  );
  const catalog = new FakeCatalog();
  const other = sample(1, 'Apenas Uma Mulher (The Fox)', { master: edition(5, false) });
  await catalog.import([masters, fileOf(releases(other, sample(2, 'The Fox', { master: edition(5, true) })))]);
  const given = catalog.emitted.filter(({ record }) => record.type === 'Album');
  expect(given.map(({ record, authority, guessed }) => [record.attributes.title, authority, guessed?.includes('title') ?? false])).toEqual([
    ['Apenas Uma Mulher (The Fox)', authorities.discogsNamed, true],
    ['The Fox', authorities.discogsNamed, false],
    ['The Fox', authorities.discogs, false],
  ]);
});

test('the type of an album follows from styles, formats and credits', async () => {
  const typeOf = async (options: Sample) =>
    (await importReleases(sample(1, 'X', { ...options, master: edition(5, true) }))).find('Album', 'X').album_type;
  expect(await typeOf({ styles: 'Soundtrack, Score' })).toBe('score');
  expect(await typeOf({ styles: 'Soundtrack', artist: '194' })).toBe('songs');
  expect(await typeOf({ styles: 'Musical' })).toBe('songs');
  const composed = '<extraartists><artist><id>7</id><name>Somebody</name><role>Music By</role></artist></extraartists>';
  expect(await typeOf({ content: composed })).toBe('score');
  expect(await typeOf({ styles: 'Soundtrack' })).toBe('other');
  expect(await typeOf({ styles: 'Soundtrack', descriptions: '7", Single' })).toBe('single');
  expect(await typeOf({ styles: 'Score', descriptions: 'LP, Compilation' })).toBe('compilation');
});

test('a soundtrack release yields a provisional film with its composer, year and release', () => {
  const id = `/api/productions/${productionOfMaster('165597')}`;
  const given = samples.emitted.find(({ record }) => record.id === id);
  const { composers, ...production } = given?.record.attributes ?? {};
  expect(production).toEqual({ title: "Shaft's Big Score!", _type: 'movie', year: 1972, provisional: true });
  expect(samples.credits(composers)).toEqual(['Gordon Parks: composer']);
  expect([given?.authority, given?.mode, given?.guessed]).toEqual([
    authorities.discogsProvisional,
    'fill',
    ['title', 'composers', 'credits', '_type', 'year'],
  ]);
  const entry = samples.of('ProductionEntry').find((one) => one.id.startsWith(`${id}/`));
  expect(entry?.attributes).toEqual({ kind: 'score', position: 1 });
  expect(entry?.relationships.release).toEqual({
    data: { type: 'Release', id: samples.find('Release', "Shaft's Big Score! - The Original Motion Picture Soundtrack").id },
  });
});

test('film directors of a release are credited on the production', () => {
  const { credits } = samples.find('Production', 'Questo Sporco Mondo Meraviglioso');
  expect(samples.credits(credits)).toEqual(['Luigi Scattini: director', 'Mino Loy: director']);
});

test('the samples yield productions only for films, shows and games', () => {
  const titles = [...new Set(samples.of('Production').map(({ attributes }) => attributes.title as string))].sort();
  expect(titles).toEqual([
    'Apenas Uma Mulher (The Fox)',
    'Brimstone & Treacle',
    'Immortal',
    'Johnny Handsome',
    'Nasbandi',
    'Nothing Can Hurt Me',
    'Questo Sporco Mondo Meraviglioso',
    "Shaft's Big Score!",
    'Unrest',
    'Yellow Submarine',
  ]);
});

/** Printed titles, and the productions that each implies. */
const sleeves: readonly (readonly [title: string, options: Sample, ...productions: string[]])[] = [
  ['Psycho', { styles: 'Score' }, 'Psycho'],
  ['Psycho (Original Motion Picture Soundtrack)', { styles: 'Musical' }, 'Psycho'],
  ['Heat (Music From The Motion Picture)', { artist: '194', descriptions: 'Compilation' }, 'Heat'],
  ['Great Film Themes No. 3', { styles: 'Theme' }],
  ['Themes From The Movies (Original Soundtracks)', {}],
  ['The Best Of John Barry', { styles: 'Score' }],
  ['Moviesounds', { artist: '194', descriptions: 'Compilation' }],
  ['Sounds Of The City', { artist: '194' }],
  ['Thelma & Louise / Regarding Henry (The Original Motion Picture Scores)', { styles: 'Score' }, 'Thelma & Louise', 'Regarding Henry'],
  ['The Omega Man / Soylent Green', { styles: 'Score' }, 'The Omega Man', 'Soylent Green'],
  ['Tropa de Elite (Trilha sonora original do filme)', {}, 'Tropa de Elite'],
  ['The Greatest Showman (Original Motion Picture Soundtrack)', {}, 'The Greatest Showman'],
  ['Herrmann: Vertigo', { styles: 'Score' }, 'Vertigo'],
  ['The World Of Hans Zimmer', { styles: 'Score' }],
  ['Shostakovich: Symphony No. 5 In D Minor, Op. 47', { styles: 'Score' }],
  ['Face/Off', { styles: 'Score' }, 'Face/Off'],
  ['My Heart Will Go On', { descriptions: '7", Single, 45 RPM' }],
  ['The Pink Panther', { descriptions: '7", EP', styles: 'Score' }, 'The Pink Panther'],
  ['Meets James Bond', { styles: 'Soundtrack, Theme' }],
  ['Death & Horror', { styles: 'Soundtrack, Special Effects' }],
  ['Hair', { styles: 'Musical' }],
  ['Untitled', { styles: 'Soundtrack' }],
  ['Chrono Trigger', { styles: 'Video Game Music' }, 'Chrono Trigger'],
];

test('a release yields productions only if its title, styles and formats imply them', async () => {
  for (const [title, options, ...expected] of sleeves) {
    const catalog = await importReleases(sample(1, title, options));
    expect([title, ...catalog.of('Production').map(({ attributes }) => attributes.title as string)]).toEqual([title, ...expected]);
    expect(catalog.of('ProductionEntry')).toHaveLength(expected.length);
  }
});

test('the type of a production follows from the style or the marker of the title, and is a guess otherwise', async () => {
  const typeOf = async (title: string, styles?: string) => {
    const [given] = (await importReleases(sample(1, title, styles ? { styles } : {}))).emitted.filter(
      ({ record }) => record.type === 'Production',
    );
    return [given?.record.attributes._type, given?.guessed?.includes('_type') ?? false];
  };
  expect(await typeOf('Chrono Trigger', 'Video Game Music')).toEqual(['videogame', false]);
  expect(await typeOf("Ender's Game (Original Motion Picture Score)", 'Score')).toEqual(['movie', false]);
  expect(await typeOf('The Imitation Game', 'Score')).toEqual(['other', true]);
  expect(await typeOf('Game Of Thrones', 'Score')).toEqual(['other', true]);
});

test('editions of one master share a production, and a release without a master has its own', async () => {
  const catalog = await importReleases(
    sample(1, 'Alone'),
    sample(2, 'Both', { master: edition(9, true) }),
    sample(3, 'Both', { master: edition(9, false) }),
  );
  expect(catalog.of('Production').map(({ id }) => id.split('/').at(-1))).toEqual([
    productionOfRelease('1'),
    productionOfMaster('9'),
    productionOfMaster('9'),
  ]);
  expect(new Set(catalog.of('ProductionEntry').map(({ id }) => id)).size).toBe(3);
});

test('additional music and songs do not make an artist the composer of the film', async () => {
  const credit = (id: number, role: string) => `<artist><id>${id}</id><name>A${id}</name><role>${role}</role></artist>`;
  const content = `<extraartists>${credit(1, 'Music By')}${credit(2, 'Music By [Additional]')}${credit(3, 'Lyrics By, Composed By [Songs]')}</extraartists>`;
  const catalog = await importReleases(sample(1, 'Alone', { content }));
  expect(catalog.credits(catalog.find('Production', 'Alone').composers)).toEqual(['A1: composer']);
});
