import type { RowOutcome } from '../../../collection/files/documents';
import { type RequestContext, useRequestContext } from '../../http/request-context';
import { CompactSelect, Hidden } from '../../ui/form';
import type { ReleaseThumbnails } from '../items/release-thumbnails';
import { type ImportChoices, type RowCandidate, type RowChoices, rowFieldOf } from './import';

/** The form below the rows. */
export const choicesForm = 'go';

interface RowChoiceProps {
  readonly row: RowOutcome;
  readonly choices: ImportChoices;
  readonly drawn: ReleaseThumbnails;
}

/** One of the candidates, another release, or nothing. */
export function RowChoiceField({ row: { line, candidates = [] }, choices, drawn }: RowChoiceProps) {
  const context = useRequestContext();
  const words = context.t.collection.import;
  if (line === null) return <>{words.perRow[choices.unmatched]}</>;
  const chosen = choices.perRow.get(line) ?? '';
  const offered: (readonly [value: string, text: string])[] = [
    ['', words.perRow[choices.unmatched]],
    ...(choices.unmatched === 'provisional' ? [] : [['provisional', words.perRow.provisional] as const]),
    ...candidates
      .slice(0, candidatesShown)
      .map((candidate) => [candidate.id, words.thisOne({ edition: editionWords(candidate, drawn, context) })] as const),
    ...(choices.unmatched === 'skip' ? [] : [['skip', words.perRow.skip] as const]),
  ];
  return (
    <CompactSelect
      name={rowFieldOf(line)}
      label={words.whatBecomesOf({ line: context.format.number(line) })}
      value={chosen}
      options={offered}
      form={choicesForm}
    />
  );
}

export const candidatesShown = 5;

/** `Apple Records 2C 062 04002, France, 1969`; of an edition with neither label nor country, `Abbey Road, The Beatles, 1969`. */
export function editionWords(
  { id, title, artist_credit: credit, year }: RowCandidate,
  drawn: ReleaseThumbnails,
  { format }: RequestContext,
): string {
  const { labels = [], country = null } = drawn.get(id) ?? {};
  const [label] = labels;
  const number = [label?.name, label?.catalog_number].filter(Boolean).join(' ');
  const details = [number, country && format.country(country)].filter(Boolean);
  return [...(details.length > 0 ? details : [title, credit]), year].filter((part) => part !== null).join(', ');
}

/** Keeps choices of rows that are not shown. */
export function HiddenChoices({ choices, rows }: { readonly choices: RowChoices; readonly rows: readonly RowOutcome[] }) {
  const visible = new Set(rows.filter(isChoosable).map(({ line }) => line));
  const hidden = [...choices].filter(([line]) => !visible.has(line));
  return <Hidden fields={hidden.map(([line, choice]) => [rowFieldOf(line), choice])} />;
}

/** Whether the row has candidates or a chosen release. */
export const isChoosable = ({ outcome, provisional, chosen, candidates = [] }: RowOutcome): boolean =>
  candidates.length > 0 && (outcome === 'unmatched' || outcome === 'skipped' || provisional === true || chosen === true);
