import { decadeClass } from '../decade-class';
import { percent } from './sizes';

interface CenturyProps {
  readonly above: ReadonlyMap<number, number>;
  readonly below: ReadonlyMap<number, number>;
  readonly label: string;
  readonly decade: (decade: number) => string;
}

/** Height limit. */
const mostSquares = 22;
/** In pixels. */
const [square, gap, axis] = [11, 2, 26];

/** Scaled to the highest column. */
export const recordsPerSquare = (...counts: readonly ReadonlyMap<number, number>[]): number =>
  Math.max(1, Math.ceil(Math.max(0, ...counts.flatMap((count) => [...count.values()])) / mostSquares));

/** Two counts by year, mirrored, colored by decade. */
export function Century({ above, below, label, decade }: CenturyProps) {
  const unit = recordsPerSquare(above, below);
  const years = [...above.keys(), ...below.keys()];
  const first = Math.floor(Math.min(...years) / 10) * 10;
  const count = Math.max(...years) - first + 1;
  const height = (counts: ReadonlyMap<number, number>) =>
    Math.max(0, ...[...counts.values()].map((one) => Math.ceil(one / unit))) * (square + gap);
  const middle = height(above);
  const columns = (counts: ReadonlyMap<number, number>, isAbove: boolean) =>
    [...counts].map(([year, records]) => {
      const tall = Math.ceil(records / unit) * (square + gap);
      const x = percent(((year - first) / count) * 100);
      const era = decadeClass(year);
      return (
        <rect
          class={isAbove ? `${era} film` : era}
          x={x}
          width={percent(85 / count)}
          y={isAbove ? middle - tall : middle + axis}
          height={tall}
        />
      );
    });
  const decades = Array.from({ length: Math.ceil(count / 10) }, (_, index) => first + index * 10);
  const every = Math.ceil(decades.length / 7);
  const total = middle + axis + height(below);
  return (
    <svg class="century" height={total} role="img" aria-label={label}>
      <pattern id="cut" width="100%" height={square + gap} patternUnits="userSpaceOnUse">
        <rect class="cut" width="100%" height={gap} />
      </pattern>
      {columns(above, true)}
      {columns(below, false)}
      <rect class="cuts" width="100%" height={middle} fill="url(#cut)" />
      <rect class="cuts" width="100%" y={middle + axis} height={total - middle - axis} fill="url(#cut)" />
      {decades
        .filter((_, index) => index % every === 0)
        .map((one) => (
          <text class={`${decadeClass(one)} dec`} x={percent(((one - first) / count) * 100)} y={middle + 17}>
            {decade(one)}
          </text>
        ))}
    </svg>
  );
}
