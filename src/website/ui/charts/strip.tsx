import { percent } from './sizes';

export interface Cue {
  readonly seconds: number | null;
  /** Beside another edition: what both have is soft, what this one has alone is strong. Else tracks are told apart by turns. */
  readonly emphasis?: 'soft' | 'strong';
}

interface StripProps {
  readonly cues: readonly Cue[];
  /** The class of its colour (`decadeClass`); else that of the page. */
  readonly era?: string;
  /** What the whole width stands for, in seconds: the longest of several discs, so that they are of one scale. Else this disc. */
  readonly width?: number;
}

export const secondsOf = (cues: readonly Cue[]): number => cues.reduce((sum, { seconds }) => sum + (seconds ?? 0), 0);

/** A disc, its tracks drawn to scale from left to right. Nothing where the length of one is not known: it would not be to scale. */
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

/** In per cent of a disc: between two tracks, and of a track that is hardly longer than that. */
const [gap, narrowest] = [0.35, 0.1];

function opacityOf({ emphasis }: Cue, index: number): number {
  if (emphasis) return emphasis === 'soft' ? 0.28 : 1;
  return index % 2 ? 0.55 : 0.85;
}
