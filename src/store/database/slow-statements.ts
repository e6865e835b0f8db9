/** A statement that took long. */
export interface SlowStatement {
  readonly name: string;
  readonly milliseconds: number;
  /** Its text, in which no values stand; the beginning of one that is long. */
  readonly sql?: string;
}

interface Watch {
  readonly fromMilliseconds: number;
  readonly commitFromMilliseconds: number;
  readonly tell: (slow: SlowStatement) => void;
}

let watch: Watch | undefined;

/** What ends a write, which waits for the disk. */
export const commit = 'commit';

/** As much of a text as tells one statement from another. */
const shownLength = 300;

/** Tells of all statements of this process that take longer, from now on; with `undefined`, of none any more. */
export function watchSlowStatements(watched: Watch | undefined): void {
  watch = watched;
}

/** When a statement begins, by a clock that only goes forward; `undefined` where nobody wants to know, who pays for nothing. */
export const beginning = (): number | undefined => (watch === undefined ? undefined : performance.now());

/** Says that a statement ended which began then. */
export function ended(begun: number, name: string | undefined, sql?: string): void {
  const milliseconds = performance.now() - begun;
  if (!watch || milliseconds < (name === commit ? watch.commitFromMilliseconds : watch.fromMilliseconds)) return;
  const shown = sql?.slice(0, shownLength).replace(/\s+/g, ' ');
  watch.tell({ name: name ?? nameOf(sql ?? ''), milliseconds: Math.round(milliseconds * 10) / 10, sql: shown });
}

/** What one does and with which table, for those that nobody has named. */
function nameOf(sql: string): string {
  const [, verb = 'statement', table = ''] =
    /\b(select|insert|update|delete)\b(?:[\s\S]*?\b(?:from|into)\b|(?<=update))\s*"?(\w+)/i.exec(sql) ?? [];
  return `${verb.toLowerCase()} ${table}`.trim();
}
