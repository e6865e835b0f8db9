import type { ComponentChildren } from 'preact';
import { useRequestContext } from '../../http/request-context';
import { decadeClass } from '../decade-class';
import { Table, WideTable } from '../table';
import { percent } from './sizes';

interface HeatProps {
  readonly caption: string;
  readonly head: string;
  readonly decades: readonly number[];
  readonly rows: readonly { readonly name: string; readonly counts: ReadonlyMap<number, number> }[];
}

const steps = 5;

/** A table with darker cells for higher counts, colored by decade. */
export function Heat({ caption, head, decades, rows }: HeatProps) {
  const { t, format } = useRequestContext();
  const most = Math.max(1, ...rows.flatMap(({ counts }) => [...counts.values()]));
  return (
    <WideTable label={caption}>
      <Table class="heat" caption={caption} heads={[{ hidden: head }, ...decades.map((decade) => t.words.decade({ decade }))]} isBare>
        {rows.map(({ name, counts }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {decades.map((one) => {
              const count = counts.get(one) ?? 0;
              return count === 0 ? (
                <td key={one} class="h0">
                  <span class="hidden">0</span>
                </td>
              ) : (
                <td key={one} class={`${decadeClass(one)} h${Math.ceil((count / most) * steps)}`}>
                  {format.number(count)}
                </td>
              );
            })}
          </tr>
        ))}
      </Table>
    </WideTable>
  );
}

interface HueBarsProps {
  readonly caption: string;
  readonly heads: Readonly<Record<'name' | 'share' | 'value', string>>;
  readonly rows: readonly {
    readonly name: ComponentChildren;
    readonly href?: string;
    readonly id: string;
    readonly value: number;
    readonly below?: string;
    readonly decades: readonly { readonly decade: number | null; readonly count: number }[];
    readonly face?: ComponentChildren;
  }[];
  readonly format: (count: number) => string;
}

/** Horizontal bars divided by decade. */
export function HueBars({ caption, heads, rows, format }: HueBarsProps) {
  const most = Math.max(1, ...rows.map(({ value }) => value));
  const hasFaces = rows.some(({ face }) => face !== undefined);
  return (
    <Table class={hasFaces ? 'bars faces' : 'bars'} caption={caption} heads={[heads.name, { hidden: heads.share }, heads.value]} isBare>
      {rows.map(({ name, href, id, value, below, decades, face }) => {
        let before = 0;
        return (
          <tr key={id}>
            <th scope="row">
              {face && <span class="thumb">{face}</span>}
              {href ? <a href={href}>{name}</a> : name}
            </th>
            <td>
              <svg aria-hidden="true">
                {decades.map(({ decade, count }) => {
                  const x = percent((before / most) * 100, 2);
                  before += count;
                  return <rect class={decadeClass(decade)} x={x} width={percent((count / most) * 100, 2)} height="100%" />;
                })}
              </svg>
            </td>
            <td>
              {below ? <span class="n">{format(value)}</span> : format(value)}
              {below && <small>{below}</small>}
            </td>
          </tr>
        );
      })}
    </Table>
  );
}
