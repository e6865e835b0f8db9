// Several texts in one cell of a CSV file: with commas between them, as people write them; where one of them could not be
// told apart so, as a list in JSON.

export function writeTexts(texts: readonly string[]): string {
  const joined = texts.join(', ');
  return joined.startsWith('[') || texts.some((text) => text.includes(',')) ? JSON.stringify(texts) : joined;
}

/** The texts of a cell; one that begins as a list in JSON and is none is the text itself. */
export function readTexts(cell: string): unknown {
  if (cell.startsWith('[')) {
    try {
      return JSON.parse(cell);
    } catch {
      return cell;
    }
  }
  return cell
    .split(',')
    .map((text) => text.trim())
    .filter((text) => text !== '');
}
