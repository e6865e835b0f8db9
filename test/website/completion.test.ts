// The pages that complete a collection.
import { afterEach, expect, test } from 'bun:test';
import { createUser } from '../../src/accounts/users';
import type { Fake } from '../import/mirror-fakes';
import { barcodeOf, disc, searchSite, until, type World, worldOf } from '../support/completed-world';
import { fieldsOf, signedIn, type Visitor } from '../support/visitor';

let close: (() => void) | undefined;

afterEach(() => close?.());

const [goldfinger, thunderball] = [disc(1, 'Goldfinger'), disc(2, 'Thunderball')];

const file = `Title,Artist,Barcode,Catalog number,Label,Format,Year
Goldfinger,John Barry,${barcodeOf(1)},,,CD,1990
Thunderball,John Barry,,ABC-2,Silva Screen,CD,1990
An Unknown Film,Nobody Special,,,,CD,1990
`;

interface Setting {
  readonly site?: Fake | undefined;
  readonly role?: 'user' | 'admin';
  readonly lines?: string;
}

async function visitorWith(setting: Setting = {}): Promise<{ visitor: Visitor; server: World }> {
  const { site, role = 'user', lines = file } = { site: searchSite([goldfinger, thunderball]), ...setting };
  close = () => site?.[Symbol.dispose]();
  const server = await worldOf(site);
  await createUser(server.store, 'anna', 'correct horse battery', role);
  const visitor = await signedIn(server, 'anna');
  await visitor.open('/collection/import');
  await visitor.send('Continue', { file: new File([lines], 'discs.csv', { type: 'text/csv' }) });
  await visitor.send('Import', { unmatched: 'provisional', do: 'confirm' });
  return { visitor, server };
}

const isDone = ({ store }: World): boolean => store.reader.get("SELECT 1 FROM completion WHERE state = 'done'") !== undefined;

test('an import offers to complete the collection, which runs to a summary, a review and a list of what is missing', async () => {
  const { visitor, server } = await visitorWith();
  expect(visitor.page.text).toContain('3 of 3 releases in your collection and wishlist are placeholders');
  await visitor.follow('Complete my collection');
  expect(visitor.page.text).toContain('looks up each of them at MusicBrainz');
  await visitor.send('Complete my collection', { do: 'start' });
  await until(() => isDone(server));
  await visitor.open('/collection/complete');
  expect(visitor.page.text).toContain('1 of 3 complete, 1 to review, 1 not found');
  expect(visitor.page.text).toContain('An Unknown Film');
  await visitor.follow('Find this release');
  expect(visitor.path).toMatch(/^\/releases\/an-unknown-film-[0-9a-f]+\/find$/);
  await visitor.open('/collection/complete');
  await visitor.follow('Review 1 release');
  expect(visitor.page.text).toContain('Agrees: title, artist, catalog number, label, year and format');
  await visitor.send('Accept', { do: 'accept' });
  expect(visitor.page.text).toContain('2 of 3 complete, 1 not found');
  await visitor.open('/collection');
  expect(visitor.page.text).toContain('1 of 3 releases in your collection and wishlist is a placeholder');
});

test('the header of every page shows the progress with the time left as soon as the job runs', async () => {
  const gate = Promise.withResolvers<undefined>();
  const { visitor, server } = await visitorWith({ site: searchSite([goldfinger, thunderball], () => gate.promise) });
  const banner = () => /<header>([\s\S]*?)<div class="top/.exec(visitor.page.html)?.[1]?.replace(/<[^>]+>/g, '');
  await visitor.open('/collection/complete');
  expect(banner()).toBe('');
  await visitor.send('Complete my collection', { do: 'start' });
  expect(banner()).toMatch(/^Completing your collection: 0 of 3, about \d+ seconds? left$/);
  for (const path of ['/artists', '/collection', '/collection/complete/review']) {
    await visitor.open(path);
    expect(banner()).toContain('Completing your collection: 0 of 3, about');
  }
  gate.resolve(undefined);
  await until(() => isDone(server));
  await visitor.open('/artists');
  expect(banner()).toBe('');
});

test('after a decision, the page has the focus on the release after it, and after the last one on the first', async () => {
  const others = ['Goldfinger', 'Thunderball', 'The Lion in Winter'].map((title, index) => disc(index + 1, title, { date: '2003' }));
  const lines = `Title,Artist,Barcode,Year\n${others.map(({ title, barcode }) => `${title},John Barry,${barcode},1990`).join('\n')}\n`;
  const { visitor, server } = await visitorWith({ site: searchSite(others), lines });
  await visitor.open('/collection/complete');
  await visitor.send('Complete my collection', { do: 'start' });
  await until(() => isDone(server));
  await visitor.open('/collection/complete/review');
  const forms = () => visitor.page.html.match(/<form[^>]*data-review[\s\S]*?<\/form>/g) ?? [];
  const ids = forms().map((form) => /id="(row-[^"]+)" tabindex="-1"/.exec(form)?.[1]);
  expect(ids).toHaveLength(3);
  const second = fieldsOf(forms()[1] ?? '');
  second.set('do', 'dismiss');
  await visitor.post('/collection/complete/review', second);
  expect(visitor.redirects.at(-1)).toBe(`/collection/complete/review#${ids[2]}`);
  const last = fieldsOf(forms()[1] ?? '');
  last.set('do', 'accept');
  last.set('from', `musicbrainz:${/value="musicbrainz:([^"]+)"/.exec(forms()[1] ?? '')?.[1]}`);
  await visitor.post('/collection/complete/review', last);
  expect(visitor.redirects.at(-1)).toBe(`/collection/complete/review#${ids[0]}`);
  expect(visitor.page.html).toContain(`id="${ids[0]}"`);
});

test('differences are shown from what to what, beside the values of the list', async () => {
  const other = disc(2, 'Thunderball Strikes', { date: '2003', barcode: '' });
  const { visitor, server } = await visitorWith({ site: searchSite([other]) });
  await visitor.open('/collection/complete');
  await visitor.send('Complete my collection', { do: 'start' });
  await until(() => isDone(server));
  await visitor.open('/collection/complete/review');
  expect(visitor.page.text).toContain('On your list: CD, 1990 · Silva Screen ABC-2');
  expect(visitor.page.text).toContain('Agrees: artist, catalog number, label and format');
  expect(visitor.page.text).toContain('Differs: title Thunderball → Thunderball Strikes and year 1990 → 2003');
});

test('a placeholder is found by hand from its page', async () => {
  const { visitor } = await visitorWith();
  await visitor.open('/collection');
  await visitor.follow('An Unknown Film');
  await visitor.follow('Find this release');
  await visitor.send('Look it up', { do: 'look' });
  expect(visitor.page.text).toContain('No match.');
  await visitor.send('Look up again', { do: 'look', code: 'Thunderball' });
  expect(visitor.page.text).toContain('Differs: title An Unknown Film → Thunderball');
  await visitor.send('Accept', { do: 'accept', from: `musicbrainz:${thunderball.id}` });
  expect(visitor.path).toBe('/releases/thunderball');
  expect(visitor.page.text).toContain('Thunderball');
});

test.each(['user', 'admin'] as const)('without a site, a page says what connecting would bring: %s', async (role) => {
  const { visitor } = await visitorWith({ site: undefined, role });
  expect(visitor.page.text).toContain('When MusicBrainz or Discogs is connected');
  await visitor.open('/collection');
  await visitor.follow('Complete my collection');
  expect(visitor.page.text).toContain('When MusicBrainz or Discogs is connected');
  expect(visitor.page.text.includes('Connect sites')).toBe(role === 'admin');
  expect(visitor.page.text.includes('An administrator of this server can connect them.')).toBe(role === 'user');
});

test('an outcome is undone on the page', async () => {
  const { visitor, server } = await visitorWith();
  await visitor.open('/collection/complete');
  await visitor.send('Complete my collection', { do: 'start' });
  await until(() => isDone(server));
  await visitor.open('/collection/complete?state=complete');
  expect(visitor.page.text).toContain('CD, 1990 · Silva Screen ABC-1 · United States MusicBrainz · Found by barcode');
  await visitor.send('Undo', { do: 'undo' });
  expect(visitor.page.text).toContain('0 of 3 complete, 2 to review, 1 not found');
});

test('a placeholder that itself became the release says why it has no undo', async () => {
  const lines = `release_id,release_title,artist_credit\n${goldfinger.id},Goldfinger,John Barry\n`;
  const { visitor, server } = await visitorWith({ role: 'admin', lines });
  await visitor.open('/collection/complete');
  await visitor.send('Complete my collection', { do: 'start' });
  await until(() => isDone(server));
  await visitor.open('/collection/complete');
  expect(visitor.page.text).toContain('MusicBrainz · Found by ID · No undo: the record itself was completed.');
});

test('after an undone import, no page offers a review', async () => {
  const { visitor, server } = await visitorWith();
  await visitor.open('/collection/complete');
  await visitor.send('Complete my collection', { do: 'start' });
  await until(() => isDone(server));
  await visitor.open('/collection/import');
  await visitor.open(`/collection/import?list=collection&undo=${/undo=([\w-]+)/.exec(visitor.page.html)?.[1]}`);
  await visitor.send('Undo import');
  for (const path of ['/collection', '/collection/complete', '/collection/complete/review']) {
    await visitor.open(path);
    expect(visitor.page.text).not.toMatch(/Review \d|\d of \d+ complete/);
  }
  expect(visitor.page.text).toContain('Your lists have no placeholders.');
});
