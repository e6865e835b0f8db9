import { scaleBand, scaleLinear } from 'd3-scale';
import { Folded, type FoldedTexts, type Row } from './folded-table';
import { type Format, percent } from './sizes';

export interface Column {
  /** Below the column: short, such as `70s` or `1976`. */
  readonly label: string;
  /** In the table, where that has room for more. */
  readonly name?: string;
  readonly value: number;
  /** The class of its colour (`eraOf`). */
  readonly era?: string;
  readonly href?: string;
  /** In the table, where the value says not all. */
  readonly cells?: readonly string[];
}

interface ColumnChartProps {
  readonly columns: readonly Column[];
  /** What the chart shows, for whoever does not see it. */
  readonly label: string;
  readonly table: FoldedTexts;
  /** What has no column and still counts, such as what is not dated: below the others in the table. */
  readonly otherRows?: readonly Row[];
  readonly format: Format;
  readonly isLow?: boolean;
}

/** Columns of years or decades, and their numbers in a table that unfolds. */
export const ColumnChart = ({ columns, label, table, otherRows = [], format, isLow = false }: ColumnChartProps) => (
  <>
    <svg class={isLow ? 'chart low' : 'chart'} role={columns.some(({ href }) => href) ? 'group' : 'img'} aria-label={label}>
      {drawnColumns(columns, isLow ? low : high, format)}
    </svg>
    <Folded
      texts={table}
      rows={[...columns.map(({ label, name = label, value, cells = [format(value)] }) => ({ head: name, cells })), ...otherRows]}
    />
  </>
);

/** In pixels from above: where columns stand, how high the highest is, and where their labels are. */
interface Heights {
  readonly base: number;
  readonly highest: number;
  readonly labels: number;
}

const high: Heights = { base: 174, highest: 152, labels: 192 };
const low: Heights = { base: 62, highest: 50, labels: 80 };

/** More than these are in each other's way on the width of a phone: of more, some alone are labelled. */
const mostLabels = 12;

function drawnColumns(columns: readonly Column[], { base, highest, labels }: Heights, format: Format) {
  const across = scaleBand<number>().domain(columns.keys()).range([0, 100]).paddingInner(0.2).paddingOuter(0.1);
  const up = scaleLinear([0, Math.max(1, ...columns.map(({ value }) => value))], [0, highest]);
  const every = Math.ceil(columns.length / mostLabels);
  return columns.map(({ label, value, era, href }, index) => {
    const left = across(index) ?? 0;
    const middle = percent(left + across.bandwidth() / 2);
    const height = up(value);
    const isLabelled = index % every === 0;
    const column = (
      <>
        <rect class={era} x={percent(left)} width={percent(across.bandwidth())} y={(base - height).toFixed(1)} height={height.toFixed(1)}>
          {!isLabelled && <title>{`${label}: ${format(value)}`}</title>}
        </rect>
        {isLabelled && (
          <>
            <text class="value" x={middle} y={(base - height - 6).toFixed(1)}>
              {format(value)}
            </text>
            <text x={middle} y={labels}>
              {label}
            </text>
          </>
        )}
      </>
    );
    return href ? (
      <a key={label} href={href} aria-label={isLabelled ? undefined : `${label}: ${format(value)}`}>
        {column}
      </a>
    ) : (
      column
    );
  });
}
