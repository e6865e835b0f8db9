import type { ComponentChildren } from 'preact';
import type { Page } from '../../http/page';
import { type RequestContext, useRequestContext } from '../../http/request-context';
import { CatalogLink, shortTitle } from '../../ui/catalog-text';
import { Hidden, SuggestionList } from '../../ui/form';
import { PageHead, Section } from '../../ui/section';
import { EditForm, EditNote } from '../edit-form';
import { ErrorSummary } from '../error-summary';
import { packDraft } from '../packed-draft';
import { offeredRoles } from '../roles';
import { isSame, rowsIn } from './draft';
import { type EditedRecord, readOptions } from './edited-record';
import { Grid, ListRows } from './form-field';
import { type FieldSchema, type FormSchema, formFields, inBlock, isList, type ListSchema, listsOf, type SectionSchema } from './schema';
import type { FormState } from './types';

interface PageState extends FormState {
  readonly edited: EditedRecord;
  readonly note: string;
  readonly back: string;
  /** Names of offered roles. */
  readonly roles: readonly string[];
  /** Errors without a field. */
  readonly all: readonly string[];
  /** A notice above the form. */
  readonly notice?: string | undefined;
}

type Shown = Partial<Pick<PageState, 'draft' | 'note' | 'names' | 'fieldErrors' | 'all' | 'more' | 'notice' | 'pending'>>;

async function stateOf(context: RequestContext, edited: EditedRecord, overrides: Shown, action: string, back: string): Promise<PageState> {
  const { schema, draft: base, attributes, locks } = edited;
  const asksRoles = listsOf(schema).some(({ fields }) => fields.some(({ input }) => input === 'role'));
  return {
    ...{ edited, action, back, base, attributes, locks, draft: base, note: '', fieldErrors: [], all: [] },
    ...overrides,
    options: await readOptions(context, edited, formFields(schema)),
    roles: asksRoles ? await offeredRoles(context) : [],
  };
}

export async function editPage(context: RequestContext, edited: EditedRecord, overrides: Shown = {}): Promise<Page> {
  const { t, to } = context;
  const page = to.page(edited.page);
  const state = await stateOf(context, edited, overrides, to.below(page, 'edit'), page);
  const notice = [state.notice, state.pending?.lost].filter(Boolean).join(' ');
  const { heading } = edited.schema.words(t);
  const body = (
    <>
      <div class="head">
        <Over edited={edited} />
        <h1>{edited.isOwn ? t.releaseForm.complete : heading}</h1>
        <p>{t.editing.lead}</p>
      </div>
      <ErrorSummary fieldErrors={state.fieldErrors} all={state.all} />
      {notice !== '' && (
        <div class="once" role="status" tabIndex={-1}>
          {notice}
        </div>
      )}
      <RecordForm state={state} />
      {!edited.schema.sections.some(({ blocks }) => blocks.includes('links')) && <Further page={page} type={edited.schema.type} />}
    </>
  );
  return { title: t.recordForm.correct({ name: edited.called }), ...edited.schema.frame(edited.attributes), body };
}

/** Title, link and edition. */
export function Over({ edited }: { readonly edited: EditedRecord }) {
  const context = useRequestContext();
  const { called, page, schema } = edited;
  return (
    <p class="over">
      <CatalogLink href={context.to.page(page)} text={schema.edition ? shortTitle(called) : called} />
      {schema.edition?.(context, edited)}
    </p>
  );
}

function Further({ page, type }: { readonly page: string; readonly type: FormSchema['type'] }) {
  const { t, to } = useRequestContext();
  const words = t.recordForm;
  const [title, aside] = t.releaseForm.parts.gone;
  const add: Readonly<Partial<Record<string, string>>> = words.add;
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
          <a href={to.below(page.slice(0, page.lastIndexOf('/')), 'add')}>{add[type]}</a>
          {type === 'Label' && <a href={to.below(`${page}/series`, 'add')}>{words.add.LabelSeries}</a>}
        </p>
      </Section>
    </>
  );
}

/** Empty, or as rejected. */
export async function addPage(context: RequestContext, edited: EditedRecord, overrides: Shown): Promise<Page> {
  const { t, to, path } = context;
  const titles: Readonly<Partial<Record<string, string>>> = t.recordForm.add;
  const { type, named } = edited.schema;
  const title = titles[type];
  const back = to.page(edited.page.replace(/\/series$/, ''));
  const state = await stateOf(context, edited, overrides, to.page(path), back);
  const body = (
    <>
      <PageHead title={title} lead={t.recordForm.addLead[named === 'title' ? 'title' : 'name']} />
      <ErrorSummary fieldErrors={state.fieldErrors} all={state.all} />
      <RecordForm state={state} />
    </>
  );
  return { title, body };
}

function RecordForm({ state }: { readonly state: PageState }) {
  const { t, to, now } = useRequestContext();
  const { edited, note, back, action, roles, draft } = state;
  const { schema, iri } = edited;
  const parts = (
    <>
      {iri === '' && <input type="hidden" name="looked" value={draft.texts[schema.named]} />}
      {schema.sections.map((section) => (
        <SectionOf key={section.id} section={section} state={state} />
      ))}
      {roles.length > 0 && <SuggestionList id="roles" texts={roles} />}
      {schema.part?.render(state)}
      <EditNote note={note} placeholder={schema.words(t).whyExample} back={back} history={iri === '' ? undefined : to.historyOf(back)} />
    </>
  );
  if (iri === '') return <EditForm tag={undefined}>{parts}</EditForm>;
  return (
    <EditForm tag={edited.tag} action={action} enctype={schema.part?.enctype}>
      <Hidden fields={{ record: iri, base: packDraft(edited.draft), since: now.toISOString() }} />
      {parts}
    </EditForm>
  );
}

interface SectionProps {
  readonly section: SectionSchema;
  readonly state: PageState;
}

function SectionOf({ section, state }: SectionProps) {
  const { t } = useRequestContext();
  const { id, title, isFolded, blocks } = section;
  const [heading, aside] = title(t);
  const isFirst = section === state.edited.schema.sections[0];
  const all = blocks.map((block, index) => {
    if (block === 'links') return <Links page={state.back} />;
    if ('grid' in block) return <Grid rows={block.grid} part={id} state={state} isFirst={isFirst && index === 0} />;
    return block.list.part ? block.list.part.render(state) : <ListRows list={block.list} part={id} state={state} />;
  });
  return (
    <Section id={id} title={heading} aside={aside}>
      {isFolded ? <Folded section={section} state={state} all={all} /> : all}
    </Section>
  );
}

/** Rare fields, open if they have errors or changes. */
function Folded({ section: { blocks }, state, all }: SectionProps & { readonly all: ComponentChildren }) {
  const { t } = useRequestContext();
  const { fieldErrors, more, names, options, draft, base } = state;
  const contents = blocks.flatMap(inBlock).filter((one) => isList(one) || options.get(one.name)?.length !== 0);
  const fields = new Set(contents.flatMap((content) => [content.name, ...(isList(content) ? content.fields.map(({ name }) => name) : [])]));
  const isAsked = names && [...names].some(([place, { state }]) => state === 'several' && fields.has(place.split(' ')[0] ?? ''));
  const isChanged = ({ name }: FieldSchema | ListSchema) =>
    draft.texts[name] !== base.texts[name] || !isSame(rowsIn(draft, name), rowsIn(base, name));
  const hasErrors = fieldErrors.some(({ field }) => fields.has(field));
  const isOpen = hasErrors || isAsked || contents.some((content) => content.name === more || isChanged(content));
  const named = contents.filter((content) => !isList(content) || !content.isMinor);
  const summary = [...named.map(({ label }) => t.fields[label].split(',')[0]), t.releaseForm.parts.gone[1]].join(' · ');
  return (
    <details open={isOpen}>
      <summary>{summary}</summary>
      {all}
    </details>
  );
}

function Links({ page }: { readonly page: string }) {
  const { t, to } = useRequestContext();
  return (
    <p class="row">
      <a href={to.below(page, 'merge')}>{t.releaseForm.merge.link}</a>
      <a class="danger" href={to.below(page, 'delete')}>
        {t.releaseForm.remove.link}
      </a>
    </p>
  );
}
