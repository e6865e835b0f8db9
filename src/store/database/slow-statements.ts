export interface SlowStatement {
  readonly name: string;
  readonly milliseconds: number;
  /** Its text without values, truncated if long. */
  readonly sql?: string;
}

interface Watch {
  readonly fromMilliseconds: number;
  readonly commitFromMilliseconds: number;
  readonly tell: (slow: SlowStatement) => void;
}

let watch: Watch | undefined;

/** The end of a write, which waits for the disk. */
export const commit = 'commit';

/** Length that distinguishes statements. */
const shownLength = 300;

/** Reports all slow statements of the process from now on; `undefined` turns it off. */
export function watchSlowStatements(watched: Watch | undefined): void {
  watch = watched;
}

/** Start time by a monotonic clock; `undefined`, at no cost, if nothing is watched. */
export const beginning = (): number | undefined => (watch === undefined ? undefined : performance.now());

/** Records the end of a statement. */
export function ended(begun: number, name: string | undefined, sql?: string): void {
  const milliseconds = performance.now() - begun;
  if (!watch || milliseconds < (name === commit ? watch.commitFromMilliseconds : watch.fromMilliseconds)) return;
  const shown = sql?.slice(0, shownLength).replace(/\s+/g, ' ');
  watch.tell({ name: name ?? nameOf(sql ?? ''), milliseconds: Math.round(milliseconds * 10) / 10, sql: shown });
}

/** Operation and table, for unnamed statements. */
function nameOf(sql: string): string {
  const [, verb = 'statement', table = ''] =
    /\b(select|insert|update|delete)\b(?:[\s\S]*?\b(?:from|into)\b|(?<=update))\s*"?(\w+)/i.exec(sql) ?? [];
  return `${verb.toLowerCase()} ${table}`.trim();
}
