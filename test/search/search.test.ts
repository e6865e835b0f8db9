import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { artist } from '../records/numbered-records';
import { nonEmpty } from '../support/non-empty';
import { limitOf, runs } from '../support/runs';
import { type Document, demoServer, startServer, type TestServer } from '../support/server';

// Some tests send hundreds of requests.
setDefaultTimeout(limitOf(60_000));

interface Artist {
  readonly id: string;
  readonly attributes: { readonly name: string; readonly real_name?: string };
}

const recordsOf = (file: string) =>
  readFileSync(join(import.meta.dir, '../../seed/demo', file), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

const artists: Artist[] = recordsOf('01-artists.jsonl');
const aliases: { readonly id: string; readonly attributes: { readonly variation: string } }[] = recordsOf('02-artist-aliases.jsonl');

const namesOf = (document: Document): string[] => document.data.map((artist: Artist) => artist.attributes.name);
const idsOf = (document: Document): string[] => document.data.map((artist: Artist) => artist.id);

const server = await demoServer();

const search = (typed: string, of: TestServer = server): Promise<Document> =>
  of.read(`/api/artists?itemsPerPage=100&q=${encodeURIComponent(typed)}`);

describe('the ranking of a search', () => {
  test('has exact names first, then prefixes, then other matches', async () => {
    const own = await startServer([
      artist(1, 'Not Max Steiner'),
      artist(2, 'Max Steiner And His Very Own Orchestra Of The Radio City'),
      artist(3, 'Max Steiner', { real_name: 'Maximilian Raoul Walter Steiner Of Vienna And Beverly Hills' }),
      artist(4, 'Max Steinerberg From The Town By The River'),
    ]);

    const [first, second, third, fourth] = namesOf(await search('max steiner', own));

    expect(first).toBe('Max Steiner');
    expect([second, third].toSorted()).toEqual([
      'Max Steiner And His Very Own Orchestra Of The Radio City',
      'Max Steinerberg From The Town By The River',
    ]);
    expect(fourth).toBe('Not Max Steiner');
  });

  test('has exact aliases before prefixes', async () => {
    const own = await startServer([
      artist(1, 'Benny Goodman'),
      artist(2, 'Göran Bror Benny Andersson'),
      { type: 'ArtistAlias', id: `${artist(2, '').id}/aliases/00000000-0000-4000-8000-000000000009`, attributes: { variation: 'Benny' } },
    ]);

    const page = await search('benny', own);

    expect(namesOf(page)).toEqual(['Göran Bror Benny Andersson', 'Benny Goodman']);
  });

  test('has every artist of the demo first for its name', async () => {
    for (const { attributes } of nonEmpty(artists)) {
      const page = await search(attributes.name);

      expect(namesOf(page)[0]).toBe(attributes.name);
    }
  });
});

describe('a search for artists', () => {
  test.each([
    ['久石譲', 'Joe Hisaishi'],
    ['武満徹', 'Tōru Takemitsu'],
    ['Toru Takemitsu', 'Tōru Takemitsu'],
    ['Ευάγγελος', 'Vangelis'],
    ['ευαγγελοσ', 'Vangelis'],
    ['Gorecki', 'Henryk Górecki'],
    ['Gudnadottir', 'Hildur Guðnadóttir'],
    ['Guðnadóttir', 'Hildur Guðnadóttir'],
    ['oystein', 'Øystein Dolmen'],
    ['sorensen', 'Nicolai Sørensen'],
    ['walter carlos', 'Wendy Carlos'],
    ['dan savio', 'Ennio Morricone'],
    ['lso', 'London Symphony Orchestra'],
    ['jezkova', 'Selma Ježková'],
    ['fältskog agnetha', 'Agnetha Fältskog'],
    ['lennon mccartney', 'Lennon–McCartney'],
    ["dell'orso", "Edda Dell'Orso"],
  ])('by "%s" finds %s', async (typed, name) => {
    const page = await search(typed);

    expect(namesOf(page)).toContain(name);
  });

  test('finds an artist by every alias', async () => {
    for (const { id, attributes } of nonEmpty(aliases)) {
      const page = await search(attributes.variation);

      expect(idsOf(page)).toContain(id.split('/aliases/')[0] as string);
    }
  });

  test('finds an artist by the real name', async () => {
    const named = artists.filter(({ attributes }) => attributes.real_name);
    for (const { id, attributes } of named) {
      const page = await search(attributes.real_name as string);

      expect(idsOf(page)).toContain(id);
    }
    expect(named.length).toBeGreaterThan(1);
  });

  test('combines with filters', async () => {
    const page = await server.read('/api/artists?q=john+williams&country=AU');

    expect(page.data.map((found: { attributes: { disambiguation: string } }) => found.attributes.disambiguation)).toEqual(['guitarist']);
  });

  test.each(['...', '"', '( )', '*', '🎬'])('without words finds nothing: %s', async (typed) => {
    const page = await search(typed);

    expect(page.data).toEqual([]);
  });

  test('finds every artist of the demo while the last word of the name is being typed', async () => {
    const missed: string[] = [];
    for (const { id, attributes } of artists) {
      const last = (attributes.name.split(' ').at(-1) as string).normalize('NFC');
      const others = attributes.name.slice(0, attributes.name.length - last.length);
      for (let length = 2; length < last.length; length++) {
        const page = await search(others + last.slice(0, length));
        if (!idsOf(page).includes(id)) missed.push(others + last.slice(0, length));
      }
    }

    expect(missed).toEqual([]);
  });
});

describe('a search for arbitrary text', () => {
  const operators = `AND OR NOT NEAR NEAR( ^ * : - + " ' ( ) { } \\ \0 ; -- name:`.split(' ');
  const word = fc.oneof(
    fc.constantFrom(...operators),
    fc.constantFrom('john', 'Górecki', '久石譲', '🎬', '👩‍👩‍👧', '\u{10ffff}', '\u{1e900}', '\u202e', 'a\u0301', 'ﬁ', '½', 'İ'),
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.string({ unit: 'grapheme', maxLength: 6 }),
  );
  const text = fc.array(word, { maxLength: 8 }).map((words) => words.join(' ').slice(0, 200).toWellFormed());

  test('answers 200', async () => {
    const loggedBefore = server.logged.length;
    const request = fc.asyncProperty(text, async (typed) => {
      const response = await server.request(`/api/artists?q=${encodeURIComponent(typed)}`);
      if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`);
    });

    await fc.assert(request, { numRuns: runs(400) });

    expect(server.logged.slice(loggedBefore)).toEqual([]);
  });

  test('answers 200 for invalid UTF-8, also in the name filter', async () => {
    const loggedBefore = server.logged.length;
    const byte = fc.oneof(fc.integer({ min: 0, max: 255 }), fc.constantFrom(0x00, 0x80, 0xc0, 0xed, 0xa0, 0xff));
    const written = fc.array(byte, { maxLength: 60 }).map((bytes) => bytes.map((b) => `%${b.toString(16).padStart(2, '0')}`).join(''));
    const request = fc.asyncProperty(fc.constantFrom('q', 'name'), written, async (name, typed) => {
      const response = await server.request(`/api/artists?${name}=${typed}`);
      if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`);
    });

    await fc.assert(request, { numRuns: runs(200) });

    expect(server.logged.slice(loggedBefore)).toEqual([]);
  });

  test.each([
    ['half of a surrogate pair', '%ED%A0%80'],
    ['a percent sign alone', '%'],
    ['a broken percent code', '%zz%4'],
    ['200 brackets', encodeURIComponent('('.repeat(200))],
    ['200 closing brackets', encodeURIComponent(')'.repeat(200))],
    ['200 quotes', '%22'.repeat(200)],
    ['200 NULs', '%00'.repeat(200)],
    ['one hundred words', 'a+'.repeat(100)],
    ['operators alone', 'AND+OR+NOT+NEAR'],
    ['a column filter', 'name%3Ajohn'],
    ['an unfinished phrase', '%22john'],
  ])('answers 200 for %s', async (_, typed) => {
    const loggedBefore = server.logged.length;

    const response = await server.request(`/api/artists?q=${typed}`);

    expect(response.status).toBe(200);
    expect(server.logged.slice(loggedBefore)).toEqual([]);
  });

  test('is limited by characters, not bytes', async () => {
    const japanese = await server.request(`/api/artists?q=${encodeURIComponent('譲'.repeat(200))}`);
    const emoji = await server.request(`/api/artists?q=${encodeURIComponent('🎬'.repeat(200))}`);

    expect(japanese.status).toBe(200);
    expect(emoji.status).toBe(200);
  });
});
