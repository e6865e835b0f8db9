import { workbookType } from '../../src/collection/formats/vocabulary';
import { workbookOf } from './workbook';

// Files that could block a server or exhaust its memory, each within the size limit.

export interface HostileFile {
  readonly name: string;
  readonly type: 'text/csv' | 'application/json' | 'application/xml' | typeof workbookType;
  readonly body: () => string | Uint8Array<ArrayBuffer>;
  readonly status: number;
  /** Part of the refusal, which names the position and the limit. */
  readonly says?: RegExp;
}

const megabytes8 = 8 * 1_048_576;

const filled = (start: string, part: string, bytes = megabytes8): string =>
  start + part.repeat(Math.floor((bytes - Buffer.byteLength(start)) / Buffer.byteLength(part)));

const rows = (header: string, row: (index: number) => string, count: number): string =>
  `${header}\n${Array.from({ length: count }, (_, index) => row(index)).join('\n')}`;

const columns = (count: number): string => Array.from({ length: count }, (_, index) => `c${index}`).join();

const wideNames = ['Catalog#', 'release_id', 'Released', ...Array.from({ length: 47 }, (_, index) => `${index}${'n'.repeat(62)}`)].join();

const inItems = (items: string): string => `{"format":"leitmotif-collection","version":1,"items":[${items}]}`;

const csv = (name: string, body: HostileFile['body'], status: number, says?: RegExp): HostileFile => ({
  name,
  type: 'text/csv',
  body,
  status,
  ...(says && { says }),
});

const json = (name: string, body: HostileFile['body'], status: number, says?: RegExp): HostileFile => ({
  ...csv(name, body, status, says),
  type: 'application/json',
});

const xml = (name: string, body: HostileFile['body'], status: number, says?: RegExp): HostileFile => ({
  ...csv(name, body, status, says),
  type: 'application/xml',
});

/** A workbook whose sheet goes on like this for some megabytes; up to 32 are unpacked. */
const workbook = (name: string, start: string, part: string, status: number, says?: RegExp, megabytes = 6): HostileFile => ({
  ...csv(name, () => workbookOf({ Discs: filled(`<worksheet><sheetData>${start}`, part, megabytes * 1_048_576) }), status, says),
  type: workbookType,
});

const headedRow = '<row r="1"><c t="inlineStr"><is><t>Title</t></is></c></row>';
const cell = '<row r="2"><c t="inlineStr"><is><t>';
const inAlbum = '<musicinfo><musiclist><music>';

const tooManyColumns = /Row 1 has too many columns.*at most 300/;
const tooManyRows = /at most 10000 rows/;
const tooLong = (line: number) => new RegExp(`^Row ${line} is too long.*at most 32000 characters`);

/** `barcode` is shared by many releases; `count` is the number of rows in accepted files. */
export const hostileFiles = (barcode: string, count: number): readonly HostileFile[] => [
  csv('50,000 columns', () => `release_id,${columns(50_000)}\nx`, 413, tooManyColumns),
  csv('100,000 columns', () => `release_id,${columns(100_000)}\nx`, 413, tooManyColumns),
  csv('301 columns and 100,000 short rows', () => `release_id,${columns(300)}\n${'x\n'.repeat(100_000)}`, 413, tooManyColumns),
  csv('four million rows of one cell', () => filled('barcode\n', '1\n'), 413, tooManyRows),
  csv('8 MB of quotes', () => filled('', '"'), 413, tooLong(1)),
  csv('8 MB of quotes in a row', () => filled('barcode\n', '"'), 413, tooLong(2)),
  csv('8 MB of quotes with commas', () => filled('barcode\n', '"",'), 413, /^Row 2 has too many columns.*at most 300/),
  // 7" is a format.
  csv('a quote within every cell', () => filled('barcode\n', 'a"\n'), 413, tooManyRows),
  csv(
    'a million catalogue numbers',
    () => `Catalog#,Title,release_id,Released\n"${Array.from({ length: 4_000 }, (_, n) => n).join()}",x`,
    413,
    /^Row 2 has too many catalog numbers.*at most 50/,
  ),
  csv('8 MB of catalogue numbers', () => filled('Catalog#,Title,release_id,Released\n"', '1,'), 413, tooLong(2)),
  csv(
    'fifty catalogue numbers in each row',
    () => rows('Catalog#,release_id,Released', (row) => `"${Array.from({ length: 50 }, (_, n) => `${row}-${n}`).join()}"`, count / 2),
    200,
  ),
  csv('a cell of 8 MB in quotes', () => filled('barcode\n"', 'x'), 413, tooLong(2)),
  csv('a cell of 8 MB of line breaks', () => filled('barcode\n"', '\r\n'), 413, /at most 32000 characters/),
  csv('a cell of 8 MB', () => filled('barcode\n', 'x'), 413, tooLong(2)),
  csv('a column whose name has 8 MB', () => filled('barcode,', 'x'), 413, tooLong(1)),
  csv('columns with long names', () => `barcode,${'x'.repeat(65)}\n1`, 413, /^Row 1 has a column name.*at most 64 characters/),
  csv('8 MB of empty lines', () => filled('barcode\n', '\n'), 200),
  csv('8 MB of empty lines before the first row', () => `${filled('', '\r\n', megabytes8 - 20)}barcode\n1`, 200),
  csv('8 MB of carriage returns', () => filled('barcode\r1', '\r'), 200),
  csv('8 MB of NUL', () => filled('', '\0'), 413, tooLong(1)),
  csv('8 MB of NUL in lines', () => filled('barcode\n', '\0\n'), 400, /^Row 2 contains the character U\+0000/),
  csv('UTF-16', () => new Uint8Array(Buffer.from(`\ufeff${filled('barcode\n', '1\n', megabytes8 / 2 - 2)}`, 'utf16le')), 413, tooManyRows),
  csv('8 MB of bytes that are no UTF-8', () => new Uint8Array(megabytes8).fill(0xff), 413, tooLong(1)),
  csv('8 MB of byte order marks', () => filled('', '\ufeff'), 413, tooLong(1)),
  csv('50 columns of dense cells', () => rows(`barcode,${columns(49)}`, () => '1,'.repeat(49), count), 200),
  csv('50 columns of empty texts', () => rows(`barcode,${columns(49)}`, () => '"",'.repeat(49), count), 200),
  csv('50 columns of empty texts but one', () => rows(`barcode,${columns(49)}`, () => `${'"",'.repeat(49)}x`, count), 422),
  csv('50 columns with long names', () => rows(wideNames, (row) => `${row},${'a,'.repeat(48)}a`, count), 200),
  csv('a barcode of many', () => rows('barcode', () => barcode, count), 200),
  csv('many barcodes in a cell', () => rows('barcode', (row) => `"${`${row}9780201379624,`.repeat(40)}"`, count), 200),
  csv('rows of 30,000 characters', () => rows('barcode,shoes', (row) => `${row},${'x'.repeat(29_900)}`, count / 40), 200),
  csv(
    'the longest notes of line breaks',
    () => rows('barcode,notes', (row) => `${barcode}${row},"${'\n'.repeat(9_000)}"`, count / 12),
    200,
  ),
  csv('rows that break every rule', () => rows('release_id,condition,quantity,currency,order_date', () => 'a,b,c,d,e', count), 422),
  json('8 MB of opening brackets', () => filled('', '['), 400, /not JSON/),
  json('8 MB of opening brackets in an item', () => inItems(filled('', '[', megabytes8 - 100)), 400, /not JSON/),
  json('an item of 8 MB', () => inItems(`{"notes":"${filled('', 'x', megabytes8 - 200)}"}`), 413, /^Row 1 is too long.*at most 200000/),
  json(
    'an item of 8 MB of objects',
    () => inItems(`{"a":[${filled('{}', ',{}', megabytes8 - 200)}]}`),
    413,
    /^Row 1 is too long.*at most 200000/,
  ),
  json('an item that nests deep', () => inItems(`${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`), 400, /deeper than 32/),
  json('four million items', () => inItems(filled('1', ',1', megabytes8 - 100)), 413, /at most 10000 rows/),
  json('two million empty items', () => inItems(filled('{}', ',{}', megabytes8 - 100)), 413, /at most 10000 rows/),
  json('10,000 empty items', () => inItems(filled('{}', ',{}', 30_000)), 422),
  json('many members around the items', () => `{"a":[${filled('1', ',1', megabytes8 - 100)}],"items":[]}`, 413, /at most 10000 characters/),
  json(
    'a million names of columns',
    () => inItems(rows('{}', (row) => `,{"c${row}":1}`, 9_000)),
    413,
    /^Row 302 has too many columns.*at most 300/,
  ),
  json('8 MB of quotes', () => filled('', '"'), 413, /at most 10000 characters/),
  json('8 MB of backslashes', () => filled('{"a":"', '\\\\'), 413, /at most 10000 characters/),
  json(
    '10,000 items of escapes',
    () =>
      inItems(
        Array(1_600)
          .fill(`{"barcode":"${'\\u0041'.repeat(800)}"}`)
          .join(),
      ),
    200,
  ),
  workbook('a workbook with a cell of six million entities', headedRow + cell, '&amp;', 200, undefined, 31),
  workbook(
    'a workbook with an ended cell of entities',
    `${headedRow}${cell}${'&amp;'.repeat(1_000_000)}</t></is></c></row>`,
    '<row/>',
    413,
    tooLong(2),
  ),
  workbook('a workbook with a million empty rows', headedRow, '<row/>', 200),
  workbook('a workbook with 1.5 million empty cells in a row', `${headedRow}<row r="2">`, '<c/>', 200),
  workbook('a workbook with 500 empty cells in each row', headedRow, `<row>${'<c/>'.repeat(500)}</row>`, 200),
  workbook('a workbook with rows in rows', headedRow, '<row>', 200),
  workbook('a workbook with comments in a text', headedRow + cell, 'a<!---->', 200),
  workbook('a workbook with a tag of 31 MB', `${headedRow}<row `, 'a="1" ', 200, undefined, 31),
  workbook('a workbook with opening brackets', headedRow, '<', 200),
  workbook('a workbook with millions of rows', headedRow, '<row><c t="b"><v>1</v></c></row>', 413, tooManyRows),
  xml(
    'XML with a title of 1.6 million entities',
    () => `${filled(`${inAlbum}<title>`, '&amp;', megabytes8 - 100)}</title></music></musiclist></musicinfo>`,
    413,
    tooLong(1),
  ),
  xml('XML with a million nested elements', () => `${filled(`${inAlbum}<title>x`, '<title>', megabytes8 - 100)}`, 400),
  xml('XML with a million texts', () => `${filled(inAlbum, '<a>x</a>', megabytes8 - 100)}</music>`, 400),
  xml('XML with albums in albums', () => filled('', '<music>', megabytes8), 400),
];
