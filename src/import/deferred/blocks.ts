import type { Store } from '../../store/database/store';

/** A source document stored until a record refers to it. */
export interface DeferredDocument {
  /** Identifiers by which the source may refer to it; the first is its own id. */
  readonly names: readonly [id: string, ...others: string[]];
  readonly file: string;
  readonly line: number;
  readonly offset: number;
  readonly bytes: Uint8Array;
}

/** Index entry of a document, at the start of its block. */
type Entry = readonly [names: DeferredDocument['names'], file: string, line: number, offset: number, length: number];

/** zstd level 3: as fast as documents are read, at a tenth of their size. */
const level = 3;

const lineFeed = 0x0a;

export function packBlock(documents: readonly DeferredDocument[]): Uint8Array {
  const entries = documents.map(({ names, file, line, offset, bytes }): Entry => [names, file, line, offset, bytes.length]);
  const plain = Buffer.concat([Buffer.from(`${JSON.stringify(entries)}\n`), ...documents.map(({ bytes }) => bytes)]);
  return Bun.zstdCompressSync(plain, { level });
}

/** Documents of a block in packing order. */
export function unpackBlock(block: Uint8Array): DeferredDocument[] {
  const plain = Bun.zstdDecompressSync(block as Uint8Array<ArrayBuffer>);
  const headEnd = plain.indexOf(lineFeed);
  const entries = JSON.parse(plain.toString('utf8', 0, headEnd)) as readonly Entry[];
  let at = headEnd + 1;
  return entries.map(([names, file, line, offset, length]) => {
    const bytes = plain.subarray(at, at + length);
    at += length;
    return { names, file, line, offset, bytes };
  });
}

export const plainBytesOf = (documents: readonly DeferredDocument[]): number => documents.reduce((sum, { bytes }) => sum + bytes.length, 0);

/** Large enough to compress well; takes about a millisecond to unpack. */
const blockBytes = 256 * 1024;

/** Smaller blocks are extended, since documents from small batches would not compress. */
export const smallBlockBytes = blockBytes / 2;

/** Groups documents into blocks, in order. */
export function cutIntoBlocks(documents: readonly DeferredDocument[]): DeferredDocument[][] {
  const blocks: DeferredDocument[][] = [];
  let bytes = blockBytes;
  for (const document of documents) {
    if (bytes >= blockBytes) {
      blocks.push([]);
      bytes = 0;
    }
    blocks.at(-1)?.push(document);
    bytes += document.bytes.length;
  }
  return blocks;
}

export interface DeferredBlock {
  readonly key: number;
  readonly sourceKey: number;
  readonly packedBytes: number;
  readonly documents: readonly DeferredDocument[];
}

interface BlockRow {
  readonly key: number;
  readonly source_key: number;
  readonly documents: Uint8Array;
}

/** Tables of deferred documents. Writes run in the caller's transaction and return how many bytes the blocks grew by. */
export class DeferredBlocks {
  constructor(private readonly store: Store) {}

  bytes(): number {
    return (this.#query('SELECT total(length(documents)) AS bytes FROM deferred_block').get() as { bytes: number }).bytes;
  }

  isEmpty(source: string): boolean {
    return (
      this.#query('SELECT 1 FROM deferred_block WHERE source_key = (SELECT key FROM import_source WHERE name = ?) LIMIT 1').get(source) ===
      null
    );
  }

  sources(): string[] {
    const rows = this.#query(
      'SELECT name FROM import_source AS s WHERE EXISTS (SELECT 1 FROM deferred_block WHERE source_key = s.key LIMIT 1) ORDER BY name',
    ).all();
    return (rows as { name: string }[]).map(({ name }) => name);
  }

  namesAfter(source: string, name: string, most: number): string[] {
    const rows = this.#query(
      'SELECT DISTINCT name FROM deferred_name WHERE source_key = (SELECT key FROM import_source WHERE name = ?) AND name > ? ORDER BY name LIMIT ?',
    ).all(source, name, most);
    return (rows as { name: string }[]).map((row) => row.name);
  }

  /** Blocks with documents of these names, oldest first. */
  *with(source: string, names: readonly string[]): Generator<DeferredBlock> {
    const keys = this.#query(
      `SELECT DISTINCT block_key AS key FROM deferred_name
       WHERE source_key = (SELECT key FROM import_source WHERE name = ?) AND name IN (SELECT value FROM json_each(?)) ORDER BY block_key`,
    ).all(source, JSON.stringify(names)) as { key: number }[];
    for (const { key } of keys) {
      const row = this.#query('SELECT * FROM deferred_block WHERE key = ?').get(key) as BlockRow | null;
      if (row) yield blockOf(row);
    }
  }

  /** Newest block of a source, if it has room. */
  newestSmall(source: string): DeferredBlock | undefined {
    const row = this.#query(
      `SELECT * FROM deferred_block WHERE source_key = (SELECT key FROM import_source WHERE name = ?) AND plain_bytes < ? ORDER BY key DESC LIMIT 1`,
    ).get(source, smallBlockBytes) as BlockRow | null;
    return row ? blockOf(row) : undefined;
  }

  add(source: string, documents: readonly DeferredDocument[], packed: Uint8Array): number {
    const { key, source_key } = this.#query(
      `INSERT INTO deferred_block (source_key, documents, plain_bytes)
       VALUES ((SELECT key FROM import_source WHERE name = ?), ?, ?) RETURNING key, source_key`,
    ).get(source, packed, plainBytesOf(documents)) as { key: number; source_key: number };
    this.#name(source_key, key, documents);
    return packed.length;
  }

  /** Replaces the documents of a block; without documents, deletes it. */
  replace(
    { key, sourceKey, packedBytes, documents: old }: DeferredBlock,
    documents: readonly DeferredDocument[],
    packed = packBlock(documents),
  ): number {
    this.#query('DELETE FROM deferred_name WHERE source_key = ? AND name IN (SELECT value FROM json_each(?)) AND block_key = ?').run(
      sourceKey,
      namesOf(old),
      key,
    );
    if (documents.length === 0) {
      this.#query('DELETE FROM deferred_block WHERE key = ?').run(key);
      return -packedBytes;
    }
    this.#query('UPDATE deferred_block SET documents = ?, plain_bytes = ? WHERE key = ?').run(packed, plainBytesOf(documents), key);
    this.#name(sourceKey, key, documents);
    return packed.length - packedBytes;
  }

  #name(sourceKey: number, block: number, documents: readonly DeferredDocument[]): void {
    this.#query('INSERT OR IGNORE INTO deferred_name (source_key, name, block_key) SELECT ?, value, ? FROM json_each(?)').run(
      sourceKey,
      block,
      namesOf(documents),
    );
  }

  #query(sql: string) {
    return this.store.writer.query(sql);
  }
}

const blockOf = ({ key, source_key, documents }: BlockRow): DeferredBlock => ({
  key,
  sourceKey: source_key,
  packedBytes: documents.length,
  documents: unpackBlock(documents),
});

const namesOf = (documents: readonly DeferredDocument[]): string => JSON.stringify(documents.flatMap(({ names }) => names));
