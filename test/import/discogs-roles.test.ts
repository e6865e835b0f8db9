import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { runImport } from '../../src/import/run/run';
import { discogs } from '../../src/import/sources/discogs';
import { discogsRolesOf } from '../../src/import/sources/discogs/roles';
import { rangesIn } from '../../src/import/sources/discogs/tracklist';
import { startServer } from '../support/server';
import { FakeCatalog, fileOf, fixture, importReleases, release, releases } from './discogs-fakes';

/** Roles as printed by Discogs, and the roles and details read from each. */
const printed: readonly (readonly [text: string, ...roles: readonly string[]])[] = [
  ['', ''],
  ['Composed By', 'Composed By'],
  ['Music By [Additional]', 'Music By [Additional]'],
  ['Composed By [Music]', 'Composed By [Music]'],
  ['Composed By [Uncredited]', 'Composed By [Uncredited]'],
  ['Orchestra [London]', 'Orchestra [London]'],
  ['Conductor [Orchestra]', 'Conductor [Orchestra]'],
  ['Conductor [Orchestra, Choir], Written-By, Mixed By [A [B], C]', 'Conductor [Orchestra, Choir]', 'Written-By', 'Mixed By [A [B], C]'],
  ['Vocals [Zpívá], Chorus [Sbor]', 'Vocals [Zpívá]', 'Chorus [Sbor]'],
  ['Directed By', 'Conductor'],
  ['Conductor, Directed By', 'Conductor'],
  ['Composed By, Directed By', 'Composed By', 'Conductor'],
  ['Directed By [Coro]', 'Conductor [Coro]'],
  ['Directed By [Film Music]', 'Music Director [Film Music]'],
  ['Directed By [Musical Direction]', 'Music Director [Musical Direction]'],
  ['Directed By [Film]', 'Director [Film]'],
  ['Directed By [Regie]', 'Director [Regie]'],
  ['Directed By [Music Video]', 'Director [Music Video]'],
  ['Directed By [Assistant To The Director]', 'Director [Assistant To The Director]'],
  ['Director', 'Director'],
  ['Director [Orchestra]', 'Conductor [Orchestra]'],
  ['Director [Film Orchestra]', 'Conductor [Film Orchestra]'],
  ['Film Director', 'Director [Film]'],
  ['Music Director', 'Music Director'],
  ['Written By', 'Written-By'],
  ['Liner Notes, Written-By', 'Liner Notes', 'Written-By'],
  ['Photography By [Cover]', 'Photography [Cover]'],
  ['Producer [Produced For Record By]', 'Producer [Produced For Record By]'],
  ['Executive Producer', 'Executive-Producer'],
  ['Engineer [Assistant]', 'Engineer [Assistant]'],
  ['Piano, Leader', 'Piano', 'Bandleader'],
  ['Soprano Vocals', 'Vocals [Soprano]'],
  ['Tenor Vocals [Don Juan]', 'Vocals [Tenor, Don Juan]'],
  ['Backing Vocals', 'Backing Vocals'],
  ['Saxophone [Alto]', 'Saxophone [Alto]'],
  ['Alto Saxophone', 'Saxophone [Alto]'],
  ['Baritone Saxophone, Flute', 'Saxophone [Baritone]', 'Flute'],
  ['Bass Guitar', 'Bass [Bass Guitar]'],
  ['Cello [Electric]', 'Cello [Electric]'],
  [
    'Edited By [Editing], Assemblage [Assembly], Research [Tape Research]',
    'Edited By [Editing]',
    'Assemblage [Assembly]',
    'Research [Tape Research]',
  ],
  ['Guitar [Lead] [Solo]', 'Guitar [Lead, Solo]'],
  ['Guitar [ ]', 'Guitar'],
  ['Guitar [Lead', 'Guitar [Lead]'],
  ['Guitar] , , Bass', 'Guitar', 'Bass'],
  ['Vocals, Vocals', 'Vocals'],
  ['Vocals [A], Vocals [B]', 'Vocals [A]', 'Vocals [B]'],
];

test('printed roles are read as catalog roles with the details in brackets', () => {
  const shown = (text: string) => discogsRolesOf(text).map(({ name, detail }) => (detail === undefined ? name : `${name} [${detail}]`));
  expect(printed.map(([text]) => [text, ...(text === '' ? [''] : shown(text))])).toEqual(printed.map((row) => [...row]));
});

test('roles read from any list come from the text of that list', () => {
  const letters = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.stringMatching(/^[A-Z][a-z]{2,8}$/), fc.option(fc.stringMatching(/^[A-Za-z ,]{1,9}$/)))), (parts) => {
      const text = parts.map(([name, detail]) => (detail === null ? name : `${name} [${detail}]`)).join(', ');
      const unique = new Set(parts.map(([name, detail]) => letters(`${name}${detail ?? ''}`)));
      const read = discogsRolesOf(text).map(({ name, detail }) => letters(`${name}${detail ?? ''}`));
      if (parts.length <= 30) expect(read.length).toBeLessThanOrEqual(parts.length);
      for (const one of read) expect(unique.has(one) || /saxophone|director|conductor|bass|bandleader/.test(one)).toBe(true);
    }),
  );
});

const positions = ['A1', 'A2', 'A3', 'B', 'B.1', 'B.2'];

const named = (text: string, of: readonly string[] = positions) => {
  const range = rangesIn(of)(text);
  return typeof range === 'string' ? range : [...range].map((index) => of[index]).join(' ');
};

test('track ranges are read in every common notation', () => {
  expect(
    ['A1 to A3, B2', 'Except A1, A2', 'a1, b.1', 'A1; A3', 'A1 & A2', 'A1 and A3', 'A1-A3', 'A1 – A2'].map((text) => named(text)),
  ).toEqual(['A1 A2 A3 B.2', 'A3 B B.1 B.2', 'A1 B.1', 'A1 A3', 'A1 A2', 'A1 A3', 'A1 A2 A3', 'A1 A2']);
  expect(['1-1 to 1-2', '1-2', '2-1, 1-1'].map((text) => named(text, ['1-1', '1-2', '2-1']))).toEqual(['1-1 1-2', '1-2', '2-1 1-1']);
});

test('track ranges name sides and discs, and positions with or without leading zeros', () => {
  const sides = ['A1', 'A2', 'B1', 'B2', 'C1'];
  expect(['B', 'side B', 'A to B', 'A, C', 'A1 to 2', 'Except B', 'B2-'].map((text) => named(text, sides))).toEqual([
    'B1 B2',
    'B1 B2',
    'A1 A2 B1 B2',
    'A1 A2 C1',
    'A1 A2',
    'A1 A2 C1',
    'B2 C1',
  ]);
  const discs = ['1-01', '1-02', '1-03', '2-01', '2-02'];
  expect(
    ['1-1 to 1-3', '1-01 to 1-2', 'CD1', 'Disc 2', 'CD1, 2-1', '1-2 to 3', '2-01, 2-02 [Solo]', '1-3-'].map((text) => named(text, discs)),
  ).toEqual([
    '1-01 1-02 1-03',
    '1-01 1-02',
    '1-01 1-02 1-03',
    '2-01 2-02',
    '1-01 1-02 1-03 2-01',
    '1-02 1-03',
    '2-01 2-02',
    '1-03 2-01 2-02',
  ]);
  const numbers = ['1', '2', '3', '4', '5', '6'];
  expect(['01 to 03', 'tracks 1 and 2', 'Track 4', '5-', '5 -'].map((text) => named(text, numbers))).toEqual([
    '1 2 3',
    '1 2',
    '4',
    '5 6',
    '5 6',
  ]);
  expect(named('CD1', ['CD1-1', 'CD1-2', 'DVD1-1'])).toBe('CD1-1 CD1-2');
  // Sides that start again, a disc that is not numbered, and a range without a start.
  expect([named('A', ['A1', 'B1', 'A1', 'B1']), named('CD3', discs), named('-5', numbers)]).toEqual(['unknown', 'unknown', 'unknown']);
});

test('a remark in a range is kept with the credits of its tracks', async () => {
  const artist = '<artist><id>7</id><name>X4</name><role>Organ</role><tracks>1, 2 [Solo]</tracks></artist>';
  const track = (position: number) => `<track><position>${position}</position><title>T${position}</title></track>`;
  const catalog = await importReleases(
    release(1, `<extraartists>${artist}</extraartists><tracklist>${track(1)}${track(2)}${track(3)}</tracklist>`),
  );
  expect(catalog.of('ReleaseTrack').map(({ attributes }) => attributes.credits)).toMatchObject([
    [{ detail: 'Solo' }],
    [{ detail: 'Solo' }],
    undefined,
  ] as object[]);
});

test('an empty or complete range means the release, and any other text is unknown', () => {
  expect(['', '  ', 'A1 to B.2'].map((text) => named(text))).toEqual(['release', 'release', 'release']);
  expect(['Parker', 'A1 to Z9', 'A3 to A1', 'A1 to A2 to A3', 'Except', 'A1, Z'].map((text) => named(text))).toEqual(
    Array(6).fill('unknown'),
  );
  // Ambiguous: two tracks have the position.
  expect(named('1 to 2', ['1', '2', '1', '2'])).toBe('unknown');
  expect(named('1 to 10', ['1/2', '2', '3', '10'])).toBe('unknown');
});

const samples = new FakeCatalog();
await samples.import([fixture('releases')]);

test('a credit with an unknown range stays with the release, with the range as printed', async () => {
  const gipsies = samples.find('Release', 'La Musique Et Les Chants Des Gitans - Music And Songs Of The Gipsies');
  const credits = gipsies.credits as { credit_role: string; tracks?: string }[];
  expect(credits.filter(({ tracks }) => tracks === '1 to 10').map(({ credit_role }) => credit_role)).toEqual([
    'accordion',
    'accordion',
    'chanter',
    'guitar',
    'percussion',
    'violin',
  ]);
  const tracks = samples.of('ReleaseTrack').filter(({ id }) => id.startsWith(`${gipsies.id}/`));
  expect(tracks.filter(({ attributes }) => JSON.stringify(attributes.credits ?? []).includes('accordion'))).toEqual([]);
  expect(tracks.filter(({ attributes }) => JSON.stringify(attributes.credits ?? []).includes('music-director'))).toHaveLength(8);
});

test('the director of a stage show is not credited as a conductor', async () => {
  const hair = samples.find('Release', 'Hair');
  expect(samples.credits(hair.credits)).toContain("Tom O'Horgan: director");
  expect(samples.credits(hair.credits)).toContain('Derek Wadsworth: music-director');
  expect(samples.credits(hair.credits).filter((credit) => credit.endsWith(': conductor'))).toEqual([]);
});

test('"Directed By" credits the conductor of film music and the director of a recorded show or film', async () => {
  const people = ['Ann', 'Ben', 'Cleo', 'Dan', 'Eve', 'Fay'];
  const roles = ['Directed By', 'Film Director', 'Directed By [Film Music]', 'Director', 'Music Director', 'Directed By [Movie]'];
  const artists = roles.map((role, at) => `<artist><id>${at + 1}</id><name>${people[at]}</name><role>${role}</role></artist>`).join('');
  const sleeve = (id: number, title: string, styles: readonly string[], format = 'CD') =>
    release(
      id,
      `<artists><artist><id>9</id><name>Gus</name></artist></artists><styles>${styles.map((style) => `<style>${style}</style>`).join('')}</styles>
       <formats><format name="${format}" qty="1" text=""/></formats>
       <tracklist><track><position>1</position><title>Overture</title><extraartists>${artists.slice(0, artists.indexOf('</artist>') + 9)}</extraartists></track></tracklist>
       <extraartists>${artists}</extraartists>`,
      title,
    );
  const elements = [
    sleeve(1, 'Dusk', ['Soundtrack', 'Musical']),
    sleeve(2, 'Stage Hit', ['Musical']),
    sleeve(3, 'Night', ['Soundtrack'], 'DVD'),
  ];
  const { store, read } = await startServer();
  const report = await runImport(store, discogs([fileOf(releases(...elements))]), { maxRejects: 0 });
  expect(report).toMatchObject({ outcome: 'done', rejected: 0 });
  const shown = (credits: readonly { name: string; credit_role: string }[]) =>
    credits.map(({ name, credit_role }) => `${name}: ${credit_role}`);
  const creditsOf = async (kind: 'releases' | 'productions') =>
    Object.fromEntries(
      (await read(`/api/${kind}?itemsPerPage=100`)).data.map(({ attributes }: { attributes: { title: string; credits: never[] } }) => [
        attributes.title,
        shown(attributes.credits),
      ]),
    );
  const others = ['Ben: director', 'Cleo: music-director', 'Dan: director', 'Eve: music-director', 'Fay: director'];
  expect(await creditsOf('releases')).toEqual({
    Dusk: ['Ann: conductor', ...others],
    'Stage Hit': ['Ann: director', ...others],
    Night: ['Ann: director', ...others],
  });
  const directors = ['Ben: director', 'Fay: director'];
  expect(await creditsOf('productions')).toEqual({ Dusk: directors, Night: directors });
  const [film] = (await read('/api/releases?title=Dusk')).data;
  const [format] = (await read(`${film.id}/formats`)).data;
  const [track] = (await read(`${format.id}/tracks`)).data;
  expect(shown(track.attributes.credits)).toEqual(['Ann: conductor']);
});

test('a track artist has no role unless a track credit names the artist as composer', async () => {
  const artist = (id: number, name: string, role = '') => `<artist><id>${id}</id><name>${name}</name><role>${role}</role></artist>`;
  const track = (position: number, credits: string) =>
    `<track><position>${position}</position><title>T${position}</title><artists>${artist(1, 'Adele')}</artists>${credits}</track>`;
  const own = `<extraartists>${artist(1, 'Adele', 'Composed By, Producer')}</extraartists>`;
  const part = `<extraartists>${artist(1, 'Adele', 'Composed By [Additional], Vocals')}</extraartists>`;
  const catalog = await importReleases(release(1, `<tracklist>${track(1, '')}${track(2, own)}${track(3, part)}</tracklist>`));
  expect(catalog.of('ReleaseTrack').map(({ attributes }) => catalog.credits(attributes.artists))).toEqual([
    ['Adele: undefined'],
    ['Adele: composer'],
    ['Adele: undefined'],
  ]);
});

test('an artist credited without a role is imported', async () => {
  const catalog = await importReleases(release(1, '<extraartists><artist><id>5</id><name>Ann</name><role/></artist></extraartists>'));
  expect(catalog.credits(catalog.find('Release', 'A Score').credits)).toEqual(['Ann: undefined']);
});
