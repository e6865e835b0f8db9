import { decadeClass } from '../decade-class';
import { percent } from './sizes';

interface StackedColumn {
  readonly label: string;
  readonly value?: string;
  readonly parts: readonly { readonly decade: number | null; readonly amount: number }[];
  readonly href?: string;
}

interface StackedColumnsProps {
  readonly columns: readonly StackedColumn[];
  /** For screen readers; the numbers need a table. */
  readonly label: string;
  /** Maximum in pixels. */
  readonly height: number;
}

/** In pixels. */
const [above, below] = [20, 26];

/** Labels that fit on desktops and phones, and letters of all labels together on phones. */
const [mostLabels, mostOnPhones, mostLetters] = [16, 4, 60];

const amountOf = ({ parts }: StackedColumn): number => parts.reduce((sum, { amount }) => sum + amount, 0);

/** Stacked by decade. */
export function StackedColumns({ columns, label, height }: StackedColumnsProps) {
  const most = Math.max(1, ...columns.map(amountOf));
  const width = 100 / columns.length;
  const base = above + height;
  const longest = Math.max(0, ...columns.map(({ label, value = '' }) => Math.max(label.length, value.length)));
  const isShort = columns.length * longest <= mostLetters;
  const isEvery = (index: number, fitting: number) => (columns.length - 1 - index) % Math.ceil(columns.length / fitting) === 0;
  return (
    <svg class="stacked" height={base + below} role={columns.some(({ href }) => href) ? 'group' : 'img'} aria-label={label}>
      {columns.map((column, index) => {
        const middle = percent((index + 0.5) * width);
        const phone = isShort || isEvery(index, mostOnPhones) ? undefined : 'desk';
        let top = base;
        const drawn = (
          <>
            {column.parts
              .toSorted((one, other) => (one.decade ?? 0) - (other.decade ?? 0))
              .map(({ decade, amount }) => {
                const tall = (amount / most) * height;
                top -= tall;
                const visible = Math.max(0, tall - 1).toFixed(1);
                return (
                  <rect
                    class={decadeClass(decade)}
                    x={percent((index + 0.07) * width)}
                    width={percent(width * 0.86)}
                    y={top.toFixed(1)}
                    height={visible}
                  />
                );
              })}
            {isEvery(index, mostLabels) && (
              <>
                {column.value !== undefined && (
                  <text class={phone ? `value ${phone}` : 'value'} x={middle} y={(top - 6).toFixed(1)}>
                    {column.value}
                  </text>
                )}
                <text class={phone} x={middle} y={base + 19}>
                  {column.label}
                </text>
              </>
            )}
          </>
        );
        return column.href ? <a href={column.href}>{drawn}</a> : drawn;
      })}
      <line class="axis" x2="100%" y1={base} y2={base} />
    </svg>
  );
}
