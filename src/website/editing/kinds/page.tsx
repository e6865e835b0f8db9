import type { Page } from '../../http/page';
import { useVisit, type Visit } from '../../http/request-context';
import { CatalogText } from '../../ui/catalog-text';
import { Part } from '../../ui/section';
import { Refused } from '../error-summary';
import { offeredRoles } from '../roles';
import { RecordForm } from './form';
import type { KindDescription } from './form-schemas';
import type { RecordFormState } from './form-state';
import type { EditedRecord } from './read-record';

interface Shown extends Partial<Pick<RecordFormState, 'draft' | 'note' | 'theirs' | 'wrongs' | 'more' | 'names'>> {
  /** What is wrong, and of no field. */
  readonly all?: readonly string[];
  readonly status?: number;
  /** Said above the form, where it is saved in part. */
  readonly said?: string;
}

/** The page with the form of a record. */
export async function editRecordPage(
  visit: Visit,
  edited: EditedRecord,
  { status = 200, all = [], said, ...shown }: Shown = {},
): Promise<Page> {
  const { t, to } = visit;
  const page = to.page(edited.page);
  const state = {
    description: edited.description,
    draft: edited.draft,
    note: '',
    wrongs: [],
    ...shown,
    roles: await rolesFor(visit, edited.description),
    back: page,
    record: { tag: edited.tag, held: edited.held, history: to.historyOf(page), form: to.below(page, 'edit') },
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
        {said === undefined && <Refused wrongs={state.wrongs} all={all} />}
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

/** What the form of a kind offers as roles, where it has any. */
const rolesFor = async ({ api }: Visit, { lists }: KindDescription): Promise<readonly string[]> =>
  lists.some(({ fields }) => fields.some(({ input }) => input === 'role')) ? offeredRoles(api) : [];

/** The ways to what is done with a record as a whole, and to others like it. */
function Further({ page, type }: { readonly page: string; readonly type: KindDescription['type'] }) {
  const { t, to } = useVisit();
  const words = t.recordForm;
  const [title, aside] = t.releaseForm.parts.gone;
  return (
    <>
      <Part title={title} aside={aside}>
        <p class="row">
          <a href={to.below(page, 'merge')}>{t.releaseForm.merge.link}</a>
          <a href={to.below(page, 'delete')}>{t.releaseForm.remove.link}</a>
        </p>
      </Part>
      <Part title={words.others}>
        <p class="row">
          <a href={to.below(page.slice(0, page.lastIndexOf('/')), 'add')}>{words.add[type]}</a>
          {type === 'Label' && <a href={to.below(`${page}/series`, 'add')}>{words.add.LabelSeries}</a>}
        </p>
      </Part>
    </>
  );
}

/** The page with the empty form of a kind, or with what was refused. */
export async function addRecordPage(
  visit: Visit,
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
      <Refused wrongs={state.wrongs} all={all} />
      <RecordForm state={{ ...state, roles, back }} />
    </>
  );
  return { title, body, status };
}
