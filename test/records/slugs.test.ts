import { expect, setDefaultTimeout, test } from 'bun:test';
import fc from 'fast-check';
import { importRecords } from '../../src/import/seed';
import { reservedSlugs } from '../../src/records/write/slugs';
import { latinSlugOf, slugOf } from '../../src/store/values/slug';
import { pages } from '../../src/website/routes';
import { artist } from '../support/numbered-artists';
import { limitOf, runs } from '../support/runs';
import { numbered, seededStore } from '../support/server';
import { production } from './numbered-records';

setDefaultTimeout(limitOf(60_000));

const address = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

const readable: Readonly<Record<string, string>> = {
  'Max Steiner': 'max-steiner',
  'Henryk Górecki': 'henryk-gorecki',
  'Hildur Guðnadóttir': 'hildur-gudnadottir',
  'Øystein Łukasz Æsir Straße': 'oystein-lukasz-aesir-strasse',
  "Stig O'Hara": 'stig-ohara',
  'Lennon–McCartney': 'lennon-mccartney',
  'Dr. Teeth and The Electric Mayhem': 'dr-teeth-and-the-electric-mayhem',
  '  !C-3PO?  ': 'c-3po',
  ＡＢＢＡ: 'abba',
  'Алексей Рыбников': 'aleksey-rybnikov',
  Щедрин: 'shchedrin',
  黃金甲: 'huang-jin-jia',
  初音ミク: 'chu-yin-miku',
  久石譲: 'jiu-shi-rang',
  'スター・ウォーズ': 'suta-wozu',
  'ウィキ ウェブ ウォー サンウォーカー': 'wiki-webu-wo-sanwoka',
  'ファ ティ ディ ヴァ ジェ チェ シェ デュ トゥ ドゥ フュ': 'fa-ti-di-va-je-che-she-dyu-tu-du-fyu',
  'クァルテット グァム クヮ イェスタデイ': 'kwarutetto-gwamu-kwa-yesutadei',
  'ウルトラQ ウーマン': 'urutoraq-uman',
  ｶﾞﾝﾀﾞﾑ: 'gandamu',
  봉준호: 'bongjunho',
  'Βαγγέλης Παπαθανασίου': 'vaggelis-papathanasioy',
  'תל אביב': 'tl-vyv',
  '東京 Ghoul': 'dong-jing-ghoul',
  'Əliyev & Søn': 'eliyev-and-son',
  'Varèse Sarabande': 'varese-sarabande',
  サウンドトラック: 'saundotorakku',
  マッチ: 'matchi',
  がっこう: 'gakkou',
  'ジョン・ファーティ': 'jon-fati',
  チェロとキャッツ: 'cherotokyattsu',
  フリーレン: 'furiren',
  '8½': '8-1-2',
  '½ Prince': '1-2-prince',
  '★': '',
};

test('names in any script have readable slugs', () => {
  for (const [name, slug] of Object.entries(readable)) expect([name, slugOf(name)]).toEqual([name, slug]);
});

test('kanji of Japanese names are not read as Chinese in slugs of new records', async () => {
  const store = await seededStore();
  const records = [
    artist(1, { name: '久石譲', country: 'JP', sort_name: 'Hisaishi, Joe' }),
    artist(2, { name: '譚盾', country: 'CN', sort_name: 'Tan, Dun' }),
    production(1, '千と千尋の神隠し', { akas: '神隐少女\nSpirited Away' }),
    production(2, '卧虎藏龙', { country: 'CN' }),
    production(3, 'もののけ姫 サウンドトラック'),
    production(4, '羅生門 8½', { country: 'JP' }),
  ];
  await importRecords(store, numbered(records));
  const slugs = (table: string) => store.reader.query(`SELECT slug FROM ${table} ORDER BY id`).values().flat();

  expect(slugs('artist')).toEqual(['hisaishi-joe', 'tan-dun']);
  expect(slugs('production')).toEqual(['spirited-away', 'wo-hu-cang-long', 'mononoke-saundotorakku', '8-1-2']);
});

test('a slug of any name is ASCII, and the slug of a slug is the same', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' })), (name) => {
      const slug = slugOf(name);
      expect(slug === '' || (address.test(slug) && slug.length <= 100)).toBe(true);
      expect(slugOf(slug)).toBe(slug);
    }),
    { numRuns: runs(200) },
  );
});

test('names in Latin letters have the same slugs as in earlier versions', () => {
  const latin = fc.string({ unit: fc.constantFrom(..."aZ09 éüßøŁđÞıœ-&'’.,()!²Ａ") });
  fc.assert(fc.property(latin, (name) => slugOf(name) === latinSlugOf(name)));
});

const names = fc.constantFrom(
  'Heat',
  'Heat 2',
  'Heat 3',
  'heat-2-2',
  'By',
  'Statistics',
  'Add',
  '★',
  '東京',
  'とうきょう',
  'Artist',
  'Hé at',
);

/** The first free slug of each name, in order. */
function expectedSlugs(given: readonly string[]): string[] {
  const taken = new Set<string>();
  for (const name of given) {
    const slug = slugOf(name) || 'artist';
    let number = reservedSlugs.has(slug) ? 2 : 1;
    while (taken.has(number === 1 ? slug : `${slug}-${number}`)) number++;
    taken.add(number === 1 ? slug : `${slug}-${number}`);
  }
  return [...taken];
}

test('each record gets the first free slug and keeps it when imports change its name', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(names, { maxLength: 30 }),
      fc.array(names, { maxLength: 30 }),
      fc.boolean(),
      async (given, later, isOlder) => {
        const store = await seededStore();
        const slugs = () => store.writer.query('SELECT slug FROM artist ORDER BY id').values().flat();
        const records = given.map((name, number) => artist(number, { name }));
        const half = Math.floor(records.length / 2);
        await importRecords(store, numbered(records.slice(0, half)));
        // Catalogs of earlier versions have no slug numbers.
        if (isOlder) store.writer.run('DELETE FROM slug_number');
        await importRecords(store, numbered(records.slice(half)));
        expect(slugs()).toEqual(expectedSlugs(given));
        await importRecords(store, numbered(later.slice(0, given.length).map((name, number) => artist(number, { name }))));
        expect(slugs()).toEqual(expectedSlugs(given));
        store.close();
      },
    ),
    { numRuns: runs(10) },
  );
});

test('display names distinguish artists with the same name after any additions, renames and deletions', async () => {
  const store = await seededStore();
  const { writer } = store;
  const kinds = fc.oneof(
    fc.record({ what: fc.constant('add' as const), name: fc.constantFrom('Ana', 'ana', 'Åna', 'Bo') }),
    fc.record({ what: fc.constant('rename' as const), name: fc.constantFrom('Ana', 'Bo'), which: fc.nat(5) }),
    fc.record({ what: fc.constant('delete' as const), which: fc.nat(5) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(kinds, { maxLength: 12 }), async (changes) => {
      writer.run('DELETE FROM artist');
      for (const [number, change] of changes.entries()) {
        const which = 'which' in change ? [change.which] : [];
        const at = 'key = (SELECT key FROM artist ORDER BY key LIMIT 1 OFFSET ?)';
        if (change.what === 'add') await importRecords(store, numbered([artist(number, { name: change.name })]));
        else if (change.what === 'delete') writer.run(`DELETE FROM artist WHERE ${at}`, which);
        else writer.run(`UPDATE artist SET name = ?, name_folded = lower(?) WHERE ${at}`, [change.name, change.name, ...which]);
        const shown = writer.query('SELECT name, name_folded, display_name FROM artist').all() as Record<string, string>[];
        expect(new Set(shown.map(({ display_name }) => display_name)).size).toBe(shown.length);
        const alone = (one: Record<string, string>) => shown.filter(({ name_folded }) => name_folded === one.name_folded).length === 1;
        for (const one of shown) expect(one.display_name === one.name).toBe(alone(one));
      }
    }),
    { numRuns: runs(20) },
  );
  store.close();
});

test('words that page addresses use in place of slugs are reserved', () => {
  const paths = pages.map(({ path }) => path.split('/'));
  const clashes = paths
    .filter((path) => path.includes(':slug'))
    .flatMap((path) => {
      const at = path.indexOf(':slug');
      const siblings = paths.filter((other) => path.slice(0, at).every((part, index) => other[index] === part));
      return siblings.map((other) => other[at] ?? '');
    })
    .filter((word) => address.test(word));
  expect(new Set(clashes)).toContain('by');
  expect(clashes.filter((word) => !reservedSlugs.has(word))).toEqual([]);
});
