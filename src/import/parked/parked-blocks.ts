import type { Store } from '../../database/open';
import { type ParkedDocument, packBlock, plainBytesOf, smallBlockBytes, unpackBlock } from './blocks';

/** A block of the database, unpacked. */
export interface ParkedBlock {
  readonly key: number;
  readonly sourceKey: number;
  /** Of what is in the database. */
  readonly packedBytes: number;
  readonly documents: readonly ParkedDocument[];
}

interface BlockRow {
  readonly key: number;
  readonly source_key: number;
  readonly documents: Uint8Array;
}

/** The tables of parked documents. What writes runs in a transaction that its caller holds, and says by how many bytes the blocks have grown. */
export class ParkedBlocks {
  constructor(private readonly store: Store) {}

  /** What all blocks take. */
  bytes(): number {
    return (this.#query('SELECT total(length(documents)) AS bytes FROM parked_block').get() as { bytes: number }).bytes;
  }

  isEmpty(source: string): boolean {
    return (
      this.#query('SELECT 1 FROM parked_block WHERE source_key = (SELECT key FROM import_source WHERE name = ?) LIMIT 1').get(source) ===
      null
    );
  }

  /** The sources that have documents here, in the order of their names. */
  sources(): string[] {
    const rows = this.#query('SELECT name FROM import_source WHERE key IN (SELECT source_key FROM parked_block) ORDER BY name').all();
    return (rows as { name: string }[]).map(({ name }) => name);
  }

  /** Names of a source's documents after one, in order. */
  namesAfter(source: string, name: string, most: number): string[] {
    const rows = this.#query(
      'SELECT DISTINCT name FROM parked_name WHERE source_key = (SELECT key FROM import_source WHERE name = ?) AND name > ? ORDER BY name LIMIT ?',
    ).all(source, name, most);
    return (rows as { name: string }[]).map((row) => row.name);
  }

  /** The blocks that have documents of these names, one after the other, the oldest first. */
  *with(source: string, names: readonly string[]): Generator<ParkedBlock> {
    const keys = this.#query(
      `SELECT DISTINCT block_key AS key FROM parked_name
       WHERE source_key = (SELECT key FROM import_source WHERE name = ?) AND name IN (SELECT value FROM json_each(?)) ORDER BY block_key`,
    ).all(source, JSON.stringify(names)) as { key: number }[];
    for (const { key } of keys) {
      const row = this.#query('SELECT * FROM parked_block WHERE key = ?').get(key) as BlockRow | null;
      if (row) yield blockOf(row);
    }
  }

  /** The newest block of a source, where there is room in it. */
  newestSmall(source: string): ParkedBlock | undefined {
    const row = this.#query(
      `SELECT * FROM parked_block WHERE source_key = (SELECT key FROM import_source WHERE name = ?) AND plain_bytes < ? ORDER BY key DESC LIMIT 1`,
    ).get(source, smallBlockBytes) as BlockRow | null;
    return row ? blockOf(row) : undefined;
  }

  add(source: string, documents: readonly ParkedDocument[], packed: Uint8Array): number {
    const { key, source_key } = this.#query(
      `INSERT INTO parked_block (source_key, documents, plain_bytes)
       VALUES ((SELECT key FROM import_source WHERE name = ?), ?, ?) RETURNING key, source_key`,
    ).get(source, packed, plainBytesOf(documents)) as { key: number; source_key: number };
    this.#name(source_key, key, documents);
    return packed.length;
  }

  /** Puts other documents in the place of a block; none take it away. */
  replace(
    { key, sourceKey, packedBytes, documents: old }: ParkedBlock,
    documents: readonly ParkedDocument[],
    packed = packBlock(documents),
  ): number {
    this.#query('DELETE FROM parked_name WHERE source_key = ? AND name IN (SELECT value FROM json_each(?)) AND block_key = ?').run(
      sourceKey,
      namesOf(old),
      key,
    );
    if (documents.length === 0) {
      this.#query('DELETE FROM parked_block WHERE key = ?').run(key);
      return -packedBytes;
    }
    this.#query('UPDATE parked_block SET documents = ?, plain_bytes = ? WHERE key = ?').run(packed, plainBytesOf(documents), key);
    this.#name(sourceKey, key, documents);
    return packed.length - packedBytes;
  }

  #name(sourceKey: number, block: number, documents: readonly ParkedDocument[]): void {
    this.#query('INSERT OR IGNORE INTO parked_name (source_key, name, block_key) SELECT ?, value, ? FROM json_each(?)').run(
      sourceKey,
      block,
      namesOf(documents),
    );
  }

  #query(sql: string) {
    return this.store.writer.query(sql);
  }
}

const blockOf = ({ key, source_key, documents }: BlockRow): ParkedBlock => ({
  key,
  sourceKey: source_key,
  packedBytes: documents.length,
  documents: unpackBlock(documents),
});

const namesOf = (documents: readonly ParkedDocument[]): string => JSON.stringify(documents.flatMap(({ names }) => names));
