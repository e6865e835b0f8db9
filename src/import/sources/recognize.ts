import { Head, isTar, openPlain } from '../streams';

/** Where files come from that the import reads, as its commands are called. */
export type FileSource = 'musicbrainz' | 'discogs' | 'ndjson';

/** What their files are, in words. */
export const fileNouns: Readonly<Record<FileSource, string>> = {
  musicbrainz: 'a dump of MusicBrainz',
  discogs: 'a dump of Discogs',
  ndjson: 'a file of records',
};

/** A first line is read up to here: the longest of a dump has a few million bytes. */
const mostHeadBytes = 16 * 1024 * 1024;

/** XML is told by its first tags. */
const tagBytes = 64 * 1024;

/** What a file is, by what is in it; `undefined` where that cannot be told. A file that is damaged is told by its start. */
export async function recognize(file: string): Promise<FileSource | undefined> {
  const plain = openPlain(file, { workers: 1 });
  const head = new Head(plain, mostHeadBytes);
  try {
    await head.grow(tagBytes);
    if (isTar(head.bytes)) return 'musicbrainz';
    if (isDiscogs(head.bytes)) return 'discogs';
    return sourceOfLine(await firstLine(head));
  } finally {
    await plain.chunks.return(undefined);
  }
}

/** Whether a file begins as one of the dumps of Discogs does: with XML whose first tag is one of theirs. */
export function isDiscogs(head: Uint8Array): boolean {
  const text = new TextDecoder('latin1').decode(head.subarray(0, tagBytes));
  return /^(?:\xEF\xBB\xBF)?\s*</.test(text) && /<(?:release|master|artist|label)s?[\s>/]/.test(text);
}

async function firstLine(head: Head): Promise<Uint8Array> {
  for (let chunk: Uint8Array | undefined = head.bytes; chunk && !chunk.includes(lineFeed); chunk = await head.more());
  const end = head.bytes.indexOf(lineFeed);
  return head.bytes.subarray(0, end === -1 ? undefined : end);
}

const lineFeed = 0x0a;

const mbid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** A document of MusicBrainz is known by a bare UUID, a record by its IRI and its attributes. */
function sourceOfLine(line: Uint8Array): FileSource | undefined {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder().decode(line));
  } catch {
    return undefined;
  }
  const { type, id, attributes } = (value ?? {}) as Readonly<Record<string, unknown>>;
  const isRecord = typeof type === 'string' && (isObject(attributes) || String(id).startsWith('/api/'));
  if (isRecord) return 'ndjson';
  return typeof id === 'string' && mbid.test(id) ? 'musicbrainz' : undefined;
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);
