import type { Done, Tally } from '../context';

interface Slot {
  minute: number;
  failed: number;
  refused: number;
  slow: number;
  /** Number of requests per duration bucket; see {@link stepOf}. */
  readonly durations: Uint32Array;
}

const minutesKept = 60;
const slowMilliseconds = 1_000;

/** Bucket width of durations: 20 %, from 0.01 ms to some minutes. */
const [shortestMilliseconds, ratio, steps] = [0.01, 1.2, 96];

const perStep = 1 / Math.log2(ratio);

const stepOf = (milliseconds: number): number =>
  milliseconds <= shortestMilliseconds ? 0 : Math.min(steps - 1, Math.floor(Math.log2(milliseconds / shortestMilliseconds) * perStep));

const middleOf = (step: number): number => shortestMilliseconds * ratio ** (step + 0.5);

/** Statistics of the last hour for operators, in some tens of kilobytes. */
export class HourlyTally implements Tally {
  readonly #slots: Slot[] = [];
  readonly signIns = { good: 0, failed: 0 };
  #total = 0;

  get total(): number {
    return this.#total;
  }

  answered(status: number, milliseconds: number, at = performance.now()): void {
    const slot = this.#slotOf(Math.floor(at / 60_000));
    this.#total++;
    if (status >= 500) slot.failed++;
    else if (status === 429) slot.refused++;
    if (milliseconds >= slowMilliseconds) slot.slow++;
    const step = stepOf(milliseconds);
    slot.durations[step] = (slot.durations[step] ?? 0) + 1;
  }

  signedIn(isRight: boolean): void {
    this.signIns[isRight ? 'good' : 'failed']++;
  }

  lastHour(at = performance.now()): Done {
    const minute = Math.floor(at / 60_000);
    const slots = this.#slots.filter((slot) => slot.minute > minute - minutesKept);
    const sum = (of: (slot: Slot) => number): number => slots.reduce((all, slot) => all + of(slot), 0);
    const durations = Array.from({ length: steps }, (_, step) => sum(({ durations }) => durations[step] ?? 0));
    return {
      requests: durations.reduce((all, count) => all + count, 0),
      failed: sum(({ failed }) => failed),
      refused: sum(({ refused }) => refused),
      slow: sum(({ slow }) => slow),
      medianMilliseconds: quantile(durations, 0.5),
      p99Milliseconds: quantile(durations, 0.99),
    };
  }

  #slotOf(minute: number): Slot {
    const at = minute % minutesKept;
    const slot = this.#slots[at] ?? { minute: -1, failed: 0, refused: 0, slow: 0, durations: new Uint32Array(steps) };
    this.#slots[at] = slot;
    if (slot.minute === minute) return slot;
    slot.durations.fill(0);
    return Object.assign(slot, { minute, failed: 0, refused: 0, slow: 0 });
  }
}

function quantile(durations: readonly number[], share: number): number | null {
  const wanted = durations.reduce((all, count) => all + count, 0) * share;
  if (wanted === 0) return null;
  let seen = 0;
  const step = durations.findIndex((count) => {
    seen += count;
    return seen >= wanted;
  });
  return middleOf(step);
}
