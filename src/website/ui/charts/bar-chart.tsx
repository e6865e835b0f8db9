import { scaleLinear } from 'd3-scale';
import type { ComponentChildren } from 'preact';
import { Table } from '../table';
import { type Format, percent } from './sizes';

export interface Bar {
  readonly name: ComponentChildren;
  readonly href?: string;
  readonly value: number;
  /** The class of its colour (`decadeClass`). */
  readonly era?: string;
}

interface BarChartProps {
  readonly bars: readonly Bar[];
  readonly caption: string;
  /** Above the names, above the bars (for whoever does not see them), and above the numbers. */
  readonly heads: Readonly<Record<'name' | 'share' | 'value', string>>;
  readonly format: Format;
}

/** A table, with a bar in each row: as long as its number is large beside the largest. */
export function BarChart({ bars, caption, heads, format }: BarChartProps) {
  const along = scaleLinear([0, Math.max(1, ...bars.map(({ value }) => value))], [0, 100]);
  return (
    <Table class="bars" caption={caption} heads={[heads.name, { hidden: heads.share }, heads.value]} isBare>
      {bars.map(({ name, href, value, era }) => (
        <tr class={era}>
          <th scope="row">{href ? <a href={href}>{name}</a> : name}</th>
          <td>
            <svg aria-hidden="true">
              <rect width={percent(along(value), 1)} height="100%" />
            </svg>
          </td>
          <td>{format(value)}</td>
        </tr>
      ))}
    </Table>
  );
}
