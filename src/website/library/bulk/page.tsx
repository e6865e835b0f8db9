import { ApiError } from '../../api/client';
import { type FormState, noProblems, problemsOf, type SentForm } from '../../http/form';
import { withNotice } from '../../http/notice';
import { type Page, type PageAnswer, seeOther } from '../../http/page';
import { type RequestContext, useRequestContext } from '../../http/request-context';
import { EmptyState } from '../../ui/empty-state';
import { AllProblems, Checkbox, Field, Form, Hidden, Select, Submit, SuggestionList } from '../../ui/form';
import { conditionOptions, statusOptions } from '../../ui/options';
import { PageHead } from '../../ui/section';
import { Table } from '../../ui/table';
import { ItemTitle, itemFormatOf } from '../items/item-title';
import type { Copy, ListedItem } from '../items/items';
import { queryOfBack } from '../items/list-query';
import { changeOf, keepSteps, removalOf, undoChange, undoneAnswer } from '../items/undo';
import { readLoansOf } from '../loans/loans';
import { type Filed, readFiled } from '../statistics/summary';
import { type BulkChanges, changedOf, changeMany, changesNothing, clearing, readChanges, readChosen, readSent, removeMany } from './bulk';

export async function get(context: RequestContext): Promise<Page> {
  const [chosen, filed] = await Promise.all([readChosen(context), readFiled(context)]);
  return bulkPage(context, { chosen, filed, back: context.query.get('back') ?? '', state: { entered: {}, problems: noProblems } });
}

/** Previews, changes, undoes, or asks before removal. */
export async function post(context: RequestContext, _: unknown, form: SentForm): Promise<PageAnswer> {
  if (form.text('do') === 'undo') return undoneAnswer(context, await undoChange(context, form.text('undo')), form);
  const [chosen, filed] = await Promise.all([readSent(context, form), readFiled(context)]);
  const what = form.text('do');
  const back = form.text('back');
  const list = context.to.collection(queryOfBack(back));
  if (what === 'ask' && chosen.length > 0) return removalPage(context, { chosen, back });
  if (what === 'remove' && chosen.length > 0) {
    const loans = await readLoansOf(context.api, chosen, {});
    await removeMany(context, chosen);
    const undo = await keepSteps(
      context,
      chosen.map(({ item }) => removalOf(item, 'collection', loans)),
    );
    return seeOther(withNotice(context, list, 'copies-removed', { count: copiesIn(chosen), undo }));
  }
  const changes = readChanges(form);
  const props = { chosen, filed, back, changes, state: { entered: form.entered, problems: noProblems } };
  const both = (['folder', 'storage_location'] as const).filter((name) => form.text(name) !== '' && form.has(`clear_${name}`));
  if (both.length > 0) {
    const fields = Object.fromEntries(both.map((name) => [name, context.t.collection.bulk.notBoth]));
    return bulkPage(context, { chosen, filed, back, state: { entered: form.entered, problems: { fields, all: [] } } }, 422);
  }
  if (what !== 'change' || chosen.length === 0 || changesNothing(changes)) return bulkPage(context, props);
  const sent = await changeMany(context, chosen, changes);
  if (sent.ok) {
    const changing = chosen.filter(({ item }) => Object.keys(changedOf(item, changes)).length > 0);
    const undo = await keepSteps(
      context,
      changing.map(({ item }) => changeOf(item, changedOf(item, changes))),
    );
    return seeOther(withNotice(context, list, 'copies-changed', { count: copiesIn(changing), undo }));
  }
  if (sent.status !== 422) throw new ApiError(sent);
  const problems = problemsOf(context, sent);
  return bulkPage(context, { ...props, state: { entered: form.entered, problems } }, 422);
}

interface BulkProps {
  readonly chosen: readonly ListedItem<Copy>[];
  readonly filed: Filed;
  readonly state: FormState;
  readonly back: string;
  /** After a preview. */
  readonly changes?: BulkChanges;
}

function bulkPage(context: RequestContext, props: BulkProps, status = 200): Page {
  const { t } = context;
  const title = t.collection.bulk.title;
  return { title, current: 'collection', status, body: props.chosen.length === 0 ? <NoneChosen back={props.back} /> : <Bulk {...props} /> };
}

function NoneChosen({ back }: Pick<BulkProps, 'back'>) {
  const { t, to } = useRequestContext();
  return (
    <>
      <PageHead title={t.collection.bulk.title} />
      <EmptyState text={t.collection.bulk.noneChosen}>
        <a class="button first" href={to.collection(queryOfBack(back))}>
          {t.collection.bulk.back}
        </a>
      </EmptyState>
    </>
  );
}

function Bulk({ chosen, filed, state, back, changes }: BulkProps) {
  const { t, to, format } = useRequestContext();
  const words = t.collection.bulk;
  const count = format.counted(copiesIn(chosen));
  const changing = changes && chosen.filter(({ item }) => Object.keys(changedOf(item, changes)).length > 0);
  const unchanged = changes && changesNothing(changes) ? words.nothingEntered : words.nothingChanges;
  return (
    <>
      <PageHead title={words.title} lead={words.chosen({ count: count })} />
      <br />
      <Form class="form grid" action={to.bulkEdit()}>
        <Hidden fields={[['back', back], ...chosen.map(({ item }) => ['item', item._id] as const)]} />
        <AllProblems problems={changing?.length === 0 ? [unchanged] : state.problems.all} />
        <BulkFields state={state} filed={filed} />
        <p class="wide row">
          <Submit name="do" value="look" class={changing?.length ? undefined : 'first'} text={words.look} />
          {changing && changing.length > 0 && (
            <Submit name="do" value="change" class="first" text={words.change({ count: format.counted(copiesIn(changing)) })} />
          )}
          <a href={to.collection(queryOfBack(back))}>{t.words.cancel}</a>
          <Submit name="do" value="ask" class="plain danger" text={words.remove({ count: count })} />
        </p>
      </Form>
      <br />
      <ChangedCopies chosen={changing && changing.length > 0 ? changing : chosen} changes={changes} />
    </>
  );
}

function BulkFields({ state: { entered, problems }, filed }: Pick<BulkProps, 'state' | 'filed'>) {
  const { t } = useRequestContext();
  const words = t.collection.bulk;
  const labels = t.collection.copyFields;
  const field = (name: keyof typeof labels) => ({ name, label: labels[name], value: entered[name], problem: problems.fields[name] });
  const clear: readonly [string, string] = [clearing, words.none];
  return (
    <>
      <Select {...field('condition')} options={[...conditionOptions(t), clear]} none={words.asItIs} />
      <Select {...field('status')} options={statusOptions(t)} none={words.asItIs} />
      <div>
        <Field {...field('folder')} list="folders" placeholder={words.asItIs} />
        <Checkbox name="clear_folder" checked={entered.clear_folder !== undefined} text={words.noFolder} />
      </div>
      <div>
        <Field {...field('storage_location')} list="places" placeholder={words.asItIs} />
        <Checkbox name="clear_storage_location" checked={entered.clear_storage_location !== undefined} text={words.noPlace} />
      </div>
      <Field {...field('tags')} label={words.addTags} hint={t.collection.form.tagsHint} />
      <SuggestionList id="places" texts={filed.by_storage_location.flatMap(({ storage_location: place }) => place ?? []).slice(0, 200)} />
      <SuggestionList id="folders" texts={filed.by_folder.flatMap(({ folder }) => folder ?? []).slice(0, 200)} />
    </>
  );
}

/** An item may be of several copies. */
const copiesIn = (chosen: readonly ListedItem<Copy>[]): number => chosen.reduce((sum, { item }) => sum + item.quantity, 0);

function removalPage({ t, to, format }: RequestContext, { chosen, back }: Pick<BulkProps, 'chosen' | 'back'>): Page {
  const words = t.collection.bulk;
  const title = words.removeHead({ count: format.counted(copiesIn(chosen)) });
  const body = (
    <>
      <PageHead title={title} lead={words.removeLead} />
      <br />
      <Form class="form" action={to.bulkEdit()}>
        <Hidden fields={[['back', back], ...chosen.map(({ item }) => ['item', item._id] as const)]} />
        <p class="row">
          <Submit name="do" value="remove" class="danger" text={words.remove({ count: format.counted(copiesIn(chosen)) })} />
          <a href={to.collection(queryOfBack(back))}>{t.words.cancel}</a>
        </p>
      </Form>
      <br />
      <ChangedCopies chosen={chosen} changes={undefined} />
    </>
  );
  return { title, current: 'collection', body };
}

interface ChangedCopiesProps {
  readonly chosen: readonly ListedItem<Copy>[];
  readonly changes: BulkChanges | undefined;
}

/** Deletions struck out, insertions underlined. */
function ChangedCopies({ chosen, changes }: ChangedCopiesProps) {
  const context = useRequestContext();
  const { columns, bulk } = context.t.collection;
  return (
    <Table
      class="owned"
      caption={bulk.title}
      heads={[context.t.fields.release, columns.format, ...names.map((name) => context.t.collection.copyFields[name])]}
    >
      {chosen.map(({ item, release }) => (
        <tr key={item._id}>
          <th scope="row">
            <ItemTitle release={release} />
          </th>
          <td class="keep">{itemFormatOf(item, release, context)}</td>
          {names.map((name) => (
            <Cell key={name} name={name} item={item} changed={changes ? changedOf(item, changes) : {}} />
          ))}
        </tr>
      ))}
    </Table>
  );
}

const names = ['condition', 'status', 'folder', 'storage_location', 'tags'] as const;

type Name = (typeof names)[number];

function Cell({ name, item, changed }: { readonly name: Name; readonly item: Copy; readonly changed: Readonly<Record<string, unknown>> }) {
  const context = useRequestContext();
  const before = wordsOf(name, item[name], context);
  if (!Object.hasOwn(changed, name)) return <td>{before}</td>;
  const after = wordsOf(name, changed[name] as Copy[Name], context);
  return (
    <td class="keep">
      {before && <del>{before}</del>} {after && <ins>{after}</ins>}
    </td>
  );
}

function wordsOf(name: Name, value: Copy[Name] | readonly string[], { t, format }: RequestContext): string {
  if (value === null) return '';
  if (typeof value !== 'string') return format.list(value);
  const lists: Partial<Record<Name, Readonly<Record<string, string>>>> = { condition: t.words.conditions, status: t.words.statuses };
  return lists[name]?.[value] ?? value;
}
