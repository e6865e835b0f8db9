import { diffComm } from 'node-diff3';
import { useVisit } from '../visit';

interface DifferenceProps {
  /** What it was; empty where it was nothing. */
  readonly was: string;
  readonly is: string;
}

/** What became of a text: what is gone struck out, what has come underlined, word by word. */
export function Difference({ was, is }: DifferenceProps) {
  const { t } = useVisit();
  if (was === is) return <>{is === '' ? t.releaseForm.conflict.nothing : is}</>;
  if (is === '') return <del>{was}</del>;
  return (
    <>
      {diffComm(wordsOf(was), wordsOf(is)).map(({ common, buffer1 = [], buffer2 = [] }) =>
        common ? (
          common.join('')
        ) : (
          <>
            {buffer1.length > 0 && <del>{buffer1.join('')}</del>}
            {buffer1.length > 0 && buffer2.length > 0 && ' '}
            {buffer2.length > 0 && <ins>{buffer2.join('')}</ins>}
          </>
        ),
      )}
    </>
  );
}

/** As long as a text is compared word by word: the time it takes grows by the square. */
const maximumWords = 2_000;

/** Words with the blanks behind them, brackets and hyphens; of what is very long, its lines. */
function wordsOf(text: string): string[] {
  const words = text.match(/[()[\]-]\s*|[^\s()[\]-]+\s*|\s+/g) ?? [];
  return words.length > maximumWords ? text.split(/(?<=\n)/) : words;
}
