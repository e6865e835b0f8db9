import { basename } from 'node:path';
import { SetupError } from '../../../errors';
import { Head, isTar, openPlain, type PlainBytes, TarReader } from '../../streams';
import { isDiscogsDump } from '../recognize';
import { isObject } from '../shared/json';

/** Kinds in reading order, which is dependency order. */
export const entities = ['area', 'release-group', 'release', 'recording', 'work', 'artist', 'label'] as const;
export type DumpEntity = (typeof entities)[number];

export interface DumpInput {
  readonly file: string;
  readonly entity: DumpEntity;
  /** Archive member; `undefined` for plain lines. */
  readonly member: string | undefined;
  /** Schema number, if the archive states it before the data. */
  readonly schemaSequence: string | undefined;
  readonly totalBytes: number | undefined;
  /** Decompressed content from an offset. Standard input opens only once. */
  open(from: number): PlainBytes;
}

/** A dump file the catalog does not support. */
export interface UnwantedEntry {
  readonly file: string;
  readonly member: string;
}

/** Bytes read to recognize a file. */
const mostHeadBytes = 16 * 1024 * 1024;

const isEntity = (name: string | undefined): name is DumpEntity => entities.includes(name as DumpEntity);

/** Recognizes a file. @throws {SetupError} if that fails */
export async function readInput(file: string): Promise<DumpInput | UnwantedEntry> {
  // Single-threaded, since only the beginning is read.
  const plain = openPlain(file);
  const head = new Head(plain, mostHeadBytes);
  const open = (from: number) => (file === '-' ? head.replayed(from) : openPlain(file, { from }));
  try {
    await head.grow(512);
    if (head.bytes.length === 0) head.requireSound();
    if (head.bytes.length === 0) throw new SetupError(`${file === '-' ? 'Standard input' : file} is empty.`);
    const found = isTar(head.bytes) ? await lookIntoTar(file, head) : { entity: await entityOfLines(file, head), member: undefined };
    if (isEntity(found.entity))
      return { schemaSequence: undefined, ...found, entity: found.entity, file, totalBytes: plain.totalBytes, open };
    return { file, member: found.member ?? '' };
  } finally {
    if (file !== '-') await plain.chunks.return(undefined);
  }
}

interface Found {
  readonly entity: string;
  readonly member: string | undefined;
  readonly schemaSequence?: string;
}

const dump = /(?:^|\/)mbdump\/([a-z-]+)$/;

/** Content of an archive, from its first dump member. */
async function lookIntoTar(file: string, head: Head): Promise<Found> {
  const reader = new TarReader(file);
  let schemaSequence: string | undefined;
  for (let chunk: Uint8Array | undefined = head.bytes; chunk !== undefined; chunk = await head.more()) {
    for (const { name, bytes } of reader.push(chunk)) {
      const entity = dump.exec(name)?.[1];
      if (entity !== undefined) return { entity, member: name, schemaSequence };
      if (name.endsWith('SCHEMA_SEQUENCE')) schemaSequence = Buffer.from(bytes).toString('latin1').trim();
    }
  }
  head.requireSound();
  reader.finish();
  throw new SetupError(`${file} is not a MusicBrainz dump: it contains no mbdump/release or other entity.`);
}

function entityOfName(file: string): DumpEntity | undefined {
  const name = basename(file).toLowerCase();
  return entities.toSorted((a, b) => b.length - a.length).find((entity) => new RegExp(`(^|[^a-z])${entity}s?([^a-z]|$)`).test(name));
}

/** Kind of plain lines, by file name or else the keys of the first line. */
async function entityOfLines(file: string, head: Head): Promise<DumpEntity> {
  if (isDiscogsDump(head.bytes)) throw new SetupError(`${file} is a Discogs dump, not a MusicBrainz dump. Use import discogs.`);
  const named = entityOfName(file);
  if (named !== undefined) return named;
  let end = head.bytes.indexOf(0x0a);
  while (end === -1 && (await head.more()) !== undefined) end = head.bytes.indexOf(0x0a);
  const entity = entityOfLine(head.bytes.subarray(0, end === -1 ? undefined : end));
  if (entity !== undefined) return entity;
  head.requireSound();
  throw new SetupError(
    file === '-'
      ? 'Standard input was not recognized as a MusicBrainz dump.'
      : `${file} was not recognized as a MusicBrainz dump. Name it after its entity, such as release.jsonl.`,
  );
}

/** Keys unique to a kind. */
const marks: readonly (readonly [DumpEntity, string])[] = [
  ['release', 'media'],
  ['release-group', 'secondary-type-ids'],
  ['artist', 'gender'],
  ['label', 'label-code'],
  ['work', 'iswcs'],
  ['recording', 'video'],
  ['area', 'iso-3166-1-codes'],
];

function entityOfLine(line: Uint8Array): DumpEntity | undefined {
  try {
    const document: unknown = JSON.parse(Buffer.from(line).toString('utf8'));
    return isObject(document) ? marks.find(([, key]) => key in document)?.[0] : undefined;
  } catch {
    return undefined;
  }
}
