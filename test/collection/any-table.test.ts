// Tables of any program, language and encoding.
import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { type EditorOf, editedServer } from '../support/edited-server';
import { uuid } from '../support/uuids';
import { type SheetCell, workbookOf } from '../support/workbook';

const catalog = (): Promise<EditorOf> =>
  editedServer([
    { type: 'Release', id: `/api/releases/${uuid(1)}`, attributes: { title: 'Koyaanisqatsi', barcode: '075597950625' } },
    { type: 'Release', id: `/api/releases/${uuid(2)}`, attributes: { title: 'Vertigo' } },
  ]);

const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

// biome-ignore lint/suspicious/noExplicitAny: the report is as clients see it
type Report = any;

async function put(
  editor: EditorOf,
  body: string | Uint8Array<ArrayBuffer>,
  { type = 'text/csv', query = {}, list = 'collection' }: { type?: string; query?: Record<string, string>; list?: string } = {},
): Promise<Report> {
  const parameters = new URLSearchParams({ dryRun: 'true', unmatched: 'provisional', ...query });
  const request = new Request(`http://localhost/api/users/me/${list}/import?${parameters}`, {
    method: 'POST',
    body,
    headers: { 'content-type': type, authorization: `Bearer ${editor.token}` },
  });
  const response = await editor.server.app.handle(request);
  const answer = (await response.json()) as Report;
  return answer.data?.attributes ?? { status: response.status, ...answer.errors[0] };
}

const fieldsOf = ({ columns }: Report): Record<string, string> =>
  Object.fromEntries(columns.map(({ heading, field }: Report) => [heading, field]));

const itemsOf = ({ rows }: Report): Report[] => rows.map(({ item }: Report) => item);

const utf16 = (text: string, isBig = false): Uint8Array<ArrayBuffer> => {
  const bytes = Buffer.from(text, 'utf16le');
  return new Uint8Array(isBig ? bytes.swap16() : bytes);
};

const latin = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(text, 'latin1'));

describe('the text of a file is read', () => {
  const text = 'Title;Notes\nAmélie;schön\n';
  test.each([
    ['utf-8', new Uint8Array(Buffer.from(text)), 'schön'],
    ['utf-8', new Uint8Array(Buffer.from(`\ufeff${text}`)), 'schön'],
    ['utf-16le', utf16(`\ufeff${text}`), 'schön'],
    ['utf-16le', utf16(text), 'schön'],
    ['utf-16be', utf16(`\ufeff${text}`, true), 'schön'],
    ['utf-16be', utf16(text, true), 'schön'],
    ['windows-1252', latin('Title;Notes\nAm\xe9lie;sch\xf6n \x96 12 \x80\n'), 'schön – 12 €'],
    ['windows-1252', latin('Title;Notes\nAm\xe9lie;sch\xf6n\n'), 'schön'],
    ['iso-8859-15', latin('Title;Notes\nAm\xe9lie;sch\xf6n 12 \xa4\n'), 'schön 12 €'],
    ['iso-8859-15', latin('Title;Notes\nAm\xe9lie;c\xbdur\n'), 'cœur'],
  ])('as %s: %#', async (encoding, bytes, notes) => {
    const report = await put(await catalog(), bytes);
    expect([report.encoding, report.separator, report.rows[0].said.title, report.rows[0].item.notes]).toEqual([
      encoding,
      'semicolon',
      'Amélie',
      notes,
    ]);
  });

  test('as the request says', async () => {
    const report = await put(await catalog(), latin('Title;Notes\nX;\xa4\n'), { query: { encoding: 'windows-1252' } });
    expect([report.encoding, report.rows[0].item.notes]).toEqual(['windows-1252', '¤']);
  });

  test.each([
    ['comma', 'Title,Artist\nPsycho,Bernard Herrmann\n'],
    ['tab', 'Title\tArtist\nPsycho\tBernard Herrmann\n'],
    ['pipe', 'Title|Artist\nPsycho|Bernard Herrmann\n'],
    ['semicolon', 'sep=;\nTitle;Artist\nPsycho;Bernard Herrmann\n'],
    ['comma', 'SEP=,\r\nTitle,Artist\r\nPsycho,Bernard Herrmann\r\n'],
    ['semicolon', 'My discs, sorted, of 2024\n\nTitle;Artist\nPsycho;Bernard Herrmann\n'],
    ['comma', "'Title','Artist'\n'Psycho','Bernard Herrmann'\n"],
    ['comma', '“Title”,“Artist”\n“Psycho”,“Bernard Herrmann”\n'],
  ])('with the separator %s: %j', async (separator, csv) => {
    const report = await put(await catalog(), csv);
    expect([report.separator, report.rows.length, report.rows[0].said]).toEqual([
      separator,
      1,
      { title: 'Psycho', artist: 'Bernard Herrmann' },
    ]);
  });

  test('with inch signs, and quotes that are escaped', async () => {
    const { rows } = await put(await catalog(), 'Title,Format\nA,Vinyl 7"\nB,7" single\n');
    expect(rows.map(({ said }: Report) => said.format)).toEqual(['Vinyl 7"', '7" single']);
    const escaped = await put(await catalog(), 'Title,Format\n"The \\"Psycho\\" suite",LP\n');
    expect(escaped.rows[0].said.title).toBe('The "Psycho" suite');
  });

  test('with lines as a text editor counts them', async () => {
    const { rows } = await put(await catalog(), 'sep=;\r\nTitle;Notes\r\nA;"a\nb\r\nc"\r\nB;d\r\n\r\nC;é\r\nD;');
    expect(rows.map(({ line }: Report) => line)).toEqual([3, 6, 8, 9]);
  });
});

describe('a barcode is read as spreadsheets leave it', () => {
  test.each(['75597950625', '75597950625.0', '"75597950625,0"', '7.5597950625E+10', '"7,5597950625E10"', '00075597950625', '075597950625'])(
    '%s',
    async (barcode) => {
      const { rows } = await put(await catalog(), `Title,Barcode\nAnything,${barcode}\n`);
      expect(rows[0]).toMatchObject({ found_by: 'barcode', release: { id: uuid(1) } });
    },
  );

  test('and one whose last digits are lost is a line of the notes', async () => {
    const { in_notes: count, rows } = await put(await catalog(), 'Title,Barcode\nAnything,7.5598E+10\n');
    expect([count, rows[0].in_notes, rows[0].item.notes, rows[0].said]).toEqual([
      1,
      [{ kind: 'lost_digits', column: 'Barcode', value: '7.5598E+10' }],
      'Barcode: 7.5598E+10',
      { title: 'Anything' },
    ]);
  });
});

describe('columns', () => {
  test.each([
    ['Titel;Interpret;Plattenfirma;Bestellnummer;Erscheinungsjahr;Notiz', 'release_title artist_credit label catalog_number year notes'],
    [
      'Titolo;Compositore;Etichetta;Numero di catalogo;Codice a barre;Anno',
      'release_title artist_credit label catalog_number barcode year',
    ],
    [
      'Título;Compositor;Sello;Nº de catálogo;Código de barras;Año;Precio',
      'release_title artist_credit label catalog_number barcode year purchase_price',
    ],
    ['Titre;Compositeur;Éditeur;Référence;Code-barres;Année;Note', 'release_title artist_credit label catalog_number barcode year rating'],
    [
      'Titel;Componist;Platenlabel;Catalogusnummer;Streepjescode;Jaar;Prijs',
      'release_title artist_credit label catalog_number barcode year purchase_price',
    ],
    ['title;creators;publisher;publish_date;upc_isbn10;copies', 'release_title artist_credit label year barcode quantity'],
    ['album;albumartist;catalognum;mb_albumid;year', 'release_title artist_credit catalog_number release_id year'],
    ['Title;Store;Händler;Added Date', 'release_title shop notes added_at'],
    ['Title;Composer;Year', 'release_title artist_credit year'],
    ['Titel;Interpret;Jahr;Land', 'release_title artist_credit year country'],
    ['id;collection;Title;Artist;UPC;Cat. No.;Comments', 'ignore folder release_title artist_credit barcode catalog_number notes'],
    [
      'Artist;Title;Label;Cat. Number;UPC (Barcode);Format;Release Date',
      'artist_credit release_title label catalog_number barcode format year',
    ],
  ])('are known by their headings: %s', async (header, fields) => {
    const values = header.split(';').map(() => '1');
    const report = await put(await catalog(), `${header}\n${values.join(';')}\n`);
    expect(Object.values(fieldsOf(report))).toEqual(fields.split(' '));
  });

  test('are listed with their first values, and mapped by the request', async () => {
    const csv = 'Film;Where from;Color;Title\nPsycho;Shop A;red;1\nVertigo;Shop B;blue;2\nJaws;Shop A;;3\n';
    const guessed = await put(await catalog(), csv);
    expect(guessed.columns[1]).toEqual({
      heading: 'Where from',
      field: 'ignore',
      is_known: false,
      values: ['Shop A', 'Shop B'],
      becomes: ['Where from: Shop A', 'Where from: Shop B'],
      filled: 3,
    });
    const query = { 'columns[Film]': 'title', 'columns[Where from]': 'shop', 'columns[Color]': 'notes', 'columns[Title]': 'ignore' };
    const report = await put(await catalog(), csv, { query });
    expect([report.ignored_columns, itemsOf(report)[0], report.rows[0].said.title]).toEqual([
      ['Title'],
      { shop: 'Shop A', notes: 'Color: red' },
      'Psycho',
    ]);
  });

  test('of which two are mapped to one field are refused, naming both', async () => {
    const query = { 'columns[A]': 'shop', 'columns[B]': 'shop' };
    expect(await put(await catalog(), 'Title;A;B\nx;y;z\n', { query })).toMatchObject({
      status: 400,
      code: 'field_twice',
      detail: 'The columns A and B are both for shop. Choose one of them.',
      source: { parameter: 'columns[B]' },
    });
    expect(await put(await catalog(), 'Title\nx\n', { query: { 'columns[A]': 'shoes' } })).toMatchObject({ code: 'unknown_column_field' });
  });

  test('with one heading get numbers', async () => {
    const report = await put(await catalog(), 'Title,Color,Color\nx,red,blue\n', { query: { 'columns[Color (2)]': 'shop' } });
    expect([fieldsOf(report), itemsOf(report)]).toEqual([
      { Title: 'release_title', Color: 'ignore', 'Color (2)': 'shop' },
      [{ shop: 'blue' }],
    ]);
  });

  test('without a known heading are listed in a preview, and needed to import', async () => {
    const csv = 'Was;Wer\nPsycho;Herrmann\nJaws;Williams\n';
    const report = await put(await catalog(), csv);
    expect([fieldsOf(report), report.invalid]).toEqual([{ Was: 'ignore', Wer: 'ignore' }, 2]);
    expect(await put(await catalog(), csv, { query: { dryRun: 'false' } })).toMatchObject({ status: 400, code: 'file_without_columns' });
    expect(await put(await catalog(), csv, { query: { 'columns[Was]': 'title' } })).toMatchObject({ added: 2 });
  });

  test('may be 300', async () => {
    const header = ['Title', ...Array.from({ length: 299 }, (_, index) => `Column ${index}`)];
    const report = await put(await catalog(), `${header.join(',')}\n${header.map(() => 'x').join(',')}\n`);
    expect([report.added, report.columns.length]).toEqual([1, 300]);
    expect(await put(await catalog(), `${header.join(',')},more\nx\n`)).toMatchObject({ status: 413 });
  });
});

describe('words for the status', () => {
  const clz = readFileSync(new URL('../fixtures/clz.csv', import.meta.url), 'utf8');

  test('decide what a row is, and are counted', async () => {
    const report = await put(await catalog(), clz);
    expect(report.statuses).toEqual([
      { word: 'In Collection', meaning: 'owned', is_known: true, rows: 1 },
      { word: 'On Wish List', meaning: 'wanted', is_known: true, rows: 1 },
      { word: 'On Order', meaning: 'ordered', is_known: true, rows: 1 },
      { word: 'Sold', meaning: 'ignore', is_known: true, rows: 1 },
      { word: 'For Sale', meaning: 'owned', is_known: true, rows: 1 },
    ]);
    expect([report.program, report.added, report.wishes, report.left_out, report.skipped]).toEqual(['clz', 4, 1, 1, 1]);
    expect(itemsOf(report)).toMatchObject([
      {
        status: 'active',
        shop: 'Shop X',
        rating: 4,
        added_at: '2019-06-02T10:22:33Z',
        notes: 'First issue\nStorage Device: Box 3\nSlot: 14',
      },
      {},
      { status: 'ordered' },
      undefined,
      { status: 'active', notes: 'Collection Status: For Sale' },
    ] as object[]);
  });

  test('send wishes to the wishlist', async () => {
    const editor = await catalog();
    await put(editor, clz, { query: { dryRun: 'false' } });
    const titles = async (list: string) =>
      (await editor.read(`/api/users/me/${list}`)).body.data.map(({ attributes }: Report) => attributes.release.title);
    expect(await titles('wishlist')).toEqual(['Film Two']);
    expect((await titles('collection')).toSorted()).toEqual(['Film Five', 'Film One', 'Film Three']);
  });

  test('mean what the request says', async () => {
    const query = { 'statuses[Sold]': 'owned', 'statuses[on order]': 'ignore' };
    const report = await put(await catalog(), clz, { query });
    expect([report.added, report.left_out, itemsOf(report)[3].notes]).toEqual([4, 1, 'Collection Status: Sold']);
  });

  test.each([
    ['8-Track', 'Carrier: 8-Track'],
    ['2xLP, Album', undefined],
    ['Other', undefined],
  ])('the format "%s" is in the notes unless it is known', async (format, notes) => {
    const [item] = itemsOf(
      await put(await catalog(), `Title,Artist,Carrier\nFilm Seven,Gil,"${format}"\n`, { query: { 'columns[Carrier]': 'format' } }),
    );
    expect(item.notes).toBe(notes);
  });

  test('that are unknown are lines of the notes', async () => {
    const report = await put(await catalog(), 'title,creators,publisher,rating,status\nFilm Seven,Gil,Label G,4.5,Completed\n');
    expect(report.statuses).toEqual([{ word: 'Completed', meaning: 'owned', is_known: false, rows: 1 }]);
    expect(itemsOf(report)).toEqual([{ status: 'active', rating: 5, notes: 'status: Completed\nrating: 4.5' }]);
  });

  test.each([
    ['ordered', 'bestellt|Commandé|On its way|unterwegs|En route|en camino|In arrivo'],
    ['wanted', "Gesucht|Liste d’envies|Liste d'envies|Lista de deseos|Desiderato|Verlanglijst"],
    ['wanted', 'will haben|I want|Je veux|Quiero|Voglio|wil hebben'],
    ['ignore', 'Verkauft|Vendu|Venduto|verkocht'],
    ['owned', 'Vorhanden|Verliehen|im Angebot|Geliehen|On offer|en vente|A la venta|Da vendere|aangeboden'],
  ])('are known in six languages as %s: %s', async (meaning, list) => {
    const words = list.split('|');
    const { statuses } = await put(await catalog(), `Title;Status\n${words.map((word) => `x;${word}\n`).join('')}`);
    expect(statuses).toEqual(words.map((word) => ({ word, meaning, is_known: true, rows: 1 })));
  });
});

describe('values', () => {
  test.each([
    ['Rating', '5/5', { rating: 5 }],
    ['Rating', '8/10', { rating: 4 }],
    ['Rating', '★★★★', { rating: 4 }],
    ['Rating', '"4,0"', { rating: 4 }],
    ['Rating', '4.5', { rating: 5, notes: 'Rating: 4.5' }],
    ['Rating', '3½', { rating: 4, notes: 'Rating: 3½' }],
    ['Rating', '9/10', { rating: 5, notes: 'Rating: 9/10' }],
    ['Bewertung', '"4,5"', { rating: 5, notes: 'Bewertung: 4,5' }],
    ['Price', '"12,- €"', { purchase_price_cents: 1200, currency: 'EUR' }],
    ['Price', '2548円', { purchase_price_cents: 2548, currency: 'JPY' }],
    ['Price', 'Fr. 12.50', { purchase_price_cents: 1250, currency: 'CHF' }],
    ['Price', 'a gift', { notes: 'Price: a gift' }],
    ['Condition', 'Zeer goed', { condition: 'very_good' }],
    ['Condition', 'scratched', { notes: 'Condition: scratched' }],
    ['Bought', '1 de mayo de 1975', { purchased_at: '1975-05-01' }],
    ['Bought', '3/8/2019', { notes: 'Bought: 3/8/2019' }],
  ])('are understood where they are clear, else kept in the notes: %s %s', async (heading, value, item) => {
    const report = await put(await catalog(), `Title,${heading}\nPsycho,${value}\n`);
    expect([report.invalid, itemsOf(report)]).toEqual([0, [item]]);
  });

  test('of a column tell how its days are meant', async () => {
    const csv = 'Title,Bought\na,3/8/2019\nb,25/8/2019\n';
    const report = await put(await catalog(), csv);
    expect([report.day_first, report.unclear_days, itemsOf(report)[0]]).toEqual([true, 0, { purchased_at: '2019-08-03' }]);
    const unclear = await put(await catalog(), 'Title,Bought\na,3/8/2019\n');
    expect([unclear.day_first, unclear.unclear_days]).toEqual([null, 1]);
    const chosen = await put(await catalog(), 'Title,Bought\na,3/8/2019\n', { query: { dayFirst: 'false' } });
    expect([chosen.day_first, itemsOf(chosen)]).toEqual([false, [{ purchased_at: '2019-03-08' }]]);
  });

  test('of a column tell the scale of its ratings', async () => {
    const report = await put(await catalog(), 'Title,Rating\na,8\nb,10\nc,7\n');
    expect(itemsOf(report)).toEqual([{ rating: 4 }, { rating: 5 }, { rating: 4, notes: 'Rating: 7' }]);
    expect(report.rows[2].in_notes).toEqual([{ kind: 'rounded_rating', column: 'Rating', value: '7', readings: ['3.5'] }]);
    const few = await put(await catalog(), `Title,Rating\nten,10\n${'a,3\n'.repeat(20)}`);
    expect(itemsOf(few).slice(0, 2)).toEqual([{ rating: 5 }, { rating: 2, notes: 'Rating: 3' }]);
    const mistake = await put(await catalog(), `Title,Rating\nmistake,7\n${'a,3\n'.repeat(20)}`);
    expect(itemsOf(mistake).slice(0, 2)).toEqual([{ notes: 'Rating: 7' }, { rating: 3 }]);
  });

  test('that cannot be read refuse a row only if nothing in it names a disc', async () => {
    const report = await put(await catalog(), 'Title,Rating\n,9 lives\n', { query: { unreadable: 'skip' } });
    expect(report.rows).toMatchObject([{ outcome: 'invalid', faults: [{ kind: 'names_nothing' }] }]);
  });
});

describe('what a collector writes', () => {
  test.each([
    ['Komponist / Interpret', 'artist_credit'],
    ['Composer and Artist', 'artist_credit'],
    ['Interprète & compositeur', 'artist_credit'],
    ['Titel / Interpret', 'ignore'],
    ['Best.-Nr.', 'catalog_number'],
    ['Ersch.-Jahr', 'year'],
    ['bei', 'shop'],
    ['Anzahl Discs', 'disc_count'],
    ['Nr Discs', 'disc_count'],
    ['Discs', 'disc_count'],
    ['Verliehen an', 'notes'],
    ['Loaned To', 'notes'],
    ['Lfd.', 'ignore'],
    ['#', 'ignore'],
  ])('in the heading %s is %s', async (heading, field) => {
    const { columns } = await put(await catalog(), `Album;${heading}\nPsycho;1\n`);
    expect(columns[1]).toMatchObject({ field, is_known: heading !== 'Titel / Interpret' });
  });

  test('as a number of the row is known by its values', async () => {
    const { columns } = await put(await catalog(), 'Title;Nr.\nPsycho;VSD-1\n');
    expect(columns[1]).toMatchObject({ field: 'ignore', is_known: false });
  });

  test('as notes stays without the heading, also if the request says so', async () => {
    const csv = 'Title;Anmerkung;Farbe\nPsycho;signiert!;rot\n';
    const query = { 'columns[Anmerkung]': 'notes', 'columns[Farbe]': 'notes' };
    expect(itemsOf(await put(await catalog(), csv, { query }))).toEqual([{ notes: 'signiert!\nFarbe: rot' }]);
  });

  test('is in the notes of a wish as it was written', async () => {
    const csv = 'Title;Status;Bewertung;Schlagworte;Gekauft\na;gesucht;★★★★☆;x, y;3.8.2019\nb;gesucht;10;z;\n';
    expect(itemsOf(await put(await catalog(), csv))).toEqual([
      { notes: 'Bewertung: ★★★★☆\nSchlagworte: x, y\nGekauft: 3.8.2019' },
      { notes: 'Bewertung: 10\nSchlagworte: z' },
    ]);
  });

  test('in rows that are left out is in no notes', async () => {
    const report = await put(await catalog(), 'Title;Status;Bewertung\na;verkauft;neun\n');
    expect([report.in_notes, report.rows[0]]).toEqual([
      0,
      { line: 2, outcome: 'skipped', reason: 'Left out for its status “verkauft”.', said: { title: 'a' }, left_out: true },
    ]);
  });

  test('in rows that are skipped as owned is in no notes', async () => {
    const [editor, csv] = [await catalog(), 'Title;Barcode;Bewertung\nKoyaanisqatsi;075597950625;neun\n'];
    expect((await put(editor, csv, { query: { dryRun: 'false' } })).in_notes).toBe(1);
    const { duplicates, in_notes, rows } = await put(editor, csv);
    expect([duplicates, in_notes, rows[0].in_notes]).toEqual([1, 0, undefined]);
  });

  test('as the price of an ordered copy is the price of the order', async () => {
    const report = await put(await catalog(), 'Title;Status;Kaufpreis\na;bestellt;12,50 €\nb;unterwegs;viel\nc;vorhanden;7 €\n');
    expect(itemsOf(report)).toEqual([
      { status: 'ordered', order_price_cents: 1250, currency: 'EUR' },
      { status: 'ordered', notes: 'Kaufpreis: viel' },
      { status: 'active', purchase_price_cents: 700, currency: 'EUR' },
    ]);
    expect(report.rows[1].in_notes).toEqual([{ kind: 'no_amount', column: 'Kaufpreis', value: 'viel' }]);
    const both = await put(await catalog(), 'Title;Status;Price;Order\na;ordered;5 €;800\n', {
      query: { 'columns[Order]': 'order_price_cents' },
    });
    expect(itemsOf(both)).toMatchObject([{ purchase_price_cents: 500, order_price_cents: 800 }]);
  });

  test('as a price without a currency has that of the column, else of the last copies', async () => {
    const editor = await catalog();
    const pricesOf = async (csv: string, query = {}) => {
      const report = await put(editor, csv, { query });
      return [report.price_currency, itemsOf(report).map(({ purchase_price_cents: cents, currency }) => `${cents} ${currency}`)];
    };
    expect(await pricesOf('Title;Preis\na;12.99\n')).toEqual([null, ['1299 undefined']]);
    const csv = 'Title;Preis\na;12.99\nb;5 €\n';
    expect(await pricesOf(csv, { dryRun: 'false' })).toEqual([{ currency: 'EUR', source: 'column' }, ['1299 EUR', '500 EUR']]);
    expect(await pricesOf('Title;Preis\nc;12.99\n')).toEqual([{ currency: 'EUR', source: 'last_copies' }, ['1299 EUR']]);
    expect(await pricesOf('Title;Preis\nc;12.99\nd;$5\ne;5 €\n')).toEqual([null, ['1299 undefined', '500 USD', '500 EUR']]);
    expect(await pricesOf('Title;Preis;Währung\nc;12.99;\nd;1;USD\n')).toEqual([null, ['1299 undefined', '100 USD']]);
  });

  test('as a price in a file of Discogs is the price', async () => {
    const csv = 'Catalog#,Title,release_id,Released,Collection Purchase Price,Collection Shelf\nX 1,Psycho,12,1975,€12.50,Spare\n';
    const report = await put(await catalog(), csv);
    expect([report.program, itemsOf(report)]).toEqual([
      'discogs',
      [{ purchase_price_cents: 1250, currency: 'EUR', storage_location: 'Spare' }],
    ]);
  });
});

describe('a request for columns or sheets', () => {
  test('that a file lacks is refused, naming the parameter', async () => {
    const file = 'Title,Shop\nPsycho,X\n';
    expect(await put(await catalog(), file, { query: { 'columns[Nope]': 'notes' } })).toMatchObject({
      ...{ status: 400, detail: 'The file has no column Nope. It has Title, Shop.', source: { parameter: 'columns[Nope]' } },
    });
    expect(await put(await catalog(), file, { query: { sheet: 'A' } })).toMatchObject({ status: 400, source: { parameter: 'sheet' } });
  });

  test('whose first heading is markup needs one that names a disc', async () => {
    const { rows } = await put(await catalog(), '<img src=x>,Title\na,Psycho\n');
    expect(rows[0].said).toEqual({ title: 'Psycho' });
    expect(await put(await catalog(), '<!DOCTYPE html>\n<html>\n</html>\n')).toMatchObject({ status: 400 });
  });

  test('of an XML file that ends early is refused, naming the element without an end', async () => {
    const xml = '<musicinfo><musiclist><music><title>A</title></music><music><title>B</title></music></musiclist></musicinfo>';
    for (const end of [-1, xml.lastIndexOf('</musiclist>'), xml.lastIndexOf('<music>'), xml.lastIndexOf('</title>')])
      expect(await put(await catalog(), xml.slice(0, end), { type: 'application/xml' })).toMatchObject({
        ...{ status: 400, detail: 'The file ends before its element musicinfo does. Export or upload it again.' },
      });
  });

  test('of an XML file with characters that no text has is refused, naming the row', async () => {
    for (const entity of ['&#0;', '&#xD800;']) {
      const xml = `<?xml version="1.0"?><musicinfo><musiclist><music><title>A${entity}</title></music></musiclist></musicinfo>`;
      expect(await put(await catalog(), xml, { type: 'application/xml' })).toMatchObject({
        ...{ status: 400, detail: 'Row 1 contains the character U+0000 or half a character, which no text may have.' },
      });
    }
  });
});

describe('JSON and XML of other programs', () => {
  const json = (value: unknown) => [JSON.stringify(value), { type: 'application/json' }] as const;

  test('a page of Discogs has grades, notes and the time added', async () => {
    const page = {
      pagination: { page: 1, pages: 3, per_page: 1, items: 3 },
      releases: [
        {
          id: 7001,
          rating: 4,
          date_added: '2015-05-15T14:10:00-07:00',
          notes: [
            { field_id: 1, value: 'Near Mint (NM or M-)' },
            { field_id: 3, value: 'Signed' },
          ],
          basic_information: {
            id: 7001,
            title: 'Film Four',
            year: 1999,
            artists: [
              { name: 'Dee Example', anv: '', join: ',' },
              { name: 'Ed', anv: '', join: '' },
            ],
            labels: [{ name: 'Label D', catno: 'LD 1' }],
            formats: [{ name: 'CD', qty: '2', descriptions: ['Album'] }],
          },
        },
      ],
    };
    const report = await put(await catalog(), ...json(page));
    expect(report).toMatchObject({ program: 'discogs', incomplete: { contained: 1, total: 3, next: 'page=2' } });
    expect(report.rows[0]).toMatchObject({
      said: { id: '7001', title: 'Film Four', artist: 'Dee Example, Ed', catalog_number: 'LD 1', format: '2xCD, Album' },
      item: { rating: 4, condition: 'near_mint', notes: 'Signed', added_at: '2015-05-15T14:10:00-07:00', format_type: 'cd' },
    });
  });

  test('a page of MusicBrainz says what is missing', async () => {
    const page = { 'release-offset': 25, 'release-count': 402, releases: [{ id: uuid(9), title: 'Score' }] };
    expect(await put(await catalog(), ...json(page))).toMatchObject({
      program: 'musicbrainz',
      incomplete: { contained: 1, total: 402, next: 'offset=26' },
    });
  });

  test('an export of beets has albums, not tracks', async () => {
    const track = (title: string) => ({
      title,
      album: 'Psycho',
      albumartist: 'Bernard Herrmann',
      artist: 'x',
      catalognum: 'A 1',
      year: 1960,
      mb_albumid: '',
    });
    const report = await put(await catalog(), ...json([track('Prelude'), track('The City')]));
    expect([report.program, report.rows.map(({ said }: Report) => said)]).toEqual([
      'beets',
      [{ title: 'Psycho', artist: 'Bernard Herrmann', catalog_number: 'A 1', released: '1960' }],
    ]);
  });

  test('a list of titles, barcodes and objects', async () => {
    const report = await put(await catalog(), ...json(['Vertigo', '075597950625', { title: 'Jaws', notes: 'Signed' }]));
    expect(report.rows.map(({ said, found_by: by, item }: Report) => [said.title, by, item?.notes])).toEqual([
      ['Vertigo', 'title', undefined],
      [undefined, 'barcode', undefined],
      ['Jaws', null, 'Signed'],
    ]);
  });

  test('half a character in notes is replaced, and its rows stay', async () => {
    const report = await put(await catalog(), '[{"title":"A","notes":"half \\ud800","shop":"\\udc00 y"},{"title":"B"}]', {
      type: 'application/json',
    });
    expect(itemsOf(report)).toMatchObject([{ notes: 'half \ufffd\nshop: \ufffd y' }, {}]);
  });

  test('CLZ Music', async () => {
    const xml = `<?xml version="1.0"?><musicinfo><musicmetadata><field name="Title"/></musicmetadata><musiclist><music>
      <title>Tom &amp; Jerry</title><releasedate><year><displayname>1986</displayname></year><date>1986-03-01</date></releasedate>
      <artists><artist><displayname>Scott Bradley</displayname><sortname>Bradley, Scott</sortname></artist></artists>
      <label><displayname>FSM</displayname></label><upc>638558020423</upc><labelnumber>Vol. 1</labelnumber>
      <purchaseprice>$11.98</purchaseprice><collectionstatus listid="3">On Wish List</collectionstatus>
      <details><detail type="track"><title>Track</title></detail></details></music></musiclist></musicinfo>`;
    const report = await put(await catalog(), xml, { type: 'application/xml' });
    expect([report.program, report.wishes, report.rows[0].said, itemsOf(report)]).toEqual([
      'clz',
      1,
      {
        title: 'Tom & Jerry',
        artist: 'Scott Bradley',
        label: 'FSM',
        catalog_number: 'Vol. 1',
        barcode: '638558020423',
        released: '1986-03-01',
      },
      [{ notes: 'purchaseprice: $11.98' }],
    ]);
  });
});

describe('a workbook', () => {
  const sheets = (rows: readonly (readonly SheetCell[])[]) => workbookOf({ Discs: rows, Films: [['Title'], ['Vertigo']] });
  const discs = sheets([
    ['My discs'],
    [],
    ['Title', 'Barcode', 'Bought', 'Price'],
    ['Anything', 75597950625, { day: 43536 }, { formula: 'A1*2', value: 12.5 }],
  ]);

  test('has values of formulas, days and barcodes', async () => {
    const report = await put(await catalog(), discs, { type: workbookType });
    expect([report.sheet, report.sheets, report.encoding, report.rows[0].line]).toEqual(['Discs', ['Discs', 'Films'], null, 4]);
    expect(report.rows[0]).toMatchObject({ found_by: 'barcode', item: { purchased_at: '2019-03-12', purchase_price_cents: 1250 } });
  });

  test('is read from the chosen sheet', async () => {
    const report = await put(await catalog(), discs, { type: workbookType, query: { sheet: 'Films' } });
    expect([report.sheet, report.rows[0].release.id]).toEqual(['Films', uuid(2)]);
    expect(await put(await catalog(), discs, { type: workbookType, query: { sheet: 'Other' } })).toMatchObject({
      status: 400,
      detail: 'The workbook has no sheet Other. It has Discs, Films.',
    });
  });

  test.each([
    ['with a password', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, ...Buffer.from('EncryptedPackage', 'utf16le')]), 400, 'workbook_locked'],
    ['of before 2007', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0]), 400, 'workbook_unreadable'],
    ['that is cut off', discs.slice(0, 500), 400, 'workbook_unreadable'],
    ['that unpacks to 40 MB', workbookOf({ A: [['x'.repeat(40 * 1_048_576)]] }), 413, 'workbook_too_large'],
  ])('%s is refused', async (_, bytes, status, code) => {
    expect(await put(await catalog(), bytes, { type: workbookType })).toMatchObject({ status, code });
  });
});

describe('an export', () => {
  test.each(['discogs', 'clz', 'koillection'])('with the columns of %s can be imported', async (columns) => {
    const editor = await catalog();
    const csv = 'Title,Artist,Rating,Condition,Notes,Media\nPsycho,Bernard Herrmann,4,Near Mint,Größe,CD\n';
    await put(editor, csv, { query: { dryRun: 'false' } });
    const authorization = `Bearer ${editor.token}`;
    const address = `/api/users/me/collection/export?bom=true&columns=${columns}`;
    const exported = await (await editor.server.request(address, { headers: { authorization } })).arrayBuffer();
    expect([...new Uint8Array(exported, 0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const report = await put(await catalog(), new Uint8Array(exported));
    expect([report.ignored_columns, report.rows[0].said.title, itemsOf(report)]).toMatchObject([
      [],
      'Psycho',
      [{ rating: 4, condition: 'near_mint', notes: 'Größe', format_type: 'cd' }],
    ]);
  });
});
