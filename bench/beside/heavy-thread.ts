/** A thread that does heavy work over and over, and gives way to the server and to the reader, which are what is measured. */
import { setPriority } from 'node:os';
import type { Bench } from '../measurement';
import type { Server } from '../processes';
import { heavyWorks } from './heavy-requests';

declare const self: Worker;

/** What is to be done, by its title, and to which server; then that it is enough. */
export type HeavyTask =
  | {
      readonly title: string;
      readonly bench: Pick<Bench, 'executable' | 'catalog' | 'temporary'>;
      readonly server: { readonly url: string };
    }
  | 'stop';

/** That it begins; and at the end how often it was begun, or what went wrong. */
export type HeavyWord = { readonly isReady: true } | { readonly times: number } | { readonly error: string };

const niceness = 10;

const stop = new AbortController();

self.onmessage = ({ data: task }: MessageEvent<HeavyTask>) => {
  if (task === 'stop') stop.abort();
  else void work(task).catch((error: Error) => say({ error: error.message }));
};

async function work({ title, bench, server }: Exclude<HeavyTask, 'stop'>): Promise<void> {
  const heavy = heavyWorks.find((one) => one.title === title);
  const doOnce = await heavy?.prepare(bench as Bench, server as Server);
  // Of this thread alone, where the system has priorities of threads. A command would have it from here, which nobody gives it else.
  if (process.platform === 'linux' && !heavy?.isCommand) setPriority(0, niceness);
  say({ isReady: true });
  let times = 0;
  for (; !stop.signal.aborted; times++) await doOnce?.(stop.signal);
  say({ times });
}

const say = (word: HeavyWord): void => self.postMessage(word);
