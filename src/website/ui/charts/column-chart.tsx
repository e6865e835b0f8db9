import { scaleBand, scaleLinear } from 'd3-scale';
import { Folded, type FoldedTexts, type Row } from './folded-table';
import { type Format, percent } from './sizes';

export interface Column {
  /** Below the column: short, such as `70s` or `1976`. */
  readonly label: string;
  /** In the table, where that has room for more. */
  readonly name?: string;
  readonly value: number;
  /** The class of its colour (`decadeClass`). */
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
/** Where what is written above and below a column stands upright, as wide as a date and an amount are long. */
const upright: Heights = { base: 150, highest: 92, labels: 156 };

/** As many letters side by side as the width of a phone has room for. */
const mostLetters = 60;

/** So many columns are labelled on the width of a phone where the labels stand upright: of more, some alone are. */
export const mostUpright = 25;

/** In per cent: a few columns are no blocks. */
const widest = 16;

function drawnColumns(columns: readonly Column[], heights: Heights, format: Format) {
  const longest = Math.max(0, ...columns.map(({ label, value }) => Math.max(label.length, format(value).length)));
  const isUpright = columns.length * longest > mostLetters;
  const { base, highest, labels } = isUpright ? upright : heights;
  const end = Math.min(100, columns.length * widest);
  const across = scaleBand<number>().domain(columns.keys()).range([0, end]).paddingInner(0.2).paddingOuter(0.1);
  const up = scaleLinear([0, Math.max(1, ...columns.map(({ value }) => value))], [0, highest]);
  const every = Math.ceil(columns.length / mostUpright);
  return columns.map(({ label, value, era, href }, index) => {
    const left = across(index) ?? 0;
    const middle = percent(left + across.bandwidth() / 2);
    const height = up(value);
    const isLabelled = index % every === 0;
    const told = `${label}: ${format(value)}`;
    const isNamed = !isLabelled || isUpright;
    const top = base - height - (isUpright ? 4 : 6);
    const column = (
      <>
        <rect class={era} x={percent(left)} width={percent(across.bandwidth())} y={(base - height).toFixed(1)} height={height.toFixed(1)}>
          {isNamed && <title>{told}</title>}
        </rect>
        {isLabelled && <Label text={label} x={middle} y={labels} isUpright={isUpright} />}
        {isLabelled && !(isUpright && value === 0) && <Label text={format(value)} x={middle} y={top} isValue isUpright={isUpright} />}
      </>
    );
    return href ? (
      <a key={label} href={href} aria-label={isNamed ? told : undefined}>
        {column}
      </a>
    ) : (
      column
    );
  });
}

interface LabelProps {
  readonly text: string;
  readonly x: string;
  readonly y: number;
  /** Above the column, not below it. */
  readonly isValue?: boolean;
  readonly isUpright: boolean;
}

/** Upright it is turned about its own place, which is in per cent of the width, as a transformation cannot be. */
const Label = ({ text, x, y, isValue = false, isUpright }: LabelProps) =>
  isUpright ? (
    <svg class="upright" aria-hidden="true" x={x} y={y.toFixed(1)}>
      <text class={isValue ? 'value' : 'below'} transform="rotate(-90)" dy="0.35em">
        {text}
      </text>
    </svg>
  ) : (
    <text class={isValue ? 'value' : undefined} x={x} y={y.toFixed(1)}>
      {text}
    </text>
  );
