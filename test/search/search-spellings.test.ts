import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import fc from 'fast-check';
import { tokensOf, wordsIn } from '../../src/store/database/full-text';
import { fold } from '../../src/store/values/folding';
import { artist, label, production, release } from '../records/numbered-records';
import { limitOf, runs } from '../support/runs';
import { type Document, demoServer, emptyStore, startServer } from '../support/server';
import { uuid } from '../support/uuids';
import { search } from './searches';

setDefaultTimeout(limitOf(60_000));

const server = await startServer([
  artist(1, 'Sinéad O’Connor'),
  artist(2, 'J. S. Bach'),
  artist(3, '정재일'),
  artist(4, 'Teresa Teng', { real_name: '鄧麗君' }),
  artist(5, 'ジョン・ウィリアムズ'),
  label(1, 'Film Score Monthly'),
  label(2, 'La-La Land Records'),
  production(1, "Ocean's Eleven"),
  production(2, 'WALL·E'),
  production(3, '8½'),
  production(4, 'The Godfather Part II'),
  production(5, 'Spirited Away', { akas: '千と千尋の神隠し\nChihiros Reise' }),
  production(6, 'Rocky V'),
  production(7, 'Star Trek'),
  production(8, 'ต้มยำกุ้ง'),
  release(1, 'S.W.A.T.', { labels: [{ name: 'Film Score Monthly', iri: `/api/labels/${uuid(1)}`, catalog_number: 'FSM-12' }] }),
  release(2, 'M*A*S*H'),
  release(3, 'AC/DC Live'),
  release(4, '葬送のフリーレン Soundtrack'),
  release(5, 'Spider-Man'),
  release(6, 'S W A T'),
  release(7, 'The Long Goodbye'),
  release(8, 'Volume Twelve'),
  release(9, 'Volume 12'),
  release(10, 'Greatest Hits BTSの歌'),
]);

const found = async (typed: string, more = '', of = server) =>
  (await search(typed, more, of)).data.map(({ attributes: { title, display_name, name } }) => title ?? display_name ?? name);

describe('words without their marks', () => {
  test.each([
    ['oconnor', 'Sinéad O’Connor'],
    ["o'connor", 'Sinéad O’Connor'],
    ['oceans eleven', "Ocean's Eleven"],
    ['oceans 11', "Ocean's Eleven"],
    ['swat', 'S.W.A.T.'],
    ['S W A T', 'S.W.A.T.'],
    ['S.W.A.T.', 'S W A T'],
    ['mash', 'M*A*S*H'],
    ['acdc', 'AC/DC Live'],
    ['ac/dc live', 'AC/DC Live'],
    ['walle', 'WALL·E'],
    ['spiderman', 'Spider-Man'],
    ['spider man', 'Spider-Man'],
    ['js bach', 'J. S. Bach'],
    ['j s bach', 'J. S. Bach'],
    ['fsm12', 'S.W.A.T.'],
    ['8 1/2', '8½'],
    ['8½', '8½'],
    ['eight and a half', '8½'],
    ['godfather part 2', 'The Godfather Part II'],
    ['the godfather part two', 'The Godfather Part II'],
    ['rocky 5', 'Rocky V'],
    ['volume XII', 'Volume 12'],
    ['startrek', 'Star Trek'],
    ['fsm', 'Film Score Monthly'],
    ['lll', 'La-La Land Records'],
  ])('%s finds %s', async (typed, name) => {
    expect(await found(typed)).toContain(name);
  });

  test('find nothing else', async () => {
    expect(await found('rocky 4', '&corrections=false')).toEqual([]);
    expect(await found('long bye', '&corrections=false')).toEqual([]);
    expect(await found('v', '&corrections=false')).not.toContain('Rocky 5');
    expect(await found('12', '&type=Release&corrections=false')).not.toContain('Volume Twelve');
  });

  test('are ranked and marked like words with marks', async () => {
    const demo = await demoServer();
    const page = await search('schindlers list', '&corrections=false', demo);

    expect(page.data.slice(0, 3).map(({ type }) => type)).toEqual(['Production', 'Album', 'Release']);
    expect(page.meta.hits[0]?.snippet).toBe('<mark>Schindler&#39;s</mark> <mark>List</mark>');
    expect(page.data).toEqual((await search("schindler's list", '', demo)).data);
  });

  test('find records in lists, too', async () => {
    const titles = async (path: string) =>
      (await server.read(path)).data.map((one: Document['data'][number]) => one.attributes.title ?? one.attributes.name);
    expect(await titles('/api/releases?q=swat')).toContain('S.W.A.T.');
    expect(await titles('/api/productions?q=oceans')).toEqual(["Ocean's Eleven"]);
    expect(await titles('/api/productions?q=rocky%205')).toEqual(['Rocky V']);
    expect(await titles(`/api/releases?q=${encodeURIComponent('リーレン')}`)).toEqual(['葬送のフリーレン Soundtrack']);
    expect(await titles(`/api/artists?q=${encodeURIComponent('재일')}`)).toEqual(['정재일']);
  });

  test('find copies in a collection', async () => {
    const mine = await startServer([release(1, "Schindler's List"), release(2, 'S.W.A.T.')]);
    const headers = { 'content-type': 'application/vnd.api+json' };
    for (const number of [1, 2]) {
      const relationships = { release: { data: { type: 'Release', id: `/api/releases/${uuid(number)}` } } };
      const body = JSON.stringify({ data: { type: 'CollectionItem', relationships } });
      expect((await mine.request('/api/users/me/collection', { method: 'POST', headers, body })).status).toBe(201);
    }
    const copies = async (typed: string) => (await mine.read(`/api/users/me/collection?q=${typed}`)).data.length;

    expect([await copies('schindlers'), await copies('swat'), await copies('oceans')]).toEqual([1, 1, 0]);
  });
});

describe('text without blanks between words', () => {
  test.each([
    ['千尋', 'Spirited Away'],
    ['神隠し', 'Spirited Away'],
    ['し', 'Spirited Away'],
    ['千と千尋の神隠し', 'Spirited Away'],
    ['재일', '정재일'],
    ['재이', '정재일'],
    ['일', '정재일'],
    ['정', '정재일'],
    ['麗君', 'Teresa Teng'],
    ['フリーレン', '葬送のフリーレン Soundtrack'],
    ['のフリ', '葬送のフリーレン Soundtrack'],
    ['ン sound', '葬送のフリーレン Soundtrack'],
    ['ウィリアムズ', 'ジョン・ウィリアムズ'],
    ['ジョンウィリアムズ', 'ジョン・ウィリアムズ'],
    ['bts', 'Greatest Hits BTSの歌'],
    ['btsの', 'Greatest Hits BTSの歌'],
    ['歌', 'Greatest Hits BTSの歌'],
    ['ยำ', 'ต้มยำกุ้ง'],
  ])('is found by a part of it: %s', async (typed, name) => {
    expect(await found(typed, '&corrections=false')).toContain(name);
  });

  test.each(['尋千', '神し', '일재', '재인', '正在'])('is not found by other characters: %s', async (typed) => {
    expect(await found(typed, '&corrections=false')).toEqual([]);
  });

  test('has its matches marked', async () => {
    expect((await search('フリーレン', '', server)).meta.hits[0]?.snippet).toBe('葬送の<mark>フリーレン</mark> Soundtrack');
    expect((await search('千尋', '', server)).meta.hits[0]?.snippet).toBe('千と<mark>千尋</mark>の神隠し');
  });
});

describe('indexed words', () => {
  const pieces = fc.constantFrom(...`a bc é 8½ ½ 1/2 S.W. o'k ’ - / * . · 千 と ン ー ・ 정 재 일 ᄀ 々 ต้ 𠮷 ( " \\ 7 ʼ`.split(' '), ' ');
  const text = fc.array(pieces, { minLength: 1, maxLength: 20 }).map((parts) => parts.join(''));
  const { writer } = emptyStore();
  const insert = writer.query("INSERT INTO label (id, name, name_folded, slug, created_at) VALUES (?1, 'x', ?2, ?1, '') RETURNING key");
  const entryOf = writer.query('SELECT name FROM label_search_entry WHERE key = ?');
  let labels = 0;
  const indexed = (folded: string): string[] => {
    const { key } = insert.get(uuid(++labels), folded) as { key: number };
    return (entryOf.get(key) as { name: string }).name.split(' ').flatMap(wordsIn);
  };

  test('are those that searches look for', () => {
    fc.assert(
      fc.property(text, (original) => {
        const folded = fold(original);
        const expected = wordsIn(folded).flatMap(tokensOf);
        // Words without marks follow.
        expect(indexed(folded).slice(0, expected.length)).toEqual(expected);
      }),
      { numRuns: runs(500) },
    );
  });

  test('of the longest texts are computed in time proportional to their length', () => {
    const time = (length: number) => {
      const started = process.cpuUsage();
      for (let round = 0; round < 3; round++)
        for (const one of ['千', "a'b "]) expect(indexed(one.repeat(length)).length).toBeGreaterThan(length - 1);
      const { user, system } = process.cpuUsage(started);
      return user + system;
    };
    time(1_000);
    expect(time(20_000)).toBeLessThan(100 * time(2_000));
  });
});
