import type { Page } from '../../http/page';
import { type RequestContext, useRequestContext } from '../../http/request-context';
import { CatalogText } from '../../ui/catalog-text';
import { Form } from '../../ui/form';
import { Section } from '../../ui/section';
import { EditForm, EditNote } from '../edit-form';
import { ErrorSummary } from '../error-summary';
import { LockedField } from '../locked-field';
import { idFieldOf } from '../name-field';
import { offeredRoles } from '../roles';
import { RowList, spareRows } from '../row-list';
import { columnsOf, emptyRow, packedDraft, type RowDraft, rowField } from './draft';
import { RecordField, type RecordFormState } from './field';
import { labelOf } from './field-errors';
import type { KindDescription } from './form-schemas';
import { isNames, type ListDescription, type RowsDescription } from './inputs';
import { placeOfName } from './names-of-rows';
import type { EditedRecord } from './read-record';

interface Shown extends Partial<Pick<RecordFormState, 'draft' | 'note' | 'theirs' | 'fieldErrors' | 'more' | 'names'>> {
  /** Errors without a field. */
  readonly all?: readonly string[];
  readonly status?: number;
  /** A notice above a partly saved form. */
  readonly said?: string;
}

export async function editRecordPage(
  visit: RequestContext,
  edited: EditedRecord,
  { status = 200, all = [], said, ...shown }: Shown = {},
): Promise<Page> {
  const { t, to } = visit;
  const page = to.page(edited.page);
  const state = {
    description: edited.description,
    draft: edited.draft,
    note: '',
    fieldErrors: [],
    ...shown,
    roles: await rolesFor(visit, edited.description),
    back: page,
    record: {
      tag: edited.tag,
      base: packedDraft(edited.description, edited.draft),
      locks: edited.locks,
      history: to.historyOf(page),
      form: to.below(page, 'edit'),
    },
  };
  return {
    title: t.recordForm.correct(edited.called),
    status,
    body: (
      <>
        <div class="head">
          <p class="over">
            <a href={page}>
              <CatalogText text={edited.called} />
            </a>
          </p>
          <h1>{t.editing.correct}</h1>
          <p>{t.editing.lead}</p>
        </div>
        {said === undefined && <ErrorSummary fieldErrors={state.fieldErrors} all={all} />}
        {said !== undefined && (
          <div class="once bad" role="alert" tabIndex={-1}>
            {[said, ...all].join(' ')}
          </div>
        )}
        <RecordForm state={state} />
        <Further page={page} type={edited.description.type} />
      </>
    ),
  };
}

/** Undefined for forms without roles. */
const rolesFor = async ({ api }: RequestContext, { lists }: KindDescription): Promise<readonly string[]> =>
  lists.some(({ fields }) => fields.some(({ input }) => input === 'role')) ? offeredRoles(api) : [];

function Further({ page, type }: { readonly page: string; readonly type: KindDescription['type'] }) {
  const { t, to } = useRequestContext();
  const words = t.recordForm;
  const [title, aside] = t.releaseForm.parts.gone;
  return (
    <>
      <Section title={title} aside={aside}>
        <p class="row">
          <a href={to.below(page, 'merge')}>{t.releaseForm.merge.link}</a>
          <a href={to.below(page, 'delete')}>{t.releaseForm.remove.link}</a>
        </p>
      </Section>
      <Section title={words.others}>
        <p class="row">
          <a href={to.below(page.slice(0, page.lastIndexOf('/')), 'add')}>{words.add[type]}</a>
          {type === 'Label' && <a href={to.below(`${page}/series`, 'add')}>{words.add.LabelSeries}</a>}
        </p>
      </Section>
    </>
  );
}

/** Empty, or as rejected. */
export async function addRecordPage(
  visit: RequestContext,
  state: Omit<RecordFormState, 'back' | 'roles'>,
  all: readonly string[] = [],
  status = 200,
): Promise<Page> {
  const { t, to, path } = visit;
  const title = t.recordForm.add[state.description.type];
  const roles = await rolesFor(visit, state.description);
  const back = to.page(path.slice(0, path.lastIndexOf('/')).replace(/\/series$/, ''));
  const body = (
    <>
      <div class="head">
        <h1>{title}</h1>
        <p>{t.recordForm.addLead}</p>
      </div>
      <ErrorSummary fieldErrors={state.fieldErrors} all={all} />
      <RecordForm state={{ ...state, roles, back }} />
    </>
  );
  return { title, body, status };
}

/** Fields, rows and reason. */
function RecordForm({ state }: { readonly state: RecordFormState }) {
  const { t } = useRequestContext();
  const { description, draft, note, back, record } = state;
  const parts = (
    <>
      {record && <input type="hidden" name="base" value={record.base} />}
      <Section title={t.records.record} id="record">
        <div class="form grid">
          {description.fields.map((field) => (
            <>
              <RecordField field={field} value={draft.texts[field.name] ?? ''} state={state} />
              {record && <LockedField name={field.name} locks={record.locks} what={labelOf(t, field.name)} />}
            </>
          ))}
        </div>
      </Section>
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
      <EditNote note={note} placeholder={t.recordForm.whyExample} back={back} history={record?.history ?? back} />
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

interface RowsPartProps {
  readonly rows: ListDescription | RowsDescription;
  readonly state: RecordFormState;
}

function RowsPart({ rows, state }: RowsPartProps) {
  const { t } = useRequestContext();
  const [title, aside] = t.recordForm.rows[rows.name];
  const { record } = state;
  return (
    <Section id={rows.name} title={title} aside={aside}>
      <RowList
        rows={state.draft.rows[rows.name] ?? []}
        empty={emptyRow}
        spare={spareRows(rows.name, state.more)}
        isThree={rows.fields.filter(({ isWide }) => !isWide).length > 2}
        more={rows.name}
        below={record && <LockedField name={rows.name} locks={record.locks} what={title} />}
      >
        {(row: RowDraft, at, isRepeated) => <RowOf row={row} at={at} isRepeated={isRepeated} rows={rows} state={state} />}
      </RowList>
    </Section>
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
            known: isNames(field.input) ? (row.texts[idFieldOf(field.name)] ?? '') : '',
            resolved: state.names?.records.get(placeOfName(rows, field.name, at)),
          }}
        />
      ))}
    </>
  );
}
