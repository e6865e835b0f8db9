// A collector imports a Discogs collection of 200 rows into a catalog with 10 of the releases. The others are imported later.
import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Finished, folderOfTests, run, serve } from '../support/executable';

const folder = folderOfTests();

const cli = (args: readonly string[], stdin = ''): Promise<Finished> => run([...args, '--data', 'data'], { cwd: folder, stdin });

async function done(...args: string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await cli(args);
  if (exitCode !== 0) throw new Error(`${args.join(' ')}: ${stderr}`);
  return stdout;
}

/** Edits a release over the API. */
async function editRelease(release: string, attributes: object): Promise<void> {
  await done('user', 'set-role', 'anna', 'editor');
  const token = (await done('token', 'create', '--user', 'anna', '--name', 'edits')).match(/lm_pat_\w+/)?.[0];
  await using server = await serve(['--data', 'data'], { cwd: folder });
  const path = `${server.url}/api/releases/${release}`;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/vnd.api+json' };
  const etag = (await fetch(path, { headers })).headers.get('etag') ?? '';
  const body = JSON.stringify({ data: { type: 'Release', id: release, attributes } });
  const { status } = await fetch(path, { method: 'PATCH', headers: { ...headers, 'if-match': etag }, body });
  expect(status).toBe(200);
  await server.signal('SIGTERM');
}

const rows = <T>(query: string): T[] => {
  using database = new Database(join(folder, 'data', 'leitmotif.db'), { readonly: true });
  return database.query(query).all() as T[];
};

/** A pressing; every tenth is a vinyl edition of the disc before it. */
function pressing(number: number) {
  const disc = number % 10 === 0 ? number - 1 : number;
  return { number, title: `Score ${disc}`, catno: `LL-${disc}`, year: 1960 + (disc % 50), isVinyl: number % 10 === 0, artist: disc % 7 };
}

const numbers = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index);

const discogsFile = (all: readonly number[]): string =>
  `<?xml version="1.0"?>\n<releases>\n${all
    .map((number) => {
      const { title, catno, year, isVinyl, artist } = pressing(number);
      return `<release id="${number}" status="Accepted"><artists><artist><id>${900 + artist}</id><name>Artist ${artist}</name></artist></artists>\
<title>${title}</title><labels><label name="Label &amp; Sons" catno="${catno}" id="77"/></labels>\
<formats><format name="${isVinyl ? 'Vinyl' : 'CD'}" qty="1" text=""/></formats><genres><genre>Stage &amp; Screen</genre></genres>\
<styles><style>Score</style></styles><released>${year}</released><tracklist><track><position>1</position><title>Main Title</title></track></tracklist></release>`;
    })
    .join('\n')}\n</releases>\n`;

const mbid = (number: number): string => `00000000-0000-4000-9000-${String(number).padStart(12, '0')}`;

const musicbrainzFile = (all: readonly number[], hasPage: (number: number) => boolean): string =>
  all
    .map((number) => {
      const { title, catno, year, isVinyl, artist } = pressing(number);
      const relations = hasPage(number)
        ? [
            {
              type: 'discogs',
              'target-type': 'url',
              direction: 'forward',
              url: { id: mbid(5), resource: `https://www.discogs.com/release/${number}` },
            },
          ]
        : [];
      const credit = [
        { name: `Artist ${artist}`, joinphrase: '', artist: { id: mbid(900 + artist), name: `Artist ${artist}`, type: 'Person' } },
      ];
      return JSON.stringify({
        id: mbid(number),
        title,
        date: String(year),
        barcode: '',
        'artist-credit': credit,
        'label-info': [{ 'catalog-number': catno, label: { id: mbid(77), name: 'Label & Sons' } }],
        'release-group': {
          id: mbid(10_000 + number),
          title,
          'primary-type': 'Album',
          'secondary-type-ids': ['22a628ad-c082-3c4f-b1b6-d41665107b88'],
          'secondary-types': ['Soundtrack'],
        },
        relations,
        media: [{ position: 1, format: isVinyl ? 'Vinyl' : 'CD', title: '', tracks: [] }],
      });
    })
    .join('\n');

const header =
  'Catalog#,Artist,Title,Label,Format,Rating,Released,release_id,CollectionFolder,Date Added,Collection Media Condition,Collection Sleeve Condition,Collection Notes\n';

const csvRow = (number: number): string => {
  const { title, catno, year, isVinyl, artist } = pressing(number);
  const format = isVinyl ? 'LP, Album' : 'CD, Album';
  const grade = number % 3 === 0 ? 'Mint (M)' : 'Near Mint (NM or M-)';
  return `${catno},Artist ${artist} (2),${title},Label & Sons,"${format}",${1 + (number % 5)},${year},${number},Film,2019-02-03 10:00:${String(number % 60).padStart(2, '0')},${grade},Very Good Plus (VG+),note ${number}\n`;
};

/** The owner's values by row number, which is in the notes. */
const ownerValues = () =>
  rows<Record<string, unknown>>(
    `SELECT notes, condition, sleeve_condition, rating, folder, added_at, format_type FROM collection_item ORDER BY length(notes), notes`,
  );

const releasesByRow = () =>
  new Map(
    rows<{ notes: string; id: string; title: string; provisional: number; slug: string }>(
      'SELECT i.notes, r.id, r.title, r.provisional, r.slug FROM collection_item AS i JOIN "release" AS r ON r.key = i.release_key',
    ).map((row) => [Number(row.notes.slice(5)), row]),
  );

test('a collection is complete after its import, and provisional releases are replaced by imported ones without losing personal data', async () => {
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  write('first.xml', discogsFile(numbers(1, 10)));
  write('mine.csv', header + numbers(1, 200).map(csvRow).join(''));
  write('discogs.xml', discogsFile(numbers(1, 160)));
  write(
    'release.jsonl',
    musicbrainzFile(numbers(151, 190), (number) => number <= 175),
  );

  await done('import', 'discogs', 'first.xml');
  await cli(['user', 'create', 'anna', '--password-stdin'], 'correct horse battery\n');
  expect(await done('collection', 'import', '--user', 'anna', 'mine.csv')).toMatch(
    /^200 added \(190 as provisional releases\)\.\nImport [-0-9a-f]{36}: `leitmotif collection undo` removes what it added\.\n$/,
  );
  expect(rows('SELECT count(*) AS n, sum(provisional) AS provisional FROM "release"')).toEqual([{ n: 200, provisional: 190 }]);
  const before = ownerValues();
  expect(before).toHaveLength(200);
  const edited = releasesByRow().get(30);
  await editRelease(edited?.id ?? '', { country: 'IT' });

  await done('import', 'discogs', 'discogs.xml');
  await done('import', 'musicbrainz', 'release.jsonl');

  const after = releasesByRow();
  expect(ownerValues()).toEqual(before);
  expect([...after].filter(([number, { title }]) => title !== pressing(number).title)).toEqual([]);
  // Two pressings of a disc are two releases. Releases without a source stay provisional.
  expect(new Set([...after.values()].map(({ id }) => id)).size).toBe(200);
  expect([...after].filter(([, { provisional }]) => provisional === 1).map(([number]) => number)).toEqual(numbers(191, 200));
  expect(rows('SELECT count(*) AS n, sum(provisional) AS provisional FROM "release"')).toEqual([{ n: 200, provisional: 10 }]);
  // Releases of MusicBrainz have its ids.
  expect([...after].filter(([number, { id }]) => (id === mbid(number)) !== (number > 150 && number <= 190))).toEqual([]);
  expect([...after.values()].filter(({ slug, provisional }) => provisional === 0 && slug.length > 'score-199-second'.length)).toEqual([]);
  expect(rows(`SELECT country FROM "release" WHERE title = 'Score 29' AND country IS NOT NULL`)).toEqual([{ country: 'IT' }]);
  expect(rows('SELECT count(*) AS n FROM import_row')).toEqual([{ n: 0 }]);
  expect(rows(`SELECT name, count(*) AS n FROM label GROUP BY name_folded`)).toEqual([{ name: 'Label & Sons', n: 1 }]);

  expect(await done('collection', 'import', '--user', 'anna', 'mine.csv')).toBe('0 added, 200 already owned.\n');
}, 60_000);
