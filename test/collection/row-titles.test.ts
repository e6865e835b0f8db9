import { beforeAll, expect, test } from 'bun:test';
import { importFile } from '../support/owned-items';
import { demoServer, type TestServer } from '../support/server';

// Rows as collectors write them, against the demo catalog: an edition that they mean, candidates where they may mean several or the
// film only, or nothing.

let server: TestServer;
beforeAll(async () => {
  server = await demoServer();
}, 60_000);

type Row = readonly [title: string, artist: string, year: number, format: string, found: string, barcode: string];

const clear: readonly Row[] = [
  ['Princess Mononoke', 'Joe Hisaishi', 1997, 'CD', 'もののけ姫 サウンドトラック', ''],
  ['Princess Mononoke (もののけ姫)', '久石譲', 1997, 'CD', 'もののけ姫 サウンドトラック', ''],
  ['Chihiros Reise ins Zauberland OST', 'Joe Hisaishi', 2001, 'CD', '千と千尋の神隠し サウンドトラック', ''],
  ['Nuovo Cinema Paradiso', 'Ennio Morricone', 1990, 'CD', 'Cinema Paradiso', ''],
  ['Spiel mir das Lied vom Tod', 'Morricone, Ennio', 1988, 'CD', 'Once Upon a Time in the West', ''],
  ["C'era una volta il West / Once Upon a Time in the West", 'Morricone', 1972, 'LP', 'Once Upon a Time in the West', ''],
  ['Krieg der Sterne (Original Filmmusik)', 'John Williams', 1977, 'LP', 'Star Wars (Original Soundtrack)', ''],
  ['Der Herr der Ringe: Die zwei Türme', 'H. Shore', 2002, 'CD', 'The Lord of the Rings: The Two Towers', ''],
  ['Die fabelhafte Welt der Amélie [Soundtrack]', 'Tiersen', 2001, 'CD', "Le Fabuleux Destin d'Amélie Poulain", ''],
  ['ben hur', 'Miklos Rozsa', 1996, 'CD', 'Ben-Hur (Original Motion Picture Soundtrack)', ''],
  ['BLADERUNNER', 'Vangelis', 2013, 'LP', 'Blade Runner', ''],
  ['TheDarkKnight', 'Hans Zimmer', 2008, 'CD', 'The Dark Knight (Original Motion Picture Soundtrack)', ''],
  ['Schindlers List', 'J. Williams', 1993, 'CD', "Schindler's List", ''],
  ['Star Trek - The Motion Picture', 'Jerry Goldsmith (2)', 2012, 'CD', 'Star Trek: The Motion Picture', ''],
  ['Crouching Tiger Hidden Dragon', 'Tan Dun', 2000, 'CD', 'Crouching Tiger, Hidden Dragon', ''],
  ['Godfather, The', 'Nino Rota', 1991, 'CD', 'The Godfather', ''],
  ['Godfather, The (OST)', 'Nino Rota', 1972, 'LP', 'The Godfather', ''],
  ['Mission', 'E. Morricone', 1986, 'LP', 'The Mission', ''],
  ['Lord of the Rings: The Return of the King', 'Howard Shore', 2003, 'CD', 'The Lord of the Rings: The Return of the King', ''],
  ['Titanic (CD)', 'James Horner', 1997, 'CD', 'Titanic (Music from the Motion Picture)', ''],
  ['Psycho [2 LP]', 'Bernard Herrmann', 1975, 'LP', 'Psycho', ''],
  ['Original Soundtrack from Koyaanisqatsi', 'Philip Glass', 1998, 'CD', 'Koyaanisqatsi', ''],
  ['Music from the motion picture "Vertigo"', 'Bernard Herrmann', 1958, 'LP', 'Vertigo', ''],
  ['Alien: Original Motion Picture Soundtrack', 'Goldsmith, Jerry', 1987, 'CD', 'Alien', ''],
  ['Daft Punk - TRON: Legacy', 'Daft Punk', 2010, 'CD', 'TRON: Legacy', ''],
  ['Suspiria (Goblin)', 'Goblin', 1977, 'LP', 'Suspiria', ''],
  ['Yellow Submarine - The Beatles', '', 1969, 'LP', 'Yellow Submarine', ''],
  ['The Beatles - Yellow Submarine', '', 1969, 'LP', 'Yellow Submarine', ''],
  ['Gladiator: More Music', 'Hans Zimmer', 2001, 'CD', 'Gladiator: More Music from the Motion Picture', ''],
  ['Back to the Future', 'Alan Silvestri', 2009, 'CD', 'Back to the Future', ''],
  ['Chernobyl', 'Hildur Guðnadóttir', 2019, '', 'Chernobyl (Music from the Original TV Series)', ''],
  ['Chernobyl: Music from the Original TV Series', 'Hildur Guðnadóttir', 2019, '', 'Chernobyl (Music from the Original TV Series)', ''],
  ['Chernobyl (Original Soundtrack)', 'Hildur Guðnadóttir', 2019, '', 'Chernobyl (Music from the Original TV Series)', ''],
  ['Porgy and Bess', 'Andre Previn', 1995, 'CD', 'Porgy & Bess', ''],
];

const unclear: readonly Row[] = [
  ['Bladerunner', 'Vangelis', 1994, 'CD', 'Blade Runner', ''],
  ['E.T.', 'John Williams', 2002, 'CD', 'E.T. the Extra-Terrestrial (The 20th Anniversary)', ''],
  ['ET', 'John Williams', 2017, 'CD', 'E.T. the Extra-Terrestrial (35th Anniversary Remastered Edition)', ''],
  ['Chernobyl', 'Hildur Guðnadóttir', 2018, '', 'Chernobyl (Music from the Original TV Series)', ''],
  ['The Fox', 'Lalo Schifrin', 1968, 'LP', 'Apenas Uma Mulher (The Fox)', ''],
  ['Akira (アキラ)', 'Geinoh Yamashirogumi', 1988, 'CD', 'Symphonic Suite Akira', ''],
  ['Interstellar (Live)', 'Hans Zimmer', 2014, 'CD', 'Interstellar (Original Motion Picture Soundtrack)', ''],
  ['Vertigo', 'Bernard Herrmann', 1996, 'CD', 'Vertigo (Original Motion Picture Score)', '4005939622023'],
];

const different: readonly Row[] = [
  ['Jaws II', 'John Williams', 1978, 'LP', '', ''],
  ['Jaws 2', 'John Williams', 1975, 'LP', '', ''],
  ['Psycho', 'Danny Elfman', 1998, 'CD', '', ''],
  ['Psycho II', 'Jerry Goldsmith', 1983, 'LP', '', ''],
  ['King Kong', 'James Newton Howard', 2005, 'CD', '', ''],
  ['Ben-Hur', 'Marco Beltrami', 2016, 'CD', '', ''],
  ['The Batman', 'Michael Giacchino', 2022, 'CD', '', ''],
  ['Batman Returns', 'Danny Elfman', 1992, 'CD', '', ''],
  ['Blade', 'Mark Isham', 1998, 'CD', '', ''],
  ['Blade Runner (Orchestral Adaptation)', 'The New American Orchestra', 1982, 'LP', '', ''],
  ['More Music from Braveheart', 'James Horner', 1995, 'CD', '', ''],
  ['Gladiator 2', 'Hans Zimmer', 2000, 'CD', '', ''],
  ['The Godfather II', 'Nino Rota', 1991, 'CD', '', ''],
  ['Star Trek II: The Wrath of Khan', 'James Horner', 1982, 'LP', '', ''],
  ['Star Wars', 'Meco', 1977, 'LP', '', ''],
  ['Final Fantasy VIII Original Soundtrack', 'Nobuo Uematsu', 1999, 'CD', '', ''],
  ['Game of Thrones: Season 2', 'Ramin Djawadi', 2011, 'CD', '', ''],
  ['Vertigo', 'Joel McNeely', 1996, 'CD', '', ''],
  ['Psycho / Vertigo', 'Bernard Herrmann', 1975, 'LP', '', ''],
  ['Titanic (Music from the Motion Picture)', 'James Horner', 1997, 'CD', '', '4005939622023'],
];

interface Outcome {
  readonly release?: { readonly title: string; readonly year: number };
  readonly candidates?: readonly { readonly title: string }[];
}

async function outcomeOf(...[title, artist, year, format, , barcode]: Row): Promise<Outcome> {
  const cells = [title, artist, year, format, barcode].map((cell) => `"${String(cell).replaceAll('"', '""')}"`);
  const report = await importFile(server, `Title,Artist,Released,Format,Barcode\n${cells.join(',')}\n`, { query: 'dryRun=true' });
  return report.rows[0];
}

test.each(clear)('%s by %s, %s, %s is %s', async (title, artist, year, format, found, barcode) => {
  expect((await outcomeOf(title, artist, year, format, found, barcode)).release).toMatchObject({ title: found, year });
});

test.each(unclear)('%s by %s, %s, %s may be %s', async (title, artist, year, format, found, barcode) => {
  const { release, candidates = [] } = await outcomeOf(title, artist, year, format, found, barcode);
  expect(release).toBeUndefined();
  expect(candidates.map((candidate) => candidate.title)).toContain(found);
});

test.each(different)('%s by %s, %s, %s is none of the releases', async (title, artist, year, format, found, barcode) => {
  expect((await outcomeOf(title, artist, year, format, found, barcode)).release).toBeUndefined();
});
