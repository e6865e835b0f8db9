import { uuidOfIri } from '../../api/client';
import { type RequestContext, useRequestContext } from '../../http/request-context';
import { CatalogText } from '../../ui/catalog-text';
import { FieldProblem, Form, Hidden, Radios, Submit } from '../../ui/form';
import { formatWords } from '../../ui/format-words';
import { Frame, LabelMark, Mark, Sleeve } from '../../ui/pictures';
import { Section } from '../../ui/section';
import { Table } from '../../ui/table';
import type { FieldName } from '../form/schema';
import type { Compared, PairedKind, ReadPair } from './read';

type Field = keyof RequestContext['t']['duplicates']['fields'] | FieldName;

const labelOf = ({ fields, duplicates }: RequestContext['t'], field: Field): string => ({ ...fields, ...duplicates.fields })[field];

interface ComparedRow {
  readonly field: Field;
  readonly one: string;
  readonly other: string;
}

function rowsOf(one: Compared, other: Compared, context: RequestContext): ComparedRow[] {
  const [left, right] = [fieldsOf(one, context), fieldsOf(other, context)];
  return left.flatMap(([field, text], index): ComparedRow[] => {
    const row = { field, one: text ?? '', other: right[index]?.[1] ?? '' };
    return row.one === '' && row.other === '' ? [] : [row];
  });
}

/** Fields that a merge would fill. */
const lackingIn = (rows: readonly ComparedRow[], side: 'one' | 'other'): Field[] =>
  rows.filter((row) => row[side] === '').map(({ field }) => field);

/** Differences that tell pressings apart. Titles and dates may differ in precision. */
const telling: readonly Field[] = ['catalog_number', 'barcode', 'country', 'formats'];

const isToldApart = (rows: readonly ComparedRow[]): boolean =>
  rows.some(({ field, one, other }) => telling.includes(field) && one !== '' && other !== '' && one !== other);

function fieldsOf(compared: Compared, context: RequestContext): readonly (readonly [Field, string | null])[] {
  const { t, format } = context;
  const day = (date: string | null) => date && format.date(date);
  const country = (code: string | null) => code && format.country(code);
  if (compared.kind === 'labels') {
    const { name, country: code, begin_date, end_date, release_count: count } = compared.record.attributes;
    const releases = count === 0 ? null : t.words.releases({ count: format.counted(count) });
    return [
      ['name', name],
      ['country', country(code)],
      ['born', day(begin_date)],
      ['died', day(end_date)],
      ['entries', releases],
    ];
  }
  if (compared.kind === 'artists') {
    const { name, _type, real_name, country: code, begin_date, end_date, disambiguation } = compared.record.attributes;
    return [
      ['name', name],
      ['_type', t.words.artistTypes[_type]],
      ['real_name', real_name],
      ['country', country(code)],
      ['born', day(begin_date)],
      ['died', day(end_date)],
      ['disambiguation', disambiguation],
    ];
  }
  if (compared.kind === 'productions') {
    const { title, _type, year, country: code, composers, release_count: count } = compared.record.attributes;
    return [
      ['title', title],
      ['_type', t.words.productionTypes[_type]],
      ['year', year === 0 ? null : String(year)],
      ['country', country(code)],
      ['composers', format.list(composers.map(({ name }) => name))],
      ['entries', count === 0 ? null : t.words.releases({ count: format.counted(count) })],
    ];
  }
  const { title, artist_credit, release_date, country: code, labels, track_count: tracks, barcode } = compared.record.attributes;
  return [
    ['title', title],
    ['artist', artist_credit],
    ['date', day(release_date)],
    ['country', country(code)],
    ['catalog_number', labels.map(({ name, catalog_number }) => [name, catalog_number].filter(Boolean).join(' ')).join(', ')],
    [
      'formats',
      formatWords(
        compared.formats.map(({ attributes }) => attributes),
        context,
      ),
    ],
    ['tracks', tracks === 0 ? null : t.words.tracks({ count: format.counted(tracks) })],
    ['barcode', barcode],
  ];
}

export const answers = ['left', 'right', 'editions', 'different'] as const;

export type AnswerOfPair = (typeof answers)[number];

interface PairProps {
  readonly read: ReadPair;
  /** The refused answer. */
  readonly is?: AnswerOfPair | undefined;
  readonly problem?: string | undefined;
  /** Version of the discs and tracks that a merge would leave out, to confirm. */
  readonly leaving?: string | undefined;
}

export function PairPart({ read, is, problem, leaving }: PairProps) {
  const context = useRequestContext();
  const { t, to } = context;
  const { pair, one, other } = read;
  const name = pairNameOf(one);
  const rows = rowsOf(one, other, context);
  return (
    <Section title={<CatalogText text={name} />} aside={<Why read={read} />} id={`pair-${pair.id.replace('.', '-')}`}>
      <Form action={to.duplicates({ kind: one.kind })}>
        <Hidden fields={{ one: uuidOfIri(one.record.id), other: uuidOfIri(other.record.id) }} />
        {leaving && <input type="hidden" name="leaving" value={leaving} />}
        <Table
          class="versus"
          caption={t.duplicates.twice({ name })}
          heads={[
            { hidden: t.duplicates.field },
            { text: <Head compared={one} text={t.duplicates.left} /> },
            { text: <Head compared={other} text={t.duplicates.right} /> },
          ]}
        >
          {rows.map((row) => (
            <Row key={row.field} row={row} />
          ))}
        </Table>
        <br />
        <div class="form">
          <Choices read={read} rows={rows} problem={problem} is={is} />
          <Submit class={pair.attributes.suggestion === 'same' ? 'first' : undefined} text={t.duplicates.settle} />
        </div>
      </Form>
    </Section>
  );
}

export const pairNameOf = (compared: Compared): string =>
  'title' in compared.record.attributes ? compared.record.attributes.title : compared.record.attributes.name;

export const pageOfPaired = (to: RequestContext['to'], kind: PairedKind, { slug }: { readonly slug: string | null }): string =>
  ({ releases: to.release, artists: to.artist, labels: to.label, productions: to.production })[kind]({ slug: slug ?? '' });

function Why({ read: { pair } }: { readonly read: ReadPair }) {
  const { t, format } = useRequestContext();
  const { reasons, suggestion, sureness, provisional } = pair.attributes;
  const reasonText = format.list(reasons.map((reason) => t.duplicates.reasons[reason]));
  return (
    <>
      {`${reasonText.charAt(0).toLocaleUpperCase(format.locale)}${reasonText.slice(1)}. ${t.duplicates.sure[suggestion][sureness]}`}
      {provisional && ` ${t.duplicates.standsIn}`}
    </>
  );
}

function Head({ compared, text }: { readonly compared: Compared; readonly text: string }) {
  const { to, format } = useRequestContext();
  const { kind, record } = compared;
  const address = pageOfPaired(to, kind, record.attributes);
  return (
    <span class="person">
      <span class="thumb">
        {kind === 'releases' && <Sleeve of={record.attributes} size="s" />}
        {kind === 'artists' && <Mark of={record.attributes} />}
        {kind === 'labels' && <LabelMark of={record.attributes} />}
        {kind === 'productions' && <Frame of={record.attributes} size="s" />}
      </span>
      <a href={address}>
        {text}
        <span class="hidden">
          {format.colon}
          {pairNameOf(compared)}
        </span>
      </a>
    </span>
  );
}

function Row({ row: { field, one, other } }: { readonly row: ComparedRow }) {
  const { t } = useRequestContext();
  return (
    <tr class={one === other ? 'soft' : undefined}>
      <th scope="row">{labelOf(t, field)}</th>
      {[one, other].map((text, side) => (
        <td key={side === 0 ? 'one' : 'other'}>{field === 'barcode' ? <span class="n">{text}</span> : <CatalogText text={text} />}</td>
      ))}
    </tr>
  );
}

function Choices({ read: { pair, one }, rows, problem, is }: PairProps & { readonly rows: readonly ComparedRow[] }) {
  const { t } = useRequestContext();
  const words = t.duplicates;
  const { suggestion, sureness, provisional } = pair.attributes;
  const merging = ['left', 'right'] as const;
  const isApart = one.kind === 'releases' && isToldApart(rows);
  const mayBeEditions = one.kind === 'releases' && (isApart || !provisional);
  // Prevents accidental merges: pressings and weak matches have no default.
  const isChosen = suggestion === 'editions' || (!isApart && sureness !== 'possible');
  const offered: readonly AnswerOfPair[] =
    suggestion === 'editions' ? ['editions', ...merging] : [...merging, ...(mayBeEditions ? (['editions'] as const) : [])];
  return (
    <Radios
      name="is"
      legend={words.what}
      isLegendHidden
      options={[...offered, 'different' as const].map((answer) => [
        answer,
        words.choices[answer],
        <Consequence key={answer} answer={answer} kind={one.kind} rows={rows} />,
      ])}
      chosen={is ?? (isChosen ? offered[0] : undefined)}
    >
      <FieldProblem name="is" problem={problem} />
    </Radios>
  );
}

interface ConsequenceProps {
  readonly answer: AnswerOfPair;
  readonly kind: PairedKind;
  readonly rows: readonly ComparedRow[];
}

function Consequence({ answer, kind, rows }: ConsequenceProps) {
  const { t, format } = useRequestContext();
  const words = t.duplicates;
  if (answer === 'different') return <small>{words.notAskedAgain}</small>;
  if (answer === 'editions') return <small>{words.bothStay}</small>;
  const filled = lackingIn(rows, answer === 'left' ? 'one' : 'other').map((field) => labelOf(t, field));
  return <small>{[filled.length > 0 && words.filled({ fields: format.list(filled) }), words.moves[kind]].filter(Boolean).join(' ')}</small>;
}
