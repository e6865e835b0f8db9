import { useRequestContext } from '../../http/request-context';
import { decadeClass } from '../../ui/decade-class';
import { Sleeve } from '../../ui/pictures';
import type { ListedScore, ReadCompleteness } from './read';

/** More squares are drawn small, without links. */
const squaresWithLinks = 200;

const smallInRow = 50;

const classes = { owned: 'own', wanted: 'want', missing: 'miss', not_in_catalog: 'none' } as const;

/** A square for each score, and their numbers by state. */
export function Picture({ read }: { readonly read: ReadCompleteness }) {
  const { t, format } = useRequestContext();
  const key = (Object.keys(classes) as (keyof typeof classes)[]).flatMap((state) =>
    read.completeness[state] > 0 ? { state, name: t.completeness.states[state], count: format.number(read.completeness[state]) } : [],
  );
  const isSmall = read.completeness.numbers !== null || read.counted.length > squaresWithLinks;
  return (
    <>
      {isSmall ? (
        <Rows read={read} label={key.map(({ name, count }) => `${name}${format.colon}${count}`).join(', ')} />
      ) : (
        <Decades read={read} />
      )}
      <ul class="key">
        {key.map(({ state, name, count }) => (
          <li key={state}>
            <span class={`slot ${classes[state]}`} />
            {name} <b>{count}</b>
          </li>
        ))}
      </ul>
    </>
  );
}

function Decades({ read: { unit, counted, sleeves } }: { readonly read: ReadCompleteness }) {
  const { t, to, format } = useRequestContext();
  const { states, figure } = t.completeness;
  const labelOf = ({ title, year, state }: ListedScore) =>
    [title, year].filter(Boolean).join(', ') + format.colon + format.inSentence(states[state]);
  return (
    <ol class="decades">
      {[...Map.groupBy(counted, ({ year }) => year && Math.floor(year / 10) * 10)].map(([decade, scores]) => (
        <li key={decade} class={decadeClass(decade)}>
          <span class="dec">
            {decade ? t.words.decade({ decade: String(decade) }) : t.browse.undated}
            <small>
              {figure(
                { owned: format.number(scores.filter(({ state }) => state === 'owned').length), all: format.number(scores.length) },
                { b: (text) => text },
              )}
            </small>
          </span>
          <ol>
            {scores.map((score) => {
              const [label, sleeve] = [labelOf(score), score.state === 'owned' && sleeves.get(score.release ?? '')];
              const href = unit === 'scores' ? to.production(score) : to.release(score);
              return (
                <li key={score.id}>
                  <a class={`slot ${classes[score.state]}`} href={href} title={label} aria-label={label}>
                    {sleeve && <Sleeve of={sleeve} size="s" />}
                  </a>
                </li>
              );
            })}
          </ol>
        </li>
      ))}
    </ol>
  );
}

/** By number or year. The lists name them. */
function Rows({ read: { completeness, counted }, label }: { readonly read: ReadCompleteness; readonly label: string }) {
  const stateOf = new Map(counted.map(({ number, state }) => [number, state]));
  const squares = completeness.numbers
    ? numbersIn(completeness.numbers).map((at) => ({ at, state: stateOf.get(at) ?? ('not_in_catalog' as const) }))
    : counted.map(({ year, state }) => ({ at: year ?? 0, state }));
  const starts = Array.from({ length: Math.ceil(squares.length / smallInRow) }, (_, row) => row * smallInRow);
  return (
    <div class="slots-dense" role="img" aria-label={label}>
      {starts.map((start) => {
        const row = squares.slice(start, start + smallInRow);
        return (
          <div key={start}>
            <span>{rangeOf(row[0]?.at, row.at(-1)?.at)}</span>
            <span class="run">
              {row.map(({ state }) => (
                <span class={`slot ${classes[state]}`} />
              ))}
            </span>
          </div>
        );
      })}
    </div>
  );
}

export const numbersIn = ({ first, last }: { readonly first: number; readonly last: number }): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

const rangeOf = (first: number | undefined, last: number | undefined): string =>
  first === last || !last ? String(first || '') : `${first}–${last}`;

/** `3–12`, `14`, `19–20` */
export function rangesOf(numbers: readonly number[]): string[] {
  const ranges: { first: number; last: number }[] = [];
  for (const number of numbers) {
    const range = ranges.at(-1);
    if (range && number === range.last + 1) range.last = number;
    else ranges.push({ first: number, last: number });
  }
  return ranges.map(({ first, last }) => rangeOf(first, last));
}
