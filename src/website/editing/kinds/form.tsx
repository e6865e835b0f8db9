import { useVisit } from '../../http/request-context';
import { Form } from '../../ui/form';
import { Part } from '../../ui/section';
import { EditForm } from '../edit-form';
import { Why } from '../edit-note';
import { HeldByHand } from '../locked-field';
import { RecordField } from './field';
import type { RecordFormState } from './form-state';
import { RowsPart } from './rows-part';
import { labelOf } from './wrongs';

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
      {state.roles.length > 0 && (
        <datalist id="roles">
          {state.roles.map((role) => (
            <option key={role} value={role} />
          ))}
        </datalist>
      )}
      {[...description.lists, ...description.rows].map((rows) => (
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
