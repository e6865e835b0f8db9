import { appendFileSync, existsSync, mkdirSync, statSync, truncateSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileProblem, SetupError } from '../../errors';
import type { Origin } from '../../records/write/record';
import { maximumRawCharacters } from '../sources/shared/records';

export interface Reject {
  readonly place: Origin;
  readonly reason: string;
  readonly raw: string;
}

/** Lines held in memory. */
const maximumLines = 1_000;

/** Append-only reject file, one JSON object per line, created for the first reject. */
export class RejectFile {
  #lines: string[] = [];
  #bytes: number | undefined;

  constructor(
    readonly path: string,
    /** A dry run leaves existing reject files alone. */
    private readonly isDryRun = false,
  ) {}

  /** Truncates what was written after a checkpoint and will be written again. */
  goOn(from: { readonly path: string; readonly bytes: number }): void {
    if (this.isDryRun || from.path !== this.path || !existsSync(this.path)) return;
    const status = statSync(this.path);
    if (!status.isFile() || status.size < from.bytes) return;
    this.#attempt(() => truncateSync(this.path, from.bytes));
    this.#bytes = from.bytes;
  }

  add({ place: { source, file, line, offset }, reason, raw }: Reject): void {
    this.#lines.push(`${JSON.stringify({ source, file, line, offset, reason, raw: raw.slice(0, maximumRawCharacters) })}\n`);
    if (this.#lines.length >= maximumLines) this.flush();
  }

  flush(): void {
    if (this.#lines.length === 0) return;
    const text = this.#lines.join('');
    this.#attempt(() => {
      if (this.#bytes === undefined) {
        mkdirSync(dirname(this.path), { recursive: true, mode: 0o700 });
        this.#bytes = existsSync(this.path) ? statSync(this.path).size : 0;
      }
      appendFileSync(this.path, text, { mode: 0o600 });
    });
    this.#bytes = (this.#bytes ?? 0) + Buffer.byteLength(text);
    this.#lines = [];
  }

  /** Path and length for the checkpoint; `undefined` without rejects. */
  get standing(): { readonly path: string; readonly bytes: number } | undefined {
    return this.#bytes === undefined ? undefined : { path: this.path, bytes: this.#bytes };
  }

  #attempt(work: () => void): void {
    try {
      work();
    } catch (error) {
      throw new SetupError(fileProblem(this.path, error, 'written'));
    }
  }
}
