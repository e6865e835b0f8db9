import { idOf } from '../../api/client';
import { useVisit } from '../../http/request-context';
import { CatalogText } from '../../ui/catalog-text';
import { Form } from '../../ui/form';
import { Disc, Mark, Sleeve } from '../../ui/pictures';
import { Part } from '../../ui/section';
import type { Compared, PairedKind, ReadPair } from './read';
import { type ComparedRow, isToldApart, lackingIn, rowsOf } from './rows';

/** What two records are said to be. */
export const answers = ['left', 'right', 'editions', 'different'] as const;

export type AnswerOfPair = (typeof answers)[number];

/** Two records that may be one, side by side, and what they are to be taken for. */
export function PairPart({ read, problem }: { readonly read: ReadPair; readonly problem?: string | undefined }) {
  const visit = useVisit();
  const { t, to } = visit;
  const { pair, one, other } = read;
  const name = nameOf(one);
  const rows = rowsOf(one, other, visit);
  return (
    <Part title={<CatalogText text={name} />} aside={<Why read={read} />} id={`pair-${pair.id.replace('.', '-')}`}>
      <Form action={to.duplicates({ kind: one.kind })}>
        <input type="hidden" name="one" value={idOf(one.record.id)} />
        <input type="hidden" name="other" value={idOf(other.record.id)} />
        <div class="scroll">
          <table class="versus">
            <caption class="hidden">{t.duplicates.twice(name)}</caption>
            <thead>
              <tr>
                <th scope="col">
                  <span class="hidden">{t.duplicates.field}</span>
                </th>
                <Head compared={one} text={t.duplicates.left} />
                <Head compared={other} text={t.duplicates.right} />
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <Row key={row.field} row={row} />
              ))}
            </tbody>
          </table>
        </div>
        <br />
        <div class="form">
          <Choices read={read} rows={rows} problem={problem} />
          <button type="submit" class={pair.attributes.suggestion === 'same' ? 'first' : undefined}>
            {t.duplicates.settle}
          </button>
        </div>
      </Form>
    </Part>
  );
}

export const nameOf = (compared: Compared): string =>
  compared.kind === 'releases' ? compared.record.attributes.title : compared.record.attributes.name;

function Why({ read: { pair } }: { readonly read: ReadPair }) {
  const { t, format } = useVisit();
  const { reasons, suggestion, sureness, provisional } = pair.attributes;
  const said = format.list(reasons.map((reason) => t.duplicates.reasons[reason]));
  return (
    <>
      {`${said.charAt(0).toLocaleUpperCase(format.locale)}${said.slice(1)}. ${t.duplicates.sure[suggestion][sureness]}`}
      {provisional && ` ${t.duplicates.standsIn}`}
    </>
  );
}

/** The side of a record: its picture, and the way to it, which is told apart by its name for who cannot see. */
function Head({ compared, text }: { readonly compared: Compared; readonly text: string }) {
  const { to } = useVisit();
  const { kind, record } = compared;
  const address = { releases: to.release, artists: to.artist, labels: to.label }[kind](record.attributes);
  return (
    <th scope="col">
      <span class="person">
        <span class="thumb">
          {kind === 'releases' && <Sleeve of={record.attributes} size="s" />}
          {kind === 'artists' && <Mark of={record.attributes} />}
          {kind === 'labels' && <Disc of={record.attributes} />}
        </span>
        <a href={address}>
          {text}
          <span class="hidden">: {nameOf(compared)}</span>
        </a>
      </span>
    </th>
  );
}

/** What is the same on both sides steps back. */
function Row({ row: { field, one, other } }: { readonly row: ComparedRow }) {
  const { t } = useVisit();
  return (
    <tr class={one === other ? 'soft' : undefined}>
      <th scope="row">{t.duplicates.fields[field]}</th>
      {[one, other].map((text, side) => (
        <td key={side === 0 ? 'one' : 'other'}>{field === 'barcode' ? <span class="n">{text}</span> : <CatalogText text={text} />}</td>
      ))}
    </tr>
  );
}

interface ChoicesProps {
  readonly read: ReadPair;
  readonly rows: readonly ComparedRow[];
  readonly problem: string | undefined;
}

function Choices({ read: { pair, one }, rows, problem }: ChoicesProps) {
  const { t } = useVisit();
  const words = t.duplicates;
  const { suggestion, sureness, provisional } = pair.attributes;
  const merging = ['left', 'right'] as const;
  const isApart = one.kind === 'releases' && isToldApart(rows);
  const mayBeEditions = one.kind === 'releases' && (isApart || !provisional);
  // Nobody merges two pressings, or what is only perhaps the same, by leaving the form as it stands.
  const isChosen = suggestion === 'editions' || (!isApart && sureness !== 'possible');
  const offered: readonly AnswerOfPair[] =
    suggestion === 'editions' ? ['editions', ...merging] : [...merging, ...(mayBeEditions ? (['editions'] as const) : [])];
  return (
    <fieldset>
      <legend class="hidden">{words.what}</legend>
      {[...offered, 'different' as const].map((answer, index) => (
        <label key={answer} class="check">
          <input type="radio" name="is" value={answer} checked={isChosen && index === 0} /> <span>{words.choices[answer]}</span>
          <Consequence answer={answer} kind={one.kind} rows={rows} />
        </label>
      ))}
      {problem && (
        <small class="no" role="alert">
          {problem}
        </small>
      )}
    </fieldset>
  );
}

interface ConsequenceProps {
  readonly answer: AnswerOfPair;
  readonly kind: PairedKind;
  readonly rows: readonly ComparedRow[];
}

/** What comes of an answer. */
function Consequence({ answer, kind, rows }: ConsequenceProps) {
  const { t, format } = useVisit();
  const words = t.duplicates;
  if (answer === 'different') return <small>{words.notAskedAgain}</small>;
  if (answer === 'editions') return <small>{words.bothStay}</small>;
  const filled = lackingIn(rows, answer === 'left' ? 'one' : 'other').map((field) => words.fields[field]);
  return <small>{[filled.length > 0 && words.filled(format.list(filled)), words.moves[kind]].filter(Boolean).join(' ')}</small>;
}
