import type { Result, Target } from '../measurement';
import type { Run } from './results';

/** A number with two or three significant digits, but never with rounded integer digits. */
export const number = (value: number): string =>
  value >= 100
    ? Math.round(value).toLocaleString('en-US')
    : value >= 10
      ? value.toFixed(1).replace(/\.0$/, '')
      : String(Number(value.toPrecision(2)));

/** A ratio with enough digits to distinguish it from its target. */
export const ratioOf = (value: number): string => (value >= 10 ? number(value) : value.toFixed(2));

/** Label of a catalog: its number of tracks. */
export const nameOf = ({ sizes: { tracks } }: Run): string =>
  tracks >= 1_000_000 ? `${number(tracks / 1_000_000)} M tracks` : `${number(tracks / 1_000)},000 tracks`;

export const gigabytes = (bytes: number): string => (bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${Math.round(bytes / 1e6)} MB`);

export const amountOf = ({ figures }: Result, name: string): number | undefined => figures?.[name];

export const targetText = (target: Target, unit: string): string =>
  `${target.bound} ${'ratio' in target ? target.ratio : `${number(target.amount)} ${unit}`}`;

/** Whether other work ran on the machine. The threshold is above the load of the system and of a build just before. */
export const isBusy = (load: number): boolean => load > 1.5;

export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(heads), `|${heads.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
}
