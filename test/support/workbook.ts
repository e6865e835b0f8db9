import { deflateRawSync } from 'node:zlib';

/** A cell: text, a number, a day as a serial number, or a formula with its value. */
export type SheetCell = string | number | null | { readonly day: number } | { readonly formula: string; readonly value: string | number };

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const nameOf = (column: number): string =>
  (column >= 26 ? nameOf(Math.floor(column / 26) - 1) : '') + String.fromCharCode(65 + (column % 26));

function xmlOf(cell: SheetCell, at: string): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`;
  if (typeof cell === 'string') return `<c r="${at}" t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`;
  if ('day' in cell) return `<c r="${at}" s="1"><v>${cell.day}</v></c>`;
  return `<c r="${at}"${typeof cell.value === 'string' ? ' t="str"' : ''}><f>${escaped(cell.formula)}</f><v>${cell.value}</v></c>`;
}

const sheetXml = (rows: readonly (readonly SheetCell[])[]): string =>
  `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows
    .map((row, line) => `<row r="${line + 1}">${row.map((cell, column) => xmlOf(cell, `${nameOf(column)}${line + 1}`)).join('')}</row>`)
    .join('')}</sheetData></worksheet>`;

/** An .xlsx file with these sheets, of cells or as XML. */
export function workbookOf(sheets: Readonly<Record<string, readonly (readonly SheetCell[])[] | string>>): Uint8Array<ArrayBuffer> {
  const names = Object.keys(sheets);
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
  const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  return archiveOf({
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook ${main} xmlns:r="${relations}"><sheets>${names.map((name, index) => `<sheet name="${escaped(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${names.map((_, index) => `<Relationship Id="rId${index + 1}" Type="${relations}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`).join('')}<Relationship Id="rId99" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `<styleSheet ${main}><cellStyleXfs count="1"><xf numFmtId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0" xfId="0"/><xf numFmtId="14" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    ...Object.fromEntries(
      Object.values(sheets).map((sheet, index) => [
        `xl/worksheets/sheet${index + 1}.xml`,
        typeof sheet === 'string' ? sheet : sheetXml(sheet),
      ]),
    ),
  });
}

/** A ZIP archive. */
export function archiveOf(files: Readonly<Record<string, string>>, declaredSize?: number): Uint8Array<ArrayBuffer> {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(files)) {
    const [path, data] = [Buffer.from(name), Buffer.from(text)];
    const packed = deflateRawSync(data);
    const header = (signature: number, extra: number): Buffer => {
      const bytes = Buffer.alloc(extra);
      bytes.writeUInt32LE(signature, 0);
      const at = signature === 0x04034b50 ? 4 : 6;
      bytes.writeUInt16LE(20, at);
      bytes.writeUInt16LE(8, at + 4);
      bytes.writeUInt32LE(Bun.hash.crc32(data), at + 10);
      bytes.writeUInt32LE(packed.length, at + 14);
      bytes.writeUInt32LE(declaredSize ?? data.length, at + 18);
      bytes.writeUInt16LE(path.length, at + 22);
      return bytes;
    };
    const entry = header(0x02014b50, 46);
    entry.writeUInt32LE(offset, 42);
    directory.push(entry, path);
    parts.push(header(0x04034b50, 30), path, packed);
    offset += 30 + path.length + packed.length;
  }
  const entries = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Object.keys(files).length, 8);
  end.writeUInt16LE(Object.keys(files).length, 10);
  end.writeUInt32LE(entries.length, 12);
  end.writeUInt32LE(offset, 16);
  return new Uint8Array(Buffer.concat([...parts, entries, end]));
}
