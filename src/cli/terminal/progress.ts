import { SingleBar } from 'cli-progress';
import type { Progress } from '../../import/run/progress';
import { pluralize } from '../../pluralize';
import { note, number, print, size } from './output';

/** Progress of an import: a bar on a terminal, lines elsewhere, JSON for programs, or nothing. */
export interface Display {
  show(progress: Progress): void;
  say(line: string): void;
  /** Restores the terminal. */
  end(): void;
}

const plainLineEverySeconds = 10;
const jsonLineEverySeconds = 1;

export function displayOf({ quiet, json }: { readonly quiet?: boolean | undefined; readonly json?: boolean | undefined }): Display {
  if (json) return lines(jsonLineEverySeconds, (progress) => print(JSON.stringify({ event: 'progress', ...progress })));
  if (quiet) return { show() {}, say() {}, end() {} };
  if (process.stderr.isTTY) return bar();
  return lines(plainLineEverySeconds, (progress) => note(partsOf(progress).join(', ')));
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
    format: (_, { progress, maxWidth }, { parts, isKnown }) => fitted(isKnown ? `${drawn(progress)} ` : '', parts, maxWidth),
    stream: process.stderr,
    gracefulExit: false,
    clearOnComplete: true,
  });
  let isShown = false;
  return {
    show(progress) {
      const state = { parts: partsOf(progress), isKnown: progress.share !== undefined };
      if (isShown) bar.update(progress.share ?? 0, state);
      else bar.start(1, progress.share ?? 0, state);
      isShown = true;
    },
    say(line) {
      // Redrawn below the line.
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

/** Wrapped lines cannot be redrawn: narrow terminals lose the bar, then the last parts. An unknown width counts as 80. */
function fitted(bar: string, parts: readonly string[], width: number): string {
  const most = (width > 0 ? width : 80) - 1;
  const lines = [bar + parts.join(', '), ...parts.map((_, index) => parts.slice(0, parts.length - index).join(', '))];
  return lines.find((line) => line.length <= most) ?? '';
}

/** "34 % of 1.2 GB", "3 min left", "12,345 records", "2,100 a second": most important first. */
function partsOf({ records, recordsPerSecond, rejected, share, bytes, totalBytes, secondsLeft, isReconciling }: Progress): string[] {
  if (isReconciling) return [pluralize(records, 'record'), 'matching records'];
  return [
    share === undefined ? `${size(bytes)} read` : `${Math.floor(share * 100)} % of ${size(totalBytes as number)}`,
    ...(secondsLeft === undefined ? [] : [`${duration(secondsLeft)} left`]),
    pluralize(records, 'record'),
    ...(rejected > 0 ? [`${number(rejected)} rejected`] : []),
    `${number(recordsPerSecond)}/s`,
  ];
}

/** "3 min" */
export function duration(seconds: number): string {
  if (seconds < 60) return `${Math.ceil(seconds)} s`;
  if (seconds < 3600) return `${Math.ceil(seconds / 60)} min`;
  return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
}
