import { useVisit } from '../../http/request-context';
import { Part } from '../../ui/section';
import { HeldByHand } from '../locked-field';
import { isName } from '../name-field';
import { RowList, spareRows } from '../row-list';
import { columnsOf, emptyRow, type RowDraft, rowField } from './draft';
import { RecordField } from './field';
import type { RecordFormState } from './form-state';
import { isNames, type ListDescription, type RowsDescription } from './inputs';
import { placeOfName } from './names-of-rows';

interface RowsPartProps {
  readonly rows: ListDescription | RowsDescription;
  readonly state: RecordFormState;
}

/** Fields that repeat: the items of a list, or the records that belong to a record. */
export function RowsPart({ rows, state }: RowsPartProps) {
  const { t } = useVisit();
  const [title, aside] = t.recordForm.rows[rows.name];
  const { record } = state;
  return (
    <Part id={rows.name} title={title} aside={aside}>
      <RowList
        rows={state.draft.rows[rows.name] ?? []}
        empty={emptyRow}
        spare={spareRows(rows.name, state.more)}
        isThree={rows.fields.filter(({ isWide }) => !isWide).length > 2}
        more={rows.name}
        below={record && <HeldByHand name={rows.name} held={record.held} what={title} />}
      >
        {(row: RowDraft, at, isRepeated) => <RowOf row={row} at={at} isRepeated={isRepeated} rows={rows} state={state} />}
      </RowList>
    </Part>
  );
}

interface RowOfProps extends RowsPartProps {
  readonly row: RowDraft;
  readonly at: string;
  readonly isRepeated: boolean;
}

function RowOf({ row, at, isRepeated, rows, state }: RowOfProps) {
  return (
    <>
      <input type="hidden" name={rowField(rows, 'record')} value={row.iri} />
      {rows.fields.flatMap(columnsOf).map((name) => (
        <input key={name} type="hidden" name={rowField(rows, `${name}.was`)} value={row.was[name] ?? ''} />
      ))}
      {rows.fields.map((field) => (
        <RecordField
          key={field.name}
          field={field}
          value={row.texts[field.name] ?? ''}
          state={state}
          row={{
            name: rowField(rows, field.name),
            at,
            isRepeated,
            known: isNames(field.input) ? (row.texts[isName(field.name)] ?? '') : '',
            resolved: state.names?.records.get(placeOfName(rows, field.name, at)),
          }}
        />
      ))}
    </>
  );
}
