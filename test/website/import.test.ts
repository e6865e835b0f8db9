import { beforeEach, describe, expect, test } from 'bun:test';
import { createUser } from '../../src/accounts/users';
import { addItem } from '../support/owned-items';
import { type ShownPage, shownPage } from '../support/pages';
import { signedIn } from '../support/visitor';
import { formToken } from './administered';
import { sharedLists, visitorIn } from './shared-lists';

const own = sharedLists();

beforeEach(() => {
  for (const leftover of ['import_row', 'release WHERE provisional = 1']) own.server.store.writer.run(`DELETE FROM ${leftover}`);
});

const discogs =
  'Catalog#,Artist,Title,Label,Format,Rating,Released,release_id,CollectionFolder,Date Added,Collection Media Condition,Collection Sleeve Condition,Collection Notes\n' +
  '2T-541,John Williams,Star Wars,20th Century,LP,,1977,,Italy,2019-02-03 10:00:00,Near Mint (NM or M-),,\n' +
  'XX 1,Bernard Herrmann,<script>alert(1)</script>,Mercury,LP,,1958,,,2019-02-03 10:00:00,,,\n' +
  ',Ennio Morricone,,RCA,LP,,1970,,,2019-02-03 10:00:00,,,\n';

/** Sends a file with the form of the import page. */
async function choose(file: string, name = 'collection.csv', list = 'collection'): Promise<ShownPage> {
  const { html } = await own.visitor.open('/collection/import');
  const body = new FormData();
  for (const [field, value] of Object.entries({ _token: formToken(html), list, do: 'look' })) body.append(field, value);
  body.append('file', new File([file], name));
  const headers = { cookie: `leitmotif-session=${own.server.token}`, origin: 'http://localhost', accept: 'text/html' };
  return shownPage(await own.server.app.fetch(new Request('http://localhost/collection/import', { method: 'POST', body, headers })));
}

/** Sends the form of a preview with other choices. */
async function answer(preview: ShownPage, entries: Record<string, string>, visitor = own.visitor): Promise<ShownPage> {
  const field = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(preview.html)?.[1] ?? '';
  const body = new URLSearchParams({
    _token: field('_token'),
    kept: field('kept'),
    list: field('list'),
    alsoOwned: 'differing',
    ...entries,
  });
  return visitor.post('/collection/import', body);
}

describe('a file', () => {
  test('is previewed without writing anything', async () => {
    const { text, html, status } = await choose(discogs);
    expect(status).toBe(200);
    expect(text).toContain('collection.csv, 3 rows. Nothing is saved yet.');
    expect(text).toContain('1 found, 1 not found, 1 unreadable.');
    expect(text).toContain('catalog number 2 a copy, near mint, folder “Italy”');
    expect(text).toContain('3 a placeholder');
    expect(text).toContain('A placeholder holds the data from your file. When an import brings the full record, the two are merged.');
    expect(text).toContain('This row doesn’t identify a release.');
    expect(html).not.toContain('<script>alert');
    expect(await own.items('collection')).toEqual([]);
  });

  test('is imported after confirmation, with a report and a file of the skipped rows', async () => {
    const page = await answer(await choose(discogs), { do: 'confirm' });
    expect(own.visitor.redirects[0]).toMatch(/^\/collection\/import\?list=collection&left=[-0-9a-f]{36}&once=[-0-9a-f]{36}$/);
    expect(page.text).toContain('2 added, 1 placeholder, 1 skipped.');
    expect(page.text).toContain('This row doesn’t identify a release.');
    const [, file = ''] = /href="([^"]*left-out[^"]*)"/.exec(page.html) ?? [];
    const { html, headers } = await own.visitor.open(file);
    expect(headers.get('content-disposition')).toContain('attachment');
    expect(html.split('\r\n')[1]).toStartWith('"4","This row doesn’t identify a release.","Ennio Morricone",""');
    expect((await own.items('collection'))[0].attributes).toMatchObject({ folder: 'Italy', condition: 'near_mint' });
    const shelf = await own.visitor.open('/collection');
    expect(shelf.text.match(/Placeholder/g)).toHaveLength(1);
    expect(shelf.html).not.toContain('<script>alert');
  });

  test('can leave unmatched rows pending or skip them', async () => {
    const preview = await choose(discogs);
    expect((await answer(preview, { do: 'look', unmatched: 'keep' })).text).toContain('3 pending until the catalog has it');
    const left = await answer(preview, { do: 'confirm', unmatched: 'skip' });
    expect(left.text).toContain('1 added, 2 skipped.');
    expect((await own.visitor.open('/collection/import')).text).not.toContain('earlier file');
  });

  test('has a report that is shown once and cannot be forged by an address', async () => {
    const forged = await own.visitor.open('/collection/import?list=collection&added=99&duplicates=0&unmatched=1&invalid=1');
    expect(forged.text).not.toContain('99 added');
    await answer(await choose(discogs), { do: 'confirm' });
    const address = own.visitor.redirects[0] ?? '';
    expect((await own.visitor.open(address)).html).not.toContain('class="number" role="status"');
  });

  test('is refused for an unknown list', async () => {
    for (const list of ['', 'colection']) {
      const refused = await choose(discogs, 'collection.csv', list);
      expect(refused.status).toBe(422);
      expect(refused.text).toContain('Choose the collection or the wishlist.');
    }
    const preview = await choose(discogs);
    expect((await answer(preview, { do: 'confirm', list: 'colection' })).status).toBe(422);
    expect(await own.items('collection')).toEqual([]);
  });

  test('reports rows that match several releases or another edition as ambiguous', async () => {
    const preview = await choose('barcode,release_title\n,Vertigo\n');
    expect(preview.text).toContain('Ambiguous 1 row that may match another edition, or one of several');
  });

  test('names the only candidate of a row, also without label and country, and does not preselect it', async () => {
    const header = 'Title,Artist,Year\n';
    await answer(await choose(`${header}Never Pressed,Anna Nobody,1970\n`), { do: 'confirm', unmatched: 'provisional' });
    const { text, html } = await choose(`${header}Never Pressed,Anna Nobody,1971\n`);
    expect(text).toContain('This edition: Never Pressed, Anna Nobody, 1970 Skip');
    expect(html).toContain('<option value selected>Another edition: create a placeholder');
  });

  test('preselects the earlier choice for a row imported again', async () => {
    const file = 'barcode,release_title\n,Vertigo\n';
    const preview = await choose(file);
    const [, release = ''] = /<option value="([-0-9a-f]{36})"/.exec(preview.html) ?? [];
    await answer(preview, { do: 'confirm', 'row-2': release });
    expect((await choose(file)).html).toMatch(new RegExp(`<option value="${release}" selected`));
  });

  test('does not preselect an owned edition that contradicts the row', async () => {
    const conan = await own.server.read('/api/releases/6378029e-133a-52e8-b29b-c0935e7fc33e');
    await addItem(own.server, 'collection', conan.data.id);
    const header = discogs.slice(0, discogs.indexOf('\n') + 1);
    const preview = await choose(`${header}ISC 200,Basil Poledouris,Conan the Barbarian,Intrada,"3xCD, Album",,2012,,,,,,\n`);
    expect(preview.html).not.toContain(`value="${conan.data.attributes._id}" selected`);
    expect(preview.text).not.toContain('Already in your collection – skipped');
    expect(preview.text).toContain('1 new, 0 already owned');
    expect(preview.text).toContain('Conan the Barbarian Basil Poledouris, 2012');
  });

  test('is imported once, even if it is confirmed again', async () => {
    const preview = await choose(discogs);
    await answer(preview, { do: 'confirm' });
    const again = await answer(preview, { do: 'confirm' });
    expect(again.status).toBe(422);
    expect(again.text).toContain('You already imported this file');
    expect(again.html).toContain('href="/collection?order=entered"');
    expect(await own.items('collection')).toHaveLength(2);
  });

  test('is previewed again with other choices', async () => {
    await answer(await choose(discogs), { do: 'confirm', unmatched: 'skip' });
    const preview = await choose(discogs.replace('Near Mint (NM or M-)', 'Good (G)'));
    expect(preview.text).toContain('0 new, 1 already owned');
    const adding = await answer(preview, { do: 'look', alsoOwned: 'add' });
    expect(adding.text).toContain('1 new, 0 already owned');
    expect(adding.html).toMatch(/value="add" checked|checked[^>]*value="add"/);
  });

  test('uploaded by another user cannot be confirmed', async () => {
    const preview = await choose(discogs);
    await createUser(own.server.store, 'stranger', 'correct horse battery');
    const stranger = await signedIn(own.server, 'stranger');
    const { html } = await stranger.open('/collection/import');
    expect((await answer(preview, { do: 'confirm', _token: formToken(html) }, stranger)).text).toContain('The file has expired.');
  });

  test('that is empty or unreadable is refused with a reason', async () => {
    expect((await choose('')).text).toContain('The file is empty.');
    const refused = await choose('title,b\n1,\0\n');
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect(refused.html).toContain('id="bad-file"');
    expect((await choose('GIF89a\x01\0', 'cover.csv')).text).toContain('The file is a picture or a PDF, not a table.');
    expect((await choose('{"format":"other"}', 'x.json')).html).toContain('id="bad-file"');
  });

  test('can be imported to the wishlist', async () => {
    const preview = await choose(`release_id\n${own.releases[0]?.id}\n`, 'wishes.csv', 'wishlist');
    await answer(preview, { do: 'confirm' });
    expect(await own.items('wishlist')).toHaveLength(1);
  });

  test('for the wishlist is previewed as wishes, with their priority and price', async () => {
    const file = `release_id,title,priority,max_price_cents,currency\n${own.releases[0]?.id},,2,2500,EUR\n,Never pressed,,,\n`;
    const preview = await choose(file, 'wishes.csv', 'wishlist');
    expect(preview.text).toContain('Nothing is saved yet. Step 3 of 3.');
    expect(preview.text).toContain('2 a wish, priority 2, at most €25.00');
    expect(preview.text).toContain('Create placeholders and add wishes');
    expect(preview.text).not.toMatch(/cop(?:y|ies)/i);
    await answer(preview, { do: 'confirm' });
    const again = await choose(file, 'wishes.csv', 'wishlist');
    expect(again.text).toContain('0 new, 2 already on your wishlist');
    expect(again.text).toContain('Already on your wishlist – skipped');
    expect((await answer(again, { do: 'confirm' })).text).toContain('0 added, 2 already on your wishlist.');
  });

  test('is previewed with the rows that their status leaves out, and with what an ordered copy costs', async () => {
    const preview = await choose('Title,Status,Price\nNever pressed,sold,\nNeither,ordered,€22.99\nNor,,abc\n');
    expect(preview.text).toContain('1 left out for its status, 1 has unreadable values, kept in the notes.');
    expect(preview.text).toContain(
      'Skipped 1 left out for its status Skipped In the file Row Problem Never pressed 2 Left out for its status.',
    );
    expect(preview.text).toContain('a placeholder, ordered for €22.99');
  });
});

describe('the report of an import', () => {
  test('links to the imported copies, sorted by entry', async () => {
    const [, second] = own.releases;
    await answer(await choose(`release_id,added_at\n${second?.id},2024-01-01T00:00:00Z\n`), { do: 'confirm' });
    const page = await answer(await choose(discogs), { do: 'confirm' });
    const [, address = ''] = /<a href="([^"]*)">Show them/.exec(page.html) ?? [];
    const shelf = await own.visitor.open(address.replaceAll('&amp;', '&'));
    const at = (title: string) => shelf.text.indexOf(title, shelf.text.indexOf('Price'));
    expect(at('Star Wars')).toBeLessThan(at(second?.title ?? ''));
    expect(shelf.html).toMatch(/<option value="entered" selected/);
  });

  test('has no link if nothing was added', async () => {
    await answer(await choose(discogs), { do: 'confirm' });
    const again = await answer(await choose(discogs), { do: 'confirm' });
    expect(again.text).toContain('0 added');
    expect(again.text).not.toContain('Show them');
  });
});

describe('the rows of a preview', () => {
  test('are shown completely on request, with the choices so far', async () => {
    const preview = await choose(`barcode,release_title\n${',Psycho\n'.repeat(25)}`);
    expect(preview.html).toMatch(/<button type="submit" class="plain" form="go" name="rows" value="all">5 more</);
    const all = await answer(preview, { rows: 'all', 'row-2': 'skip' });
    expect(all.html).toContain('<option value="skip" selected');
    expect(all.html).toContain('id="row-26"');
    expect(all.html).not.toContain('name="rows"');
  });

  test('keep row number and match on phones', async () => {
    const { html } = await choose(discogs);
    expect(html).toMatch(/<td class="keep" data-head="Matched by">catalog number<\/td><td class="n keep" data-head="Row">2</);
  });
});

test('a spreadsheet is previewed with its dates, prices and notes, and with its column names in errors', async () => {
  const file = [
    'Title,Price,Bought,Notes,Condition,Status,Rating',
    'Star Wars,"12.50 €",12 May 2016,A gift,Mint',
    'Vertigo,9,"Mai 3, 2017",,,On order,4',
    'Psycho,abc,31. Juni 2016,,best',
  ].join('\n');
  const { text } = await choose(file);
  expect(text).toContain('mint, bought 12 May 2016, €12.50, notes “A gift”');
  expect(text).toContain('ordered for €9.00, 4 of 5, bought 3 May 2017');
  expect(text).toContain('“Bought” is 31. Juni 2016, which isn’t a complete calendar date. Write it like 31.12.1999 or 1999-12-31.');
  expect(text).toContain('Price “abc” isn’t an amount.');
  expect(text).toContain('“Condition” can’t be “best”. Condition must be one of these: Mint, Near mint, Very good plus, Very good,');
  const german = (await answer(await choose(file), { do: 'look' }, visitorIn('de', own))).text;
  for (const words of ['3 Zeilen', 'Price „abc“ ist kein Betrag.', '„Condition“ kann nicht „best“ sein.']) expect(german).toContain(words);
});

describe('pending rows', () => {
  test('are listed, matched again and discarded', async () => {
    await answer(await choose(discogs), { do: 'confirm', unmatched: 'keep' });
    const { text, html } = await own.visitor.open('/collection/import');
    expect(text).toContain('1 unmatched row from an earlier file');
    expect(html).not.toContain('<script>alert');
    const again = await own.visitor.send('Match again', { do: 'again' });
    expect(again.text).toContain('0 added');
    await own.visitor.send('Forget', { do: 'forget' });
    expect(own.visitor.page.text).not.toContain('earlier file');
  });

  test('become provisional releases on request', async () => {
    await answer(await choose(discogs), { do: 'confirm', unmatched: 'keep' });
    await own.visitor.open('/collection/import');
    const made = await own.visitor.send('Create placeholders', { do: 'make' });
    expect(made.text).toContain('1 added, 1 placeholder.');
    expect(made.text).not.toContain('earlier file');
    expect(await own.items('collection')).toHaveLength(2);
  });
});

describe('a row that matches several editions', () => {
  const several = 'barcode,release_title,condition\n,Psycho,mint\n,Psycho,good\n';
  const optionsIn = (html: string, line: number): string[] => {
    const [, select = ''] = new RegExp(`<select id="row-${line}"[^>]*>(.*?)</select>`).exec(html) ?? [];
    return [...select.matchAll(/<option value(?:="([^"]*)")?/g)].map(([, value = '']) => value);
  };

  test('offers the editions and none, and imports the choice', async () => {
    const preview = await choose(several);
    const [first, ...others] = optionsIn(preview.html, 2);
    expect([first, others.at(-1)]).toEqual(['', 'skip']);
    const [release = ''] = others;
    expect(preview.text).toContain('This edition:');
    expect(preview.html).toMatch(/<form[^>]* id="go"/);
    const page = await answer(preview, { do: 'confirm', 'row-2': release, 'row-3': 'skip' });
    expect(page.text).toContain('1 added, 1 skipped.');
    const [item, ...more] = await own.items('collection');
    expect([item.attributes.release.id, more]).toEqual([release, []]);
  });

  test('counts the wishes that a choice removes, before and after it, and says in the result what became of wishes', async () => {
    const preview = await choose('release_title,status\nPsycho,owned\nNever pressed,wanted\n');
    const release = optionsIn(preview.html, 2)[1] ?? '';
    expect(preview.text).not.toContain('Remove 0 releases');
    await addItem(own.server, 'wishlist', release);
    const wished = await answer(preview, { do: 'look', alsoOwned: 'skip', takeOffWishlist: 'on' });
    expect(wished.text).toContain('Remove 0 releases from the wishlist, and 1 more if you choose it above');
    const chosen = await answer(preview, { do: 'look', alsoOwned: 'skip', takeOffWishlist: 'on', 'row-2': release });
    expect(chosen.text).toContain('Remove 1 release from the wishlist Releases not');
    const result = await answer(preview, { do: 'confirm', alsoOwned: 'skip', takeOffWishlist: 'on', 'row-2': release });
    expect(result.text).toContain('2 added, 1 of them to the wishlist, 1 placeholder, 1 removed from the wishlist.');
  });

  test('keeps the choice in further previews, also while hidden', async () => {
    const preview = await choose(several);
    const release = optionsIn(preview.html, 2)[1] ?? '';
    const again = await answer(preview, { do: 'look', 'row-2': release, 'row-3': 'skip', unmatched: 'keep' });
    expect(again.html).toContain(`<option value="${release}" selected`);
    expect(again.html).toContain('<option value="skip" selected');
    expect(again.text).toContain('0 found, 2 ambiguous.');
    expect(optionsIn(again.html, 3)).toContain('provisional');
    const many = `barcode,release_title\n${',Psycho\n'.repeat(25)}`;
    const skipped = Object.fromEntries(Array.from({ length: 22 }, (_, index) => [`row-${index + 2}`, 'skip']));
    const cut = await answer(await choose(many), { do: 'look', ...skipped });
    expect(cut.html).toContain('<input type="hidden" name="row-23" value="skip"');
    expect(cut.html).not.toContain('<input type="hidden" name="row-2"');
  });

  test('refuses an invalid choice and writes nothing', async () => {
    const preview = await choose(several);
    for (const [name, chosen] of [
      ['row-2', '<script>'],
      ['row-77', 'skip'],
    ] as const) {
      const { status, html } = await answer(preview, { do: 'confirm', [name]: chosen });
      expect([status, html.includes('role="alert"'), html.includes('<script>,')]).toEqual([400, true, false]);
    }
    expect(await own.items('collection')).toEqual([]);
  });
});

describe('an import', () => {
  const confirmed = async () => answer(await choose(discogs, 'mine.csv'), { do: 'confirm', unmatched: 'provisional' });

  beforeEach(() => {
    for (const table of ['list_import', 'collection_item', 'wishlist_item']) own.server.store.writer.run(`DELETE FROM ${table}`);
  });

  test('is undone with a button below its result', async () => {
    expect((await confirmed()).text).toContain('Imports Undo one within 30 days.');
    const undone = await own.visitor.send('Undo import');
    expect(undone.text).toContain('2 removed.');
    expect(undone.text).not.toContain('mine.csv');
    expect(await own.items('collection')).toEqual([]);
  });

  test('is listed, and undone after a question, with what stays and why', async () => {
    await confirmed();
    const [item] = await own.items('collection');
    own.server.store.writer.run(
      `UPDATE collection_item SET updated_at = '2030-01-01T00:00:00.000+00:00' WHERE id = '${item.attributes._id}'`,
    );
    const { html, text } = await own.visitor.open('/collection/import');
    expect(text).toContain('2 added, 1 placeholder');
    const [, address = ''] = /href="([^"]*undo=[^"]*)"/.exec(html) ?? [];
    expect((await own.visitor.open(address.replaceAll('&amp;', '&'))).text).toContain('Undo this import?');
    const undone = await own.visitor.send('Undo import');
    expect(undone.text).toContain('1 removed.');
    expect(undone.text).toContain('changed since the import');
    expect(undone.html).toContain(`<li><a href="/collection/items/${item.attributes._id}">${item.attributes.release.title}`);
    expect(await own.items('collection')).toHaveLength(1);
  });
});

describe('the columns of a file', () => {
  const csv = [
    'Title;Label;Wo gekauft;Rille;Status',
    'Psycho;Unicorn;Müller;dead wax;In Collection',
    'Metello;RCA;Saturn;;Verliehen an Ben',
    'Jaws;MCA;Saturn;;On Wish List',
  ].join('\n');
  const field = (html: string, name: string) =>
    new RegExp(`<select[^>]*name="${name}"[^>]*>.*?<option[^>]*value="([^"]*)" selected`, 's').exec(html)?.[1];

  beforeEach(() => {
    for (const table of ['list_import', 'collection_item', 'wishlist_item']) own.server.store.writer.run(`DELETE FROM ${table}`);
  });

  test('are asked for before the preview if something was not understood', async () => {
    const { text, html, status } = await choose(csv, 'clz.csv');
    expect(status).toBe(200);
    expect(text).toContain('5 columns:');
    expect(text).toContain('clz.csv, 3 rows. Nothing is saved yet.');
    expect(text).toContain('To decide');
    expect(text).toContain('dead wax');
    expect([field(html, 'column:Title'), field(html, 'column:Rille'), field(html, 'separator'), field(html, 'encoding')]).toEqual([
      'release_title',
      'notes',
      'semicolon',
      'utf-8',
    ]);
    expect(field(html, 'status:On Wish List')).toBe('wanted');
    expect(await own.items('collection')).toEqual([]);
  });

  test('become what was chosen, in the preview, the import and the next file with these columns', async () => {
    const preview = await answer(await choose(csv), {
      do: 'look',
      'column:Title': 'release_title',
      'column:Label': 'label',
      'column:Wo gekauft': 'shop',
      'column:Rille': 'notes',
      'column:Status': 'status',
      'status:Verliehen an Ben': 'ignore',
    });
    expect(preview.text).toContain('Import preview');
    expect(preview.text).toContain('1 goes to the wishlist, 1 left out for its status.');
    const fields = Object.fromEntries(
      [...preview.html.matchAll(/name="((?:column|status):[^"]*)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]),
    );
    await answer(preview, { ...fields, do: 'confirm', unmatched: 'provisional' });
    const [copy, ...others] = await own.items('collection');
    expect(others).toEqual([]);
    expect(copy.attributes).toMatchObject({ shop: 'Müller', notes: 'Rille: dead wax' });
    const again = await choose(csv.replace('Psycho', 'Topaz'));
    expect(again.text).toContain('Import preview');
    expect(again.text).toContain('1 left out for its status');
  });

  test('have hints on what becomes of their values', async () => {
    await own.visitor.open('/collection/import');
    const file = [
      'Nr.;Title;Barcode;Format;Preis;Anmerkung;Regal;Rille;Gekauft',
      '1;Psycho;123456789013;CD Box Set;12 €;signiert!;Fach 2;dead wax;03/04/2019',
      '2;Topaz;030206526721;CD;9;;;;',
    ].join('\n');
    const page = await choose(`${file}\n`, 'hints.csv');
    expect(page.text).toContain('hints.csv, 2 rows. Nothing is saved yet. Step 2 of 3, before the preview.');
    for (const hint of [
      '1 of 2 have a valid check digit',
      '“CD Box Set” becomes CD',
      'EUR where the file has no currency, as in the other prices',
      '“Rille: dead wax”',
      'A running number',
      'Day or month first? No value is above 12.',
    ])
      expect(page.text).toContain(hint);
    expect(page.text).not.toContain('“Anmerkung: signiert!”');
    expect(page.html).toMatch(
      /name="dayFirst" value="true"[^>]*\/?> <span>April 3, 2019|name="dayFirst" value="true"[^>]*\/?> <span>3 April 2019/,
    );
    const preview = await answer(page, { do: 'look', dayFirst: 'true', 'column:Rille': 'notes', 'column:Anmerkung': 'notes' });
    expect(preview.text).toContain('location “Fach 2”');
    expect(preview.text).toContain('notes “signiert!\nRille: dead wax”'.replaceAll('\n', ' '));
  });

  test('of a file do not count rows of earlier files, and its result is the same in the list of imports', async () => {
    await answer(await choose('Title,Status\nUnheard A,owned\nUnheard B,owned\n', 'first.csv'), { do: 'confirm', unmatched: 'keep' });
    const preview = await choose('Title,Status\nUnheard C,owned\nUnheard D,sold\n', 'second.csv');
    expect(preview.text).toContain('second.csv, 2 rows.');
    expect(preview.text).toContain('2 pending rows of earlier files');
    const result = await answer(preview, { do: 'confirm', unmatched: 'provisional' });
    expect(result.text.match(/3 added, 3 placeholders, 1 skipped/g)).toHaveLength(2);
  });

  test('ask what the words of a status mean also if it is chosen by hand, before the preview', async () => {
    const page = await choose('Title,Have it?\nPsycho,yes\nTopaz,on its way\nJaws,dunno\n');
    expect(page.text).toContain('2 columns: 1 to decide, 1 recognized.');
    const chosen = { do: 'look', 'column:Title': 'release_title', 'column:Have it?': 'status' };
    const asked = await answer(page, chosen);
    expect(asked.text).toContain('2 columns: 2 recognized, 2 status values to decide.');
    expect(field(asked.html, 'status:on its way')).toBe('ordered');
    expect(asked.html).toContain('<label for="status:dunno">dunno<small class="no"> Not recognized. Choose what it means.</small></label>');
    expect(asked.html).toContain('<label for="status:on its way">on its way</label>');
    const words = { 'status:yes': 'owned', 'status:on its way': 'ordered', 'status:dunno': 'ignore' };
    expect((await answer(asked, { ...chosen, ...words })).text).toContain('1 left out for its status.');
  });

  test('for one field are refused, both marked', async () => {
    const page = await answer(await choose(csv), { do: 'look', 'column:Title': 'release_title', 'column:Label': 'release_title' });
    expect(page.status).toBe(422);
    expect(page.text.match(/Used twice/g)).toHaveLength(2);
  });

  test('are shown from the preview by a button', async () => {
    const preview = await choose(discogs);
    expect(preview.text).toContain('Change columns');
    expect((await answer(preview, { do: 'columns' })).text).toContain('First values');
  });
});
