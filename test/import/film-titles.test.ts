// Imports of Discogs releases whose productions are known by their titles alone.
import { afterAll, expect, test } from 'bun:test';
import { runImport } from '../../src/import/run/run';
import { discogs } from '../../src/import/sources/discogs';
import { seededStore } from '../support/server';
import { fileOf, release, releases, removeFiles } from './discogs-fakes';
import { values } from './settling';

afterAll(removeFiles);

interface Sleeve {
  readonly title: string;
  readonly year: number;
  readonly artists?: readonly string[];
  readonly styles?: string;
  readonly composer?: string;
  readonly director?: string;
}

/** A Discogs release without a master. */
function sleeve({ title, year, artists = ['5'], styles = 'Score', composer, director = '' }: Sleeve, index: number): string {
  const artist = (id: string, role = '') => `<artist><id>${id}</id><name>Artist ${id}</name><role>${role}</role></artist>`;
  const extra = [...(composer ? [artist(composer, 'Composed By')] : []), ...(director ? [artist('77', director)] : [])].join('');
  return release(
    index + 1,
    `<styles><style>${styles}</style></styles><artists>${artists.map((id) => artist(id)).join('')}</artists>
     <extraartists>${extra}</extraartists><released>${year}</released>
     <formats><format name="CD" qty="1" text=""><descriptions><description>Album</description></descriptions></format></formats>`,
    title,
  );
}

/** Title, number of releases and composers of each production after importing these releases. */
async function productionsOf(...sleeves: readonly Sleeve[]): Promise<unknown[][]> {
  const store = await seededStore();
  const report = await runImport(store, discogs([fileOf(releases(...sleeves.map(sleeve)))]), { maxRejects: 0 });
  expect([report.ending, report.rejected]).toEqual(['done', 0]);
  const found = values(
    store,
    `SELECT p.title, (SELECT count(*) FROM production_entry WHERE production_key = p.key),
       (SELECT group_concat(a.name) FROM production_credit AS c JOIN artist AS a ON a.key = c.artist_key WHERE c.production_key = p.key AND c.list = 'composers')
     FROM production AS p ORDER BY p.title, p.year`,
  );
  store.close();
  return found;
}

test('films of one director and composer stay separate whatever marker their soundtracks have', async () => {
  const films = ['Le Grand Bleu', 'Léon', 'Nikita', 'Subway'];
  const by = ['(Bande Originale Du Film De Luc Besson)', '(Original Score By Éric Serra)', '[Musik aus dem Film von Luc Besson]'];
  const sleeves = by.flatMap((marker) => films.map((film) => ({ title: `${film} ${marker}`, year: 1990, composer: '5' })));
  expect(await productionsOf(...sleeves)).toEqual(films.map((film) => [film, 3, 'Artist 5']));
});

test('soundtracks with generic titles get no production', async () => {
  const titles = ['Original Motion Picture Soundtrack', 'Bande Originale Du Film De Luc Besson', 'Film Music'];
  expect(await productionsOf(...titles.flatMap((title) => [1985, 1990].map((year) => ({ title, year, composer: '5' }))))).toEqual([]);
});

test('an edition named in brackets belongs to the same film', async () => {
  expect(
    await productionsOf(
      { title: 'Thunderball', year: 1965, composer: '5' },
      { title: 'Thunderball (Original Motion Picture Soundtrack / Remastered)', year: 2003, composer: '5' },
      { title: 'Superman (40th Anniversary / Remastered)', year: 2019, composer: '6' },
      { title: 'Tron: Legacy (Original Motion Picture Soundtrack)', year: 2010, composer: '8' },
      { title: 'Tron (Original Motion Picture Soundtrack)', year: 1982, composer: '8' },
    ),
  ).toEqual([
    ['Superman', 1, 'Artist 6'],
    ['Thunderball', 2, 'Artist 5'],
    ['Tron', 1, 'Artist 8'],
    ['Tron: Legacy', 1, 'Artist 8'],
  ]);
});
