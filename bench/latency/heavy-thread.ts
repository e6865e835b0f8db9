/** Worker thread that repeats heavy work at low priority, so that it competes little with the measured server and the reader. */
import { setPriority } from 'node:os';
import type { Bench } from '../measurement';
import type { Server } from '../processes';
import { heavyTasks } from './heavy-tasks';

declare const self: Worker;

/** The work to do, by title, and later the request to stop. */
export type HeavyCommand =
  | {
      readonly title: string;
      readonly bench: Pick<Bench, 'executable' | 'catalog' | 'temporary'>;
      readonly server: { readonly url: string };
    }
  | 'stop';

/** Sent when the preparation is done, and at the end with the number of runs or an error. */
export type HeavyMessage = { readonly isReady: true } | { readonly runs: number } | { readonly error: string };

const niceness = 10;

const stop = new AbortController();

self.onmessage = ({ data: command }: MessageEvent<HeavyCommand>) => {
  if (command === 'stop') stop.abort();
  else void work(command).catch((error: Error) => post({ error: error.message }));
};

async function work({ title, bench, server }: Exclude<HeavyCommand, 'stop'>): Promise<void> {
  const heavy = heavyTasks.find((one) => one.title === title);
  const doOnce = await heavy?.prepare(bench as Bench, server as Server);
  // Linux has priorities per thread. A command would inherit this one, but must run at its usual priority.
  if (process.platform === 'linux' && !heavy?.isCommand) setPriority(0, niceness);
  post({ isReady: true });
  let runs = 0;
  for (; !stop.signal.aborted; runs++) await doOnce?.(stop.signal);
  post({ runs });
}

const post = (message: HeavyMessage): void => self.postMessage(message);
