import { afterAll, expect, test } from 'bun:test';
import { typeOfName, typeOfProfile } from '../../src/import/sources/discogs/artist-types';
import { sortNameOf } from '../../src/import/sources/shared/records';
import { authorities } from '../../src/records/provenance/ranks';
import { FakeCatalog, fileOf, importReleases, release, releases, removeFiles } from './discogs-fakes';

afterAll(removeFiles);

const names = {
  person: 'Richard Band, Albert Band, Ennio Morricone, Melchor Alvarez, Anchor Bergman, Carl Orff, James Horner, Coralie Clément, 久石譲',
  orchestra:
    "The Hollywood Studio Symphony, NHK交響楽団, London Symphony Orchestra, Orchestra dell'Accademia Nazionale di Santa Cecilia, Odeon Danseorkester, Wiener Philharmoniker, Nelson Riddle And His Orchestra, Orquesta de Cámara de Madrid, City Of Prague Philharmonic, Большой симфонический оркестр, Sinfonia Of London, Rundfunk-Sinfonieorchester Berlin, Metropole Orkest, 서울시립교향악단",
  choir:
    "London Voices, Coro dell'Accademia Nazionale di Santa Cecilia, Tölzer Knabenchor, Peninsula Women's Chorus, Coros de Radio Nacional de España, The Mike Sammes Singers, Libera Boys' Choir, NHK東京児童合唱団, Московский хор",
  group:
    'The Beatles, Kronos Quartet, Bill Evans Trio, Steve Miller Band, The Tennessee Three Brothers, Dirty Dozen Brass Band, Pointer Sisters, The Swingle Trio',
} as const;

test('the type of an artist is guessed from whole words of the name', () => {
  for (const [type, list] of Object.entries(names)) {
    const listed = list.split(', ');
    expect(listed.map((name) => `${name}: ${typeOfName(name)}`)).toEqual(listed.map((name) => `${name}: ${type}`));
  }
});

const profiles: readonly (readonly [profile: string, type: string | undefined])[] = [
  ['', undefined],
  ['American film composer, born 1953 in Los Angeles.', 'person'],
  ['South-Korean soundtrack composer', 'person'],
  ['Youth orchestra from Neubrandenburg, Germany, led by [a5803590].', 'orchestra'],
  ['Argentinian orchestra, created in 1954 in Buenos Aires and directed by David Sailon.', 'orchestra'],
  ['This orchestra is credited with the 1993 television movie with Bette Midler playing Rose.', 'orchestra'],
  ['German choir from Wolfsburg, founded 18 July 1869. Former leader: [a=Heinz Meyer-Kundt].', 'choir'],
  ['Belgian classical flutist and conductor, born 1953 in Verviers, Belgium.', 'person'],
  ['Conductor of the Vienna Boys Choir and of the London Symphony Orchestra.', 'person'],
  ['Orchestra leader from Norway.', 'person'],
  ['British choir conductor.', 'person'],
  ['Punk band from Portland, Oregon, USA.', 'group'],
  ['Animated Rhythm are London U.K based duo Lee Wharton and Jamie Gibbons.', 'group'],
  ['Satan In Bondage is a one man band ran out of Simpsonville, South Carolina.', 'person'],
  ['Atom™ (also known as Atom Heart, real name Uwe Schmidt) is a German composer, musician and record producer.', 'person'],
  ['[b]Mood II Swing[/b] is John Ciafone and Lem Springsteen, a duo of American producers from New York', 'group'],
  ['Member of the group [a=Faze Action].', 'person'],
  ['Русский композитор.', 'person'],
  ['Deutscher Komponist und Dirigent.', 'person'],
  ['Orchestre français.', 'orchestra'],
  ['Released two records in 1974.', undefined],
];

test('the first significant word of a profile determines the type of an artist', () => {
  expect(profiles.map(([profile]) => [profile, typeOfProfile(profile)])).toEqual(profiles.map((row) => [...row]));
});

const artistsFile = (...elements: readonly string[]) => fileOf(`<artists>${elements.join('')}</artists>`, 'artists.xml');

/** The artist type read from an artist element, with ", a guess" if it is one. */
async function typeOf(element: string): Promise<string> {
  const name = /<name>(.*?)<\/name>/.exec(element)?.[1] as string;
  const catalog = new FakeCatalog();
  const named = `<artists><artist><id>1</id><name>${name}</name></artist></artists>`;
  await catalog.import([fileOf(releases(release(9, named))), artistsFile(`<artist><id>1</id>${element}</artist>`)]);
  const own = catalog.emitted.findLast(({ record }) => record.type === 'Artist');
  expect(own?.authority).toBe(authorities.discogs);
  return `${own?.record.attributes._type}${own?.guessed?.includes('_type') ? ', a guess' : ''}`;
}

test('members and profile determine the type of an artist, and the name only without them', async () => {
  const members = '<members><name id="2">A</name><name id="3">B</name></members>';
  expect(await typeOf('<name>Alan Smith</name>')).toBe('person, a guess');
  expect(await typeOf('<name>Sinfonia</name>')).toBe('orchestra, a guess');
  expect(await typeOf('<name>Sinfonia</name><profile>Finnish metal band.</profile>')).toBe('group');
  expect(await typeOf('<name>The Wrecking Crew Orchestra</name><profile>Born 1950, American singer</profile>')).toBe('person');
  expect(await typeOf(`<name>Alan Smith</name>${members}`)).toBe('group');
  expect(await typeOf(`<name>London Voices</name>${members}`)).toBe('choir');
  expect(await typeOf(`<name>Jenny Jumble</name><profile>Singer and composer.</profile>${members}`)).toBe('group');
  expect(await typeOf('<name>Sinfonia</name><realname>Ann Smith</realname>')).toBe('person');
  expect(await typeOf('<name>Mr. James Barth &amp; A.D.</name><realname>Cari Lekebusch &amp; Alexi Delano</realname>')).toBe(
    'person, a guess',
  );
});

test('the type of a credited artist is a guess of the lowest rank', async () => {
  const catalog = await importReleases(release(9, '<artists><artist><id>1</id><name>Richard Band</name></artist></artists>'));
  const given = catalog.emitted.find(({ record }) => record.type === 'Artist');
  expect([given?.record.attributes._type, given?.guessed, given?.authority]).toEqual(['person', ['_type'], authorities.discogsNamed]);
});

test('a sort name is computed only for artists known to be persons with that name', async () => {
  const catalog = new FakeCatalog();
  const artist = (id: number, name: string, more: string) => `<artist><id>${id}</id><name>${name}</name>${more}</artist>`;
  const credited = [1, 2, 3, 4].map((id) => `<artist><id>${id}</id><name>Somebody</name></artist>`).join('');
  await catalog.import([
    fileOf(releases(release(9, `<artists>${credited}</artists>`))),
    artistsFile(
      artist(1, 'Jerry Goldsmith (2)', '<realname>Jerrald King Goldsmith</realname>'),
      artist(2, 'The Edge', '<realname>David Howell Evans</realname>'),
      artist(3, 'Goblin Simonetti', '<profile>Italian progressive rock band.</profile>'),
      artist(4, 'Richard Band', ''),
    ),
  ]);

  const sortNames = catalog
    .of('Artist')
    .filter(({ attributes }) => attributes?.name !== 'Somebody')
    .map(({ attributes }) => [attributes?.name, attributes?.sort_name]);
  expect(sortNames).toEqual([
    ['Jerry Goldsmith', 'Goldsmith, Jerry'],
    ['The Edge', undefined],
    ['Goblin Simonetti', undefined],
    ['Richard Band', undefined],
  ]);
});

test.each([
  ['Ludwig van Beethoven', 'Beethoven, Ludwig van'],
  ['Sammy Davis Jr.', 'Davis, Sammy, Jr.'],
  ["Edda Dell'Orso", "Dell'Orso, Edda"],
  ['Prince', undefined],
  ['50 Cent', undefined],
  ['Dr. Dre', undefined],
  ['久石 譲', undefined],
])('%s is sorted as %s', (name, expected) => {
  expect(sortNameOf(name)).toBe(expected);
});
