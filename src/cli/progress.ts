import { SingleBar } from 'cli-progress';
import { counted } from '../counted';
import type { Progress } from '../import/run/progress';
import { note, number, print, size } from './output';

/** How an import is watched: a bar on a terminal, lines without one, JSON for machines, nothing for who wants quiet. */
export interface Display {
  show(progress: Progress): void;
  /** Says something beside it. */
  say(line: string): void;
  /** Leaves the terminal as it was. */
  end(): void;
}

const plainLineEverySeconds = 10;
const jsonLineEverySeconds = 1;

export function displayOf({ quiet, json }: { readonly quiet?: boolean | undefined; readonly json?: boolean | undefined }): Display {
  if (json) return lines(jsonLineEverySeconds, (progress) => print(JSON.stringify({ event: 'progress', ...progress })));
  if (quiet) return { show() {}, say() {}, end() {} };
  if (process.stderr.isTTY) return bar();
  return lines(plainLineEverySeconds, (progress) => note(sentence(progress)));
}

function lines(everySeconds: number, write: (progress: Progress) => void): Display {
  let lastAt = performance.now();
  return {
    show(progress) {
      if (performance.now() - lastAt < everySeconds * 1000) return;
      lastAt = performance.now();
      write(progress);
    },
    say: note,
    end() {},
  };
}

function bar(): Display {
  const bar = new SingleBar({
    format: (_, { progress, maxWidth }, { line, isKnown }) => fitted(isKnown ? `${drawn(progress)} ${line}` : line, maxWidth),
    stream: process.stderr,
    gracefulExit: false,
    clearOnComplete: true,
  });
  let isShown = false;
  return {
    show(progress) {
      const state = { line: sentence(progress), isKnown: progress.share !== undefined };
      if (isShown) bar.update(progress.share ?? 0, state);
      else bar.start(1, progress.share ?? 0, state);
      isShown = true;
    },
    say(line) {
      // It is drawn anew below the line.
      if (isShown) bar.stop();
      isShown = false;
      note(line);
    },
    end: () => bar.stop(),
  };
}

const barCells = 24;

function drawn(share: number): string {
  const full = Math.floor(share * barCells);
  return '█'.repeat(full) + '░'.repeat(barCells - full);
}

/** A line that wraps cannot be drawn over. A terminal that does not know its width is taken for the usual one. */
const fitted = (line: string, width: number): string => line.slice(0, (width > 0 ? width : 80) - 1);

/** "12,345 records, 2,100 a second, 34 % of 1.2 GB, 3 min left" */
export function sentence({ records, recordsPerSecond, rejected, share, bytes, totalBytes, secondsLeft, isSettling }: Progress): string {
  if (isSettling) return `${counted(records, 'record')}, settling which are the same`;
  const read = share === undefined ? `${size(bytes)} read` : `${Math.floor(share * 100)} % of ${size(totalBytes as number)}`;
  return [
    counted(records, 'record'),
    `${number(recordsPerSecond)} a second`,
    ...(rejected > 0 ? [`${number(rejected)} rejected`] : []),
    read,
    ...(secondsLeft === undefined ? [] : [`${duration(secondsLeft)} left`]),
  ].join(', ');
}

/** "3 min" */
export function duration(seconds: number): string {
  if (seconds < 60) return `${Math.ceil(seconds)} s`;
  if (seconds < 3600) return `${Math.ceil(seconds / 60)} min`;
  return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
}
