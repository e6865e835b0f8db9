import { diffComm } from 'node-diff3';
import { linesOf, type Wording } from './lines';
import { fieldsOf, type Said } from './revision';

/** A line that is another now: what it was, and what it is; empty where it was or is not there. */
export interface ChangedLine {
  readonly was: string;
  readonly is: string;
}

export interface ChangedField {
  readonly name: string;
  readonly lines: readonly ChangedLine[];
}

/** More lines than a document has are not told apart one by one. */
const mostLines = 4_000;

/** The fields of a record that differ, in the order in which they were said, and of each the lines that do. */
export function changesOf(before: Said | null, after: Said | null, wording: Wording): readonly ChangedField[] {
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  const names = [...new Set([...Object.keys(is), ...Object.keys(was)])];
  return names
    .map((name) => ({ name, lines: changedLines(linesOf(name, was[name], wording), linesOf(name, is[name], wording)) }))
    .filter(({ lines }) => lines.length > 0);
}

/** The lines that went, came, or are others in their places. */
export function changedLines(before: readonly string[], after: readonly string[]): ChangedLine[] {
  if (before.length + after.length > mostLines) return [{ was: before.join('\n'), is: after.join('\n') }];
  return diffComm([...before], [...after]).flatMap(({ common, buffer1 = [], buffer2 = [] }) =>
    common
      ? []
      : Array.from({ length: Math.max(buffer1.length, buffer2.length) }, (_, at) => ({ was: buffer1[at] ?? '', is: buffer2[at] ?? '' })),
  );
}
