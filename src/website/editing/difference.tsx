import { diffIndices } from 'node-diff3';
import { useRequestContext } from '../http/request-context';

interface DifferenceProps {
  /** What it was; empty where it was nothing. */
  readonly was: string;
  readonly is: string;
}

/** What became of a text: what is gone struck out, what has come underlined, word by word. */
export function Difference({ was, is }: DifferenceProps) {
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

/** What stands in the place of what; blanks behind it belong to neither. */
const Replaced = ({ gone, come }: { readonly gone: string; readonly come: string }) => (
  <>
    {gone !== '' && <del>{gone.trimEnd()}</del>}
    {gone !== '' && come !== '' && ' '}
    {come !== '' && <ins>{come.trimEnd()}</ins>}
    {/\s$/.test(come || gone) && ' '}
  </>
);

/** What stands in both, with the blanks of either: behind the last word of one stands another in the other. */
const commonTo = (before: readonly string[], after: readonly string[]): string =>
  after.map((word, index) => ((before[index] ?? '').length > word.length ? before[index] : word)).join('');

const trimmed = (word: string): string => word.trimEnd();

const textAt = (words: readonly string[], [start, length]: readonly [number, number]): string =>
  words.slice(start, start + length).join('');

/** As long as a text is compared word by word: the time it takes grows by the square. */
const maximumWords = 2_000;

/** Words with the blanks behind them, brackets and hyphens; of what is very long, its lines. */
function wordsOf(text: string): string[] {
  const words = text.match(/[()[\]-]\s*|[^\s()[\]-]+\s*|\s+/g) ?? [];
  return words.length > maximumWords ? text.split(/(?<=\n)/) : words;
}
