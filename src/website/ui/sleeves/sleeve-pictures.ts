import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DomainError } from '../../../errors';
import { message } from '../../../messages/message';
import { lowestPriority } from '../../../store/workers/thread-priority';
import { WorkerQueue } from '../../../worker-queue';
import type { PictureAnswer, PictureTask } from './picture-worker';
import type { SleevedRelease } from './sleeve';

/** At about 140 ms each, later requests would exceed timeouts of link previews. */
const maximumWaiting = 8;

/** Bun closes idle connections after 10 seconds. */
const patienceMilliseconds = 8_000;

const retryAfterSeconds = 2;

/** Hexadecimal. The first three digits name the file, which limits the cache to 4,096 files of about 30 KB. */
const tagLength = 32;

/** Pictures drawn once by a worker and stored on disk. The tag at the end of a file detects collisions and truncated files. */
export class SleevePictures {
  readonly #worker = new WorkerQueue<PictureTask, PictureAnswer>('website/ui/sleeves/picture-worker', lowestPriority);
  readonly #drawing = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();

  /** @param folder undefined for a catalog in memory */
  constructor(private readonly folder: string | undefined) {}

  async find(tag: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const stored = this.folder === undefined ? undefined : await Bun.file(this.#path(this.folder, tag)).bytes().catch(nothing);
    if (!stored || new TextDecoder().decode(stored.subarray(-tagLength)) !== tag) return undefined;
    return stored.subarray(0, -tagLength);
  }

  /**
   * Draws and stores a picture; concurrent requests share it.
   * @param spend called before drawing, may throw
   * @throws {DomainError} unavailable, if too many wait or it takes too long; drawing continues
   */
  draw(tag: string, release: SleevedRelease, spend: () => void): Promise<Uint8Array<ArrayBuffer>> {
    const begun = this.#drawing.get(tag);
    if (begun) return inTime(begun);
    if (this.#worker.waiting >= maximumWaiting) throw tooMany();
    spend();
    const drawing = this.#draw(tag, release).finally(() => this.#drawing.delete(tag));
    this.#drawing.set(tag, drawing);
    return inTime(drawing);
  }

  async #draw(tag: string, release: SleevedRelease): Promise<Uint8Array<ArrayBuffer>> {
    const { picture } = await this.#worker.run({ release });
    if (!picture) throw new Error('The worker drew no picture.');
    // Storing may fail on a full or read-only disk.
    if (this.folder !== undefined) await this.#store(this.folder, tag, picture).catch(nothing);
    return picture;
  }

  async #store(folder: string, tag: string, picture: Uint8Array): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const part = join(folder, `${tag}.part`);
    await writeFile(part, [picture, new TextEncoder().encode(tag)], { mode: 0o600 });
    await rename(part, this.#path(folder, tag));
  }

  #path(folder: string, tag: string): string {
    return join(folder, `${tag.slice(0, 3)}.png`);
  }
}

function inTime(picture: Promise<Uint8Array<ArrayBuffer>>): Promise<Uint8Array<ArrayBuffer>> {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array<ArrayBuffer>>();
  const timer = setTimeout(() => reject(tooMany()), patienceMilliseconds);
  picture.then(resolve, reject).finally(() => clearTimeout(timer));
  return promise;
}

const tooMany = () => new DomainError('unavailable', message('pictures_busy'), { retryAfterSeconds });

const nothing = () => undefined;
