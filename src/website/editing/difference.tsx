import { diffIndices } from 'node-diff3';
import { useRequestContext } from '../http/request-context';

interface DifferenceProps {
  /** Empty for nothing. */
  readonly was: string;
  readonly is: string;
}

/** Word by word: deletions struck out, insertions underlined. */
export function DifferenceTable({ was, is }: DifferenceProps) {
  const { t } = useRequestContext();
  if (was === is) return <>{is === '' ? t.releaseForm.conflict.nothing : is}</>;
  if (is === '') return <del>{was}</del>;
  const [before, after] = [wordsOf(was), wordsOf(is)];
  const parts = [];
  let [from, at] = [0, 0];
  for (const { buffer1, buffer2 } of diffIndices(before.map(trimmed), after.map(trimmed))) {
    parts.push(commonTo(before.slice(from, buffer1[0]), after.slice(at, buffer2[0])));
    parts.push(<Replaced gone={textAt(before, buffer1)} come={textAt(after, buffer2)} />);
    [from, at] = [buffer1[0] + buffer1[1], buffer2[0] + buffer2[1]];
  }
  return (
    <>
      {parts}
      {commonTo(before.slice(from), after.slice(at))}
    </>
  );
}

/** Excludes trailing spaces. */
const Replaced = ({ gone, come }: { readonly gone: string; readonly come: string }) => (
  <>
    {gone !== '' && <del>{gone.trimEnd()}</del>}
    {gone !== '' && come !== '' && ' '}
    {come !== '' && <ins>{come.trimEnd()}</ins>}
    {/\s$/.test(come || gone) && ' '}
  </>
);

/** Ignores whitespace. */
const commonTo = (before: readonly string[], after: readonly string[]): string =>
  after.map((word, index) => ((before[index] ?? '').length > word.length ? before[index] : word)).join('');

const trimmed = (word: string): string => word.trimEnd();

const textAt = (words: readonly string[], [start, length]: readonly [number, number]): string =>
  words.slice(start, start + length).join('');

/** The comparison takes quadratic time. */
const maximumWords = 2_000;

/** Words, or lines of a very long text. */
function wordsOf(text: string): string[] {
  const words = text.match(/[()[\]-]\s*|[^\s()[\]-]+\s*|\s+/g) ?? [];
  return words.length > maximumWords ? text.split(/(?<=\n)/) : words;
}
