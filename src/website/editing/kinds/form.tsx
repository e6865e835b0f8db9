import { countryCodes } from '../../../catalog/countries';
import { Form } from '../../components/form';
import { Part } from '../../components/part';
import { useVisit } from '../../visit';
import { EditForm } from '../edit-form';
import { AreaField, ChoiceField, LineField } from '../fields';
import { HeldByHand, type HeldFields } from '../held';
import { type Wrong, wrongAt } from '../refused';
import { RowList, spareRows } from '../row-list';
import { Why } from '../why';
import type { FieldDescription, KindDescription, RowsDescription } from './descriptions';
import { type Draft, emptyRow, type FieldTexts, type RowDraft, rowField } from './draft';
import { labelOf } from './save';

/** What the form of a record shows. */
export interface RecordFormState {
  readonly description: KindDescription;
  readonly draft: Draft;
  readonly note: string;
  /** The address of the page to go back to. */
  readonly back: string;
  /** Of a record that is there: the tag of its version, whose hands its fields are in, and where its other forms are. */
  readonly record?: { readonly tag: string; readonly held: HeldFields; readonly history: string; readonly form: string };
  /** What somebody else wrote meanwhile. */
  readonly theirs?: FieldTexts | undefined;
  readonly wrongs: readonly Wrong[];
  /** The rows that more of were asked for. */
  readonly more?: string | undefined;
}

/** The form of a record: its fields, the records below it as rows, and why it is changed. */
export function RecordForm({ state }: { readonly state: RecordFormState }) {
  const { t } = useVisit();
  const { description, draft, note, back, record } = state;
  const parts = (
    <>
      <Part title={t.records.record} id="record">
        <div class="form grid">
          {description.fields.map((field) => (
            <>
              <RecordField field={field} value={draft.texts[field.name] ?? ''} state={state} />
              {record && <HeldByHand name={field.name} held={record.held} what={labelOf(t, field.name)} />}
            </>
          ))}
        </div>
      </Part>
      {description.rows.map((rows) => (
        <RowsPart key={rows.name} rows={rows} state={state} />
      ))}
      <Why note={note} placeholder={t.recordForm.whyExample} back={back} history={record?.history ?? back} />
    </>
  );
  return record ? (
    <EditForm tag={record.tag} action={record.form}>
      {parts}
    </EditForm>
  ) : (
    <Form>{parts}</Form>
  );
}

interface RecordFieldProps {
  readonly field: FieldDescription;
  readonly value: string;
  readonly state: Pick<RecordFormState, 'wrongs' | 'theirs'>;
  /** Of a field in rows: what it is called in the form, and its row. */
  readonly row?: { readonly name: string; readonly at: string; readonly isRepeated: boolean };
}

function RecordField({ field, value, state, row }: RecordFieldProps) {
  const { t, format } = useVisit();
  const { input, isWide, isRequired } = field;
  const name = row?.name ?? field.name;
  const theirs = row ? undefined : state.theirs?.[field.name];
  const shared = {
    name,
    at: row?.at,
    isRepeated: row?.isRepeated,
    isWide: isWide === true,
    label: labelOf(t, field.name),
    problem: wrongAt(state.wrongs, name, row?.at),
    hint: theirs === undefined || theirs === value ? hintOf(input, t.recordForm) : t.recordForm.theirs(theirs),
  };
  if (input === 'area' || input === 'lines')
    return (
      <AreaField {...shared} rows={input === 'area' ? 6 : 4} maxLength={10_000} dir="auto">
        {value}
      </AreaField>
    );
  if (input === 'flag') {
    const options = [
      ['no', t.history.no],
      ['yes', t.history.yes],
    ] as const;
    return <ChoiceField {...shared} value={value || 'no'} options={options} />;
  }
  if (input === 'country') {
    const named = countryCodes.map((code) => [code, format.country(code)] as const);
    return <ChoiceField {...shared} value={value} mayBeEmpty options={named.sort(([, one], [, other]) => format.compare(one, other))} />;
  }
  if (typeof input === 'object') {
    const words = input.said(t);
    return (
      <ChoiceField
        {...shared}
        value={value}
        mayBeEmpty={input.mayBeEmpty === true}
        options={input.words.map((word) => [word, words[word] ?? word] as const)}
      />
    );
  }
  const maxLength = field.name === 'url' ? 2_000 : field.name === 'notes' ? 10_000 : 255;
  return (
    <LineField
      {...shared}
      value={value}
      maxLength={maxLength}
      required={isRequired === true}
      {...(input === 'number' && { inputMode: 'numeric' as const })}
    />
  );
}

const hintOf = (input: FieldDescription['input'], words: { readonly dateHelp: string; readonly linesHelp: string }): string | undefined =>
  input === 'date' ? words.dateHelp : input === 'lines' ? words.linesHelp : undefined;

function RowsPart({ rows, state }: { readonly rows: RowsDescription; readonly state: RecordFormState }) {
  const { t } = useVisit();
  const [title, aside] = t.recordForm.rows[rows.name];
  return (
    <Part id={rows.name} title={title} aside={aside}>
      <RowList rows={state.draft.rows[rows.name] ?? []} empty={emptyRow} spare={spareRows(rows.name, state.more)} isThree more={rows.name}>
        {(row: RowDraft, at, isRepeated) => (
          <>
            {rows.fields.map((field) => (
              <RecordField
                key={field.name}
                field={field}
                value={row.texts[field.name] ?? ''}
                state={state}
                row={{ name: rowField(rows, field.name), at, isRepeated }}
              />
            ))}
            <input type="hidden" name={rowField(rows, 'iri')} value={row.iri} />
            {rows.fields.map(({ name }) => (
              <input key={name} type="hidden" name={rowField(rows, `${name}.was`)} value={row.was[name] ?? ''} />
            ))}
          </>
        )}
      </RowList>
    </Part>
  );
}
