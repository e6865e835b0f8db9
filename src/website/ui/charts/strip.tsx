import { percent } from './sizes';

export interface Cue {
  readonly seconds: number | null;
  /** In comparisons, common tracks are muted and unique ones strong; else alternating. */
  readonly emphasis?: 'soft' | 'strong';
}

interface StripProps {
  readonly cues: readonly Cue[];
  /** From `decadeClass`; defaults to the page's. */
  readonly era?: string;
  /** Seconds of the full width, for a common scale; defaults to this disc. */
  readonly width?: number;
}

export const secondsOf = (cues: readonly Cue[]): number => cues.reduce((sum, { seconds }) => sum + (seconds ?? 0), 0);

/** Tracks to scale. Empty if a length is unknown. */
export function Strip({ cues, era, width: whole = secondsOf(cues) }: StripProps) {
  const lengths = cues.map(({ seconds }) => seconds ?? 0);
  if (lengths.length === 0 || lengths.some((seconds) => seconds <= 0)) return null;
  let played = 0;
  return (
    <svg class={era ? `strip ${era}` : 'strip'} aria-hidden="true">
      {cues.map((cue, index) => {
        const seconds = lengths[index] ?? 0;
        const left = (played / whole) * 100;
        played += seconds;
        const width = Math.max(narrowest, (seconds / whole) * 100 - gap);
        return <rect x={percent(left)} width={percent(width)} height="100%" fill="currentColor" fill-opacity={opacityOf(cue, index)} />;
      })}
    </svg>
  );
}

/** Percent. */
const [gap, narrowest] = [0.35, 0.1];

function opacityOf({ emphasis }: Cue, index: number): number {
  if (emphasis) return emphasis === 'soft' ? 0.28 : 1;
  return index % 2 ? 0.55 : 0.85;
}
