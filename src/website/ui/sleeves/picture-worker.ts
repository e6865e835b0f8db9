import { lowerPriority } from '../../../store/workers/thread-priority';
import type { Numbered } from '../../../worker-queue';
import type { SleevedRelease } from './sleeve';
import { sleevePicture } from './sleeve-picture';

declare const self: Worker;

export interface PictureTask {
  readonly release: SleevedRelease;
}

export interface PictureAnswer {
  readonly number: number;
  readonly picture?: Uint8Array<ArrayBuffer>;
  readonly error?: string;
}

/** Uncaught errors would print source code. */
self.onmessage = async ({ data: { number, niceness, release } }: MessageEvent<Numbered<PictureTask>>) => {
  lowerPriority(niceness);
  try {
    const picture = await sleevePicture(release);
    self.postMessage({ number, picture } satisfies PictureAnswer, [picture.buffer]);
  } catch (error) {
    self.postMessage({ number, error: String(error) } satisfies PictureAnswer);
  }
};
