// Time until a collection of 605 placeholders is whole, with a fake MusicBrainz that takes 400 ms for an answer and no gap between
// requests, and how many were merged wrongly. `bun bench/completion.ts [milliseconds]`
import { artist, barcodeOf, disc, searchSite, until, worldOf } from '../test/support/completed-world';
import { editorOf } from '../test/support/edited-server';

const milliseconds = Number(process.argv[2] ?? 400);
const words = ['Night', 'River', 'Empire', 'Crimson', 'Silent', 'Golden', 'Last', 'Broken', 'Distant', 'Winter', 'Iron', 'Velvet'];
const nouns = ['Train', 'Harbor', 'Signal', 'Garden', 'Mirror', 'Soldier', 'Letter', 'Voyage', 'Circle', 'Orchard', 'Lantern', 'Bridge'];
const titleOf = (number: number) =>
  `${words[number % 12]} ${nouns[Math.floor(number / 12) % 12]} ${String.fromCharCode(65 + Math.floor(number / 144))}x`;
const composerOf = (number: number) => `${nouns[number % 12]} ${words[(number * 7) % 12]}son`;
const yearOf = (number: number) => 1970 + (number % 40);

const whole = (number: number, id = number, changes: object = {}) =>
  disc(id, titleOf(number), {
    barcode: barcodeOf(number),
    date: String(yearOf(number)),
    'artist-credit': [artist(composerOf(number), (number % 12) + 20)],
    ...changes,
  });

/** By kind of row: what it says, and the release that is meant. */
const kinds = [
  // A barcode with the title, some with a second edition of the same barcode that is another record.
  {
    count: 380,
    row: (n: number) => [`${titleOf(n)} (Original Soundtrack)`, composerOf(n), barcodeOf(n), '', '', yearOf(n)],
    isKnown: true,
  },
  { count: 110, row: (n: number) => [titleOf(n), composerOf(n), '', `ABC-${n}`, 'Silva Screen', yearOf(n)], isKnown: true },
  { count: 60, row: (n: number) => [titleOf(n), composerOf(n), '', '', '', yearOf(n)], isKnown: true },
  // The barcode of another record, as after a slip of the row.
  { count: 30, row: (n: number) => [titleOf(n), composerOf(n), barcodeOf(n - 580), '', '', yearOf(n)], isKnown: false },
  { count: 25, row: (n: number) => [`Unheard ${n}`, 'Nobody', '', '', '', ''], isKnown: false },
];
const releases = [];
const rows: { line: string; meant: string | undefined }[] = [];
let number = 0;
for (const { count, row, isKnown } of kinds)
  for (let index = 0; index < count; index++, number++) {
    const [title, by, barcode, catno, label, year] = row(number);
    const release = whole(number, 5_000 + number, {
      'label-info': [{ 'catalog-number': `ABC-${number}`, label: { id: `0d000000-0000-4000-8000-000000000001`, name: 'Silva Screen' } }],
    });
    if (isKnown) releases.push(release);
    if (isKnown && number % 9 === 0 && number < 380)
      releases.push(whole(number, 9_000 + number, { date: String(yearOf(number) + 9), title: `${titleOf(number)} Reissue` }));
    rows.push({ line: `${title},${by},${barcode},${catno},${label},CD,${year},row ${number}`, meant: isKnown ? release.id : undefined });
  }
const site = searchSite(releases, async () => {
  await Bun.sleep(milliseconds);
  return undefined;
});
const server = await worldOf(site);
const user = await editorOf(server, 'anna', process.argv[3] === 'editor' ? 'editor' : 'user');
const csv = ['Title,Artist,Barcode,Catalog number,Label,Format,Year,Notes', ...rows.map(({ line }) => line), ''].join('\n');
const imported = await user.sendText('POST', '/api/users/me/collection/import?unmatched=provisional', csv, { 'content-type': 'text/csv' });
const { added, provisional } = imported.body.data.attributes;
const begun = performance.now();
await user.send('POST', '/api/users/me/completion');
const progress = async () => (await user.read('/api/users/me/completion')).body.data.attributes;
let longestTurn = 0;
let last = performance.now();
const watch = setInterval(() => {
  longestTurn = Math.max(longestTurn, performance.now() - last - 5);
  last = performance.now();
}, 5);
await until(async () => {
  await Bun.sleep(500);
  return (await progress()).state !== 'running';
});
clearInterval(watch);
const seconds = (performance.now() - begun) / 1000;
const { complete, review, not_found, failed, clear } = await progress();
const copies: { notes: string; id: string; provisional: 0 | 1 }[] = server.store.reader.all(
  'SELECT i.notes, r.id, r.provisional FROM collection_item AS i JOIN "release" AS r ON r.key = i.release_key',
);
const wrong = copies.filter(({ notes, id, provisional }) => provisional === 0 && id !== rows[Number(notes.slice(4))]?.meant);
console.log({
  added,
  provisional,
  seconds: Math.round(seconds),
  requests: site.requests.length,
  complete,
  review,
  clear,
  not_found,
  failed,
});
console.log({ copies: copies.length, wrongMerges: wrong.length, longestTurnMilliseconds: Math.round(longestTurn) });
site[Symbol.dispose]();
process.exit(0);
