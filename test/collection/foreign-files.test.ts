// Files of other programs, and handwritten lists.
import { describe, expect, test } from 'bun:test';
import { languages } from '../../src/website/i18n';
import { type EditorOf, editedServer } from '../support/edited-server';
import { uuid } from '../support/uuids';

const titles = ['Psycho', 'Vertigo', 'The Good, the Bad and the Ugly'];

/** A catalog of three releases; the first has a barcode. */
const catalog = (): Promise<EditorOf> =>
  editedServer(
    titles.map((title, index) => ({
      type: 'Release',
      id: `/api/releases/${uuid(index + 1)}`,
      attributes: { title, ...(index === 0 && { barcode: '077778980926' }) },
    })),
  );

interface Entry {
  readonly line: number;
  readonly outcome: string;
  readonly found_by: string | null;
  readonly said: Readonly<Record<string, string>>;
  readonly release?: { readonly id: string };
  readonly item?: Readonly<Record<string, unknown>>;
  readonly reason?: string;
}

async function put(editor: EditorOf, body: string, type = 'text/csv', query = 'dryRun=true&unmatched=provisional') {
  const sent = await editor.sendText('POST', `/api/users/me/collection/import?${query}`, body, { 'content-type': type });
  return { status: sent.status, body: sent.body, rows: (sent.body.data?.attributes.rows ?? []) as readonly Entry[] };
}

describe('columns are recognized by the names that other programs use', () => {
  test('and an invalid or ambiguous price is reported with its column', async () => {
    const csv =
      'Titel;Preis;Währung\nPsycho;12 XYZ\nVertigo;12.345\nVertigo;12,345 €\nPsycho;¥1,234\nVertigo;1,234.50\nPsycho;12 BHD\nVertigo;12.50 JPY\n' +
      'Psycho;12,345 TND\nPsycho;12.5;KWD\nPsycho;1 EUR;USD\nPsycho;$9;CAD\nPsycho;1.234.567 €\n';
    const { rows } = await put(await catalog(), csv);
    expect(rows.map(({ item, reason }) => item?.purchase_price_cents ?? reason)).toEqual([
      'Preis “12 XYZ” is not an amount.',
      'Preis “12.345” can mean 12345.00 or 12.345. Write it like 12345 or 12.34.',
      'Preis “12,345 €” can mean 12345.00 or 12.345. Write it like 12345 or 12.34.',
      1234,
      123450,
      12000,
      'Preis “12.50 JPY” is not an amount.',
      12345,
      12500,
      'Preis “1 EUR” is in EUR, but the currency is USD.',
      900,
      123456700,
    ]);
    expect(rows.at(-2)?.item?.currency).toBe('CAD');
  });

  test('and a price has the currency of its heading, which must be that of the currency column', async () => {
    const csv = 'Titel;Preis (€);Währung\nPsycho;5,50;\nPsycho;6;EUR\nVertigo;7;USD\nVertigo;;USD\nVertigo;$5;\n';
    const { rows } = await put(await catalog(), csv);
    expect(rows.map(({ item, reason }) => reason ?? [item?.purchase_price_cents, item?.currency])).toEqual([
      [550, 'EUR'],
      [600, 'EUR'],
      'Preis (€) “7 EUR” is in EUR, but the currency is USD.',
      [undefined, 'USD'],
      'Preis (€) “$5” is in USD, but the currency is EUR.',
    ]);
    expect(rows[4]?.item).toEqual({ notes: 'Preis (€): $5' });
  });

  test('and a value beyond the header is a line of the notes; empty cells are not', async () => {
    const { rows } = await put(await catalog(), 'title,year,\nPsycho,1960,,\nThe Good, the Bad, and the Ugly,1966\n');
    expect(rows.map(({ reason }) => reason)).toEqual([
      undefined,
      '“1966” is beyond the last column. Put values that contain the delimiter in quotes.',
    ]);
    expect(rows[1]?.item).toEqual({ notes: '1966' });
  });

  test('and an invalid or ambiguous day is reported with its column, while a release date can be a month', async () => {
    const csv = 'Titre;Acheté le;Date\nPsycho;03/08/1971;août 1971\nPsycho;août 1971;8/1971\nPsycho;31/02/1971;03/08/1971\nPsycho;1998;\n';
    const { rows } = await put(await catalog(), csv);
    expect(rows.map(({ reason }) => reason)).toEqual([
      'Acheté le “03/08/1971” can mean 1971-08-03 or 1971-03-08. Write it like 31.12.1999 or 1999-12-31.',
      ...['août 1971', '31/02/1971', '1998'].map(
        (day) => `“Acheté le” is ${day}, which is not a complete calendar date. Write it like 31.12.1999 or 1999-12-31.`,
      ),
    ]);
    const editor = await catalog();
    await put(editor, 'Titre;Date\nJaws;août 1971\nAlien;8/1971\nTron;03/08/1971\n', 'text/csv', 'unmatched=provisional');
    const { data } = (await editor.read('/api/releases?provisional=true&order[title]=asc')).body;
    expect(data.map(({ attributes }: { attributes: { release_date: string } }) => attributes.release_date)).toEqual([
      '1971-08',
      '1971-08',
      '1971',
    ]);
  });

  test.each(Object.entries(languages))('and fields, formats, conditions and statuses by those of the website: %s', async (_, texts) => {
    const { words, fields, collection } = texts;
    const { order_price, ...named } = collection.copyFields;
    const given = Object.entries({ ...named, title: fields.title });
    const same = {
      purchased_at: '1975-05-01',
      added_at: '1975-05-01',
      order_date: '1975-05-01',
      rating: '4',
      quantity: '2',
      price: '5',
      currency: 'EUR',
    };
    const copies = Object.keys(words.formatTypes).map((format_type, index) => ({
      format_type,
      condition: Object.keys(words.conditions).at(index) ?? 'good',
      status: index === 0 ? 'ordered' : 'active',
    }));
    const lines = copies.map(({ format_type, condition, status }) => {
      const shown: Readonly<Record<string, string>> = {
        ...{
          ...same,
          title: 'Psycho',
          is_signed: 'x',
          shop: 'Shop',
          storage_location: 'Here',
          folder: 'Folder',
          tags: 'tag',
          notes: 'Text',
        },
        format_type: words.formatTypes[format_type as keyof typeof words.formatTypes],
        condition: words.conditions[condition as keyof typeof words.conditions],
        sleeve_condition: words.conditions[condition as keyof typeof words.conditions],
        status: words.statuses[status as keyof typeof words.statuses],
        order_vendor: 'Vendor',
      };
      return given.map(([name]) => shown[name]).join(';');
    });
    const csv = [given.map(([, heading]) => heading).join(';'), ...lines].join('\n');
    const { body, rows } = await put(await catalog(), csv, 'text/csv', 'dryRun=true&alsoOwned=add');
    expect(body.data.attributes.ignored_columns).toEqual([]);
    const more = {
      rating: 4,
      quantity: 2,
      is_signed: true,
      folder: 'Folder',
      tags: ['tag'],
      order_vendor: 'Vendor',
      shop: 'Shop',
    };
    const priceOf = (status: string) => (status === 'ordered' ? { order_price_cents: 500 } : { purchase_price_cents: 500 });
    const itemOf = (copy: (typeof copies)[number]) => ({ ...copy, ...more, ...priceOf(copy.status), sleeve_condition: copy.condition });
    expect(rows).toMatchObject(copies.map((copy) => ({ item: { ...itemOf(copy), notes: 'Text' } })));
  });

  test.each([
    'Titel;Zustand;Hüllenzustand;Lagerort;Gekauft am;Kommentar\nPsycho;Sehr guter Zustand;Sehr gut erhalten;Regal 3;01.05.1975;signiert\n',
    'Titel;Zustand;Coverzustand;Ort;Kaufdatum;Bemerkungen\nPsycho;Very good condition;VG;Regal 3;1. Mai 1975;signiert\n',
    'Titre;État;État de la pochette;Emplacement;Acheté le;Commentaires\nPsycho;Très bon état;En très bon état;Regal 3;1er mai 1975;signiert\n',
  ])('with condition, location, purchase date and comments in German and French: %#', async (csv) => {
    const { body, rows } = await put(await catalog(), csv);
    expect(body.data.attributes.ignored_columns).toEqual([]);
    const item = { condition: 'very_good', sleeve_condition: 'very_good', storage_location: 'Regal 3', notes: 'signiert' };
    expect(rows).toMatchObject([{ item: { ...item, purchased_at: expect.stringMatching(/^1975-05-01/) } }]);
  });

  test('and an own name precedes a synonym', async () => {
    const { rows, body } = await put(await catalog(), 'title,release_title,upc,barcode\nWrong,Vertigo,1,\n');
    expect(rows[0]).toMatchObject({ release: { id: uuid(2) } });
    expect(body.data.attributes.ignored_columns).toEqual(['title', 'upc']);
  });
});

describe('a file without a header line', () => {
  test('is a list of titles or barcodes, whose titles can contain commas', async () => {
    const { status, rows } = await put(
      await catalog(),
      'Vertigo\n077778980926\nThe Good, the Bad and the Ugly\n0 77778 98092 6,Psycho\n# 9 Dream\n',
    );
    expect(status).toBe(200);
    expect(rows.map(({ line, found_by, release }) => [line, found_by, release?.id])).toEqual([
      [1, 'title', uuid(2)],
      [2, 'barcode', uuid(1)],
      [3, 'title', uuid(3)],
      [4, 'barcode', uuid(1)],
      [5, null, undefined],
    ]);
  });

  test.each([
    'Vertigo,Bernard Herrmann,1958\n',
    'Psycho\nVertigo;Bernard Herrmann\n'.replaceAll(';', ','),
    '{\n',
    '<html>\n',
    '# Leitmotif\n\nA film music catalog.\n',
    'A film music catalog.\n```sh\nnpm start\n```\n',
  ])('is refused if it has other cells: %j', async (csv) => {
    const { status, body } = await put(await catalog(), csv);
    expect([status, body.errors[0].detail]).toEqual([
      400,
      'The first row must name the columns, with title, barcode, catalog_number or release_id among them. A plain list has a title or a barcode in each line.',
    ]);
  });
});

describe('a collection of MusicBrainz', () => {
  const release = {
    id: uuid(1),
    title: 'Psycho',
    date: '1975-05-01',
    country: 'GB',
    barcode: '',
    'artist-credit': [{ name: 'Bernard Herrmann', joinphrase: ' & ' }, { name: 'National Philharmonic Orchestra' }],
    'label-info': [{ 'catalog-number': 'RHS 336', label: { name: 'Unicorn' } }],
    media: [{ format: '12" Vinyl' }],
  };

  test('is imported by the ids of its releases', async () => {
    const file = { 'release-count': 2, 'release-offset': 0, releases: [release, { id: uuid(9), title: 'Jaws', 'label-info': [] }] };
    const { status, rows } = await put(await catalog(), JSON.stringify(file), 'application/json');
    expect(status).toBe(200);
    expect(rows[0]).toMatchObject({ outcome: 'new', found_by: 'id', release: { id: uuid(1) }, item: { format_type: 'vinyl' } });
    expect(rows[0]?.said).toMatchObject({
      artist: 'Bernard Herrmann & National Philharmonic Orchestra',
      label: 'Unicorn',
      catalog_number: 'RHS 336',
    });
    expect(rows[1]).toMatchObject({ outcome: 'new', provisional: true, said: { title: 'Jaws' } });
  });

  test('without releases is refused, naming the accepted formats', async () => {
    const { status, body } = await put(
      await catalog(),
      JSON.stringify({ 'artist-count': 1, artists: [{ id: uuid(1) }] }),
      'application/json',
    );
    expect(status).toBe(400);
    expect(body.errors[0].detail).toEndWith('or a MusicBrainz collection with a list of objects in "releases".');
  });
});
