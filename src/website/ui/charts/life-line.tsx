import { type ScaleLinear, scaleLinear } from 'd3-scale';
import { decadeClass } from '../decade-class';
import { percent } from './sizes';

interface Work {
  readonly year: number;
  readonly title: string;
  readonly href: string;
}

interface LifeLineProps {
  /** Birth and death, or beginning and end. */
  readonly begin: number | null;
  readonly end: number | null;
  readonly thisYear: number;
  readonly works: readonly Work[];
  /** For screen readers. */
  readonly label: string;
}

/** A timeline with a bar for each work. Empty without dates. */
export function LifeLine({ begin, end, thisYear, works, label }: LifeLineProps) {
  const years = [...works.map(({ year }) => year), begin, end].filter((year) => year !== null);
  if (years.length === 0) return null;
  const last = end ?? (begin === null ? Math.max(...years) : Math.max(thisYear, ...years));
  const first = Math.floor(Math.min(...years) / 10) * 10;
  const across = scaleLinear([first, Math.max(first + 10, Math.ceil(Math.max(last, ...years) / 10) * 10)], [0, 100]);
  return (
    <svg class="life" role="group" aria-label={label}>
      {begin !== null && (
        <rect class="span" x={percent(across(begin))} width={percent(across(Math.max(begin, last)) - across(begin))} y="0" height={floor} />
      )}
      {decadesOf(across)}
      {barsOf(works, across)}
    </svg>
  );
}

/** In pixels. */
const [floor, yearsLevel] = [104, 124];

/** Vertical distance of bars. */
const usualStep = 18;

/** With more columns, each covers several years. */
const mostBars = 60;

type Across = ScaleLinear<number, number>;

function decadesOf(across: Across) {
  const [first = 0, last = 0] = across.domain();
  const decades = Array.from({ length: (last - first) / 10 + 1 }, (_, index) => first + index * 10);
  // Fits on a phone.
  const every = Math.max(1, Math.ceil((decades.length - 1) / 6));
  return decades.map((year, index) => {
    const x = percent(across(year));
    const anchor = index === 0 ? 'start' : index === decades.length - 1 ? 'end' : 'middle';
    return (
      <>
        <line class="axis" x1={x} x2={x} y1="0" y2={floor} />
        {index % every === 0 && (
          <text x={x} y={yearsLevel} text-anchor={anchor}>
            {year}
          </text>
        )}
      </>
    );
  });
}

function barsOf(works: readonly Work[], across: Across) {
  const [first = 0, last = 0] = across.domain();
  const yearsOfBar = [1, 2, 5].find((years) => (last - first) / years <= mostBars) ?? 10;
  const sorted = works.toSorted((one, other) => one.year - other.year);
  // Keeps the last year inside the line.
  const columns = Map.groupBy(sorted, ({ year }) => Math.floor((Math.min(year, last - 1) - first) / yearsOfBar));
  const step = Math.min(usualStep, floor / Math.max(1, ...[...columns.values()].map(({ length }) => length)));
  const height = (step * 5) / 6;
  const width = percent(across(first + yearsOfBar) * 0.825);
  return [...columns].flatMap(([column, works]) =>
    works.map(({ year, title, href }, index) => (
      <a class={decadeClass(year)} href={href} aria-label={`${year} ${title}`}>
        <title>{`${year} ${title}`}</title>
        <rect
          x={percent(across(first + column * yearsOfBar))}
          y={decimal(floor - height - index * step)}
          width={width}
          height={decimal(height)}
        />
      </a>
    )),
  );
}

const decimal = (value: number): string => String(Math.round(value * 10) / 10);
