import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { scaleLinear, scaleLog } from 'd3-scale';
import { render } from 'preact-render-to-string';

/** A bar. */
export interface Mark {
  readonly value: number;
  /** Ends of a thin line over the bar: the quartiles, or median and maximum. */
  readonly from?: number;
  readonly to?: number;
}

export interface Row {
  readonly label: string;
  /** One for each series; `undefined` if it was not measured. */
  readonly marks: readonly (Mark | undefined)[];
  readonly target?: number;
}

export interface ChartProps {
  readonly title: string;
  /** Line under the title. */
  readonly note: string;
  /** Legend, up to three entries. */
  readonly series: readonly string[];
  readonly rows: readonly Row[];
  readonly axis: 'linear' | 'logarithmic';
  readonly format: (value: number) => string;
}

/** A standalone SVG file that adapts to light and dark mode. */
export const renderChart = (props: ChartProps): string => `${render(<Chart {...props} />)}\n`;

// In SVG pixels. The chart is narrow so that its text stays legible on a phone.
const width = 400;
const valueWidth = 84;
const headHeight = 74;
const labelHeight = 20;
const barHeight = 12;
const barStep = 15;
const rowGap = 12;

const font = `data:font/woff2;base64,${readFileSync(join(import.meta.dir, '../../src/website/client/fonts/archivo-narrow.woff2')).toString('base64')}`;

/** Embeds the website's font, since an SVG in an `<img>` cannot use the fonts of its page. */
const style = `
@font-face { font-family: "Archivo Narrow"; font-weight: 400 700; src: url(${font}) }
svg { color-scheme: light dark }
text { font: 14px "Archivo Narrow", "Arial Narrow", system-ui, sans-serif; fill: #333b4d }
.title { font-weight: 600; font-size: 17px }
.value, .tick { font-size: 13px; font-variant-numeric: tabular-nums }
.tick { text-anchor: middle } .first { text-anchor: start } .value { text-anchor: end }
.grid { stroke: #8884 } .target { stroke: #c73d20; stroke-width: 2; stroke-dasharray: 3 2 } .reach { stroke: #333b4d; stroke-width: 1.5 }
.s0 { fill: #2148b8 } .s1 { fill: #b4540f } .s2 { fill: #1f6a56 }
@media (prefers-color-scheme: dark) {
  text { fill: #dcdfe8 } .reach { stroke: #dcdfe8 } .target { stroke: #f08468 }
  .s0 { fill: #8aabff } .s1 { fill: #ec9550 } .s2 { fill: #6fc0a4 }
}`;

function Chart({ title, note, series, rows, axis, format }: ChartProps) {
  const tops = topsOf(rows);
  const bottom = tops.at(-1) ?? headHeight;
  const xAxis = axisOf(rows, axis);
  const hasTargets = rows.some(({ target }) => target !== undefined);
  return (
    <svg xmlns="http://www.w3.org/2000/svg" viewBox={`0 0 ${width} ${bottom + 24}`} width={width} height={bottom + 24} role="img">
      <title>{title}</title>
      <style dangerouslySetInnerHTML={{ __html: style }} />
      <text class="title" x="0" y="16">
        {title}
      </text>
      <text x="0" y="37">
        {note}
      </text>
      <Legend series={series} hasTargets={hasTargets} />
      {xAxis.ticks.map((tick) => (
        <>
          <line class="grid" x1={at(xAxis.to(tick))} x2={at(xAxis.to(tick))} y1={headHeight} y2={bottom} />
          <text class={xAxis.to(tick) < 1 ? 'first tick' : 'tick'} x={at(xAxis.to(tick))} y={bottom + 16}>
            {format(tick)}
          </text>
        </>
      ))}
      {rows.map((row, index) => (
        <RowOfMarks row={row} top={tops[index] ?? 0} to={xAxis.to} format={format} />
      ))}
    </svg>
  );
}

const Legend = ({ series, hasTargets }: { readonly series: readonly string[]; readonly hasTargets: boolean }) => (
  <>
    {series.map((name, index) => (
      <>
        <rect class={`s${index}`} x={index * 130} y="49" width="12" height="12" />
        <text x={index * 130 + 18} y="60">
          {name}
        </text>
      </>
    ))}
    {hasTargets && (
      <>
        <line class="target" x1={series.length * 130 + 6} x2={series.length * 130 + 6} y1="48" y2="62" />
        <text x={series.length * 130 + 18} y="60">
          target
        </text>
      </>
    )}
  </>
);

interface RowProps {
  readonly row: Row;
  readonly top: number;
  readonly to: (value: number) => number;
  readonly format: ChartProps['format'];
}

function RowOfMarks({ row: { label, marks, target }, top, to, format }: RowProps) {
  const first = top + labelHeight;
  return (
    <>
      <text x="0" y={top + 14}>
        {label}
      </text>
      {marks.map((mark, index) => mark && <Bar mark={mark} series={index} y={first + index * barStep} to={to} format={format} />)}
      {target !== undefined && (
        <line class="target" x1={at(to(target))} x2={at(to(target))} y1={first - 3} y2={first + marks.length * barStep} />
      )}
    </>
  );
}

interface BarProps extends Pick<RowProps, 'to' | 'format'> {
  readonly mark: Mark;
  readonly series: number;
  readonly y: number;
}

function Bar({ mark: { value, from, to: until }, series, y, to, format }: BarProps) {
  const middle = y + barHeight / 2;
  const isBeyond = until !== undefined && to(until) > width - valueWidth;
  return (
    <>
      <rect class={`s${series}`} x="0" y={y} width={at(Math.min(width - valueWidth, Math.max(1, to(value))))} height={barHeight} />
      {from !== undefined && until !== undefined && (
        <line class="reach" x1={at(to(from))} x2={at(Math.min(to(until), width - valueWidth))} y1={middle} y2={middle} />
      )}
      {isBeyond && (
        <text x={at(width - valueWidth + 3)} y={y + 11}>
          ›
        </text>
      )}
      <text class="value" x={width} y={y + 11}>
        {format(value)}
      </text>
    </>
  );
}

/** Top of each row, and bottom of the last. */
function topsOf(rows: readonly Row[]): number[] {
  const tops = [headHeight];
  for (const { marks } of rows) tops.push((tops.at(-1) as number) + labelHeight + marks.length * barStep + rowGap);
  return tops;
}

interface Axis {
  readonly to: (value: number) => number;
  readonly ticks: readonly number[];
}

function axisOf(rows: readonly Row[], axis: ChartProps['axis']): Axis {
  const values = rows.flatMap(({ marks, target }) => [
    ...marks.flatMap((mark) => (mark ? [mark.value, mark.from ?? mark.value, mark.to ?? mark.value] : [])),
    ...(target === undefined ? [] : [target]),
  ]);
  const maximum = Math.max(0, ...values);
  if (axis === 'linear') {
    const scale = scaleLinear([0, linearMaximum(rows) || 1], [0, width - valueWidth]);
    return { to: (value) => scale(value), ticks: scale.ticks(5) };
  }
  const powers = (value: number) => Math.log10(Math.max(value, 1e-3));
  const [lowest, highest] = [Math.floor(powers(Math.min(...values, maximum || 1))), Math.ceil(powers(maximum || 1))];
  const scale = scaleLog([10 ** lowest, 10 ** Math.max(highest, lowest + 1)], [0, width - valueWidth]).clamp(true);
  return {
    to: (value) => scale(value),
    ticks: Array.from({ length: Math.max(highest, lowest + 1) - lowest + 1 }, (_, index) => 10 ** (lowest + index)),
  };
}

/** The longest bar or target plus a margin. Quartile lines are ignored and cut off, since a long one would squeeze the bars. */
const linearMaximum = (rows: readonly Row[]): number =>
  1.25 * Math.max(0, ...rows.flatMap(({ marks, target = 0 }) => [target, ...marks.map((mark) => mark?.value ?? 0)]));

const at = (pixels: number): string => String(Math.round(pixels * 10) / 10);
