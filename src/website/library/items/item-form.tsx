import type { ComponentChildren, VNode } from 'preact';
import { ApiError } from '../../api/client';
import { packDraft, unpackTexts } from '../../editing/packed-draft';
import { type FormState, noProblems, type Problems, problemsOf, SentForm } from '../../http/form';
import { withNotice } from '../../http/notice';
import { type Page, type PageAnswer, seeOther } from '../../http/page';
import { type RequestContext, useRequestContext } from '../../http/request-context';
import type { Texts } from '../../i18n';
import { CatalogTitle } from '../../ui/catalog-text';
import { AllProblems, Form, Hidden, Submit } from '../../ui/form';
import { Sleeve } from '../../ui/pictures';
import { changeItem, type ItemList, type OpenForm, readItem, type SeenVersion, type SingleItem } from './items';
import { backOf, queryOfBack } from './list-query';
import { readLastCurrency } from './money';
import type { ItemChange } from './undo';

type Entered = FormState['entered'];

/** A copy or wish in an open form, in place of its table row. */
export interface EditedItem<A> {
  readonly stored: SingleItem<A>;
  readonly state: FormState;
  readonly back: string;
  /** Whether someone else changed it meanwhile. */
  readonly isChanged: boolean;
  readonly seen: SeenVersion;
  /** Empty if none is suggested. */
  readonly proposedCurrency: string;
}

const seenVersion = (tag: string, texts: Entered): SeenVersion => ({ tag, base: packDraft({ texts, lists: {} }) });

/** An item with its form, as an address or a refused request opens it. */
export async function readEdited<A extends { readonly _id: string; readonly currency: string | null }>(
  context: RequestContext,
  { list, entered }: Pick<EditedList<A>, 'list' | 'entered'>,
  { id, state, isChanged = false, seen }: OpenForm,
): Promise<EditedItem<A>> {
  const stored = await readItem<A>(context.api, list.path, id);
  const texts = entered(stored.item, context);
  const isPriced = [texts.price, texts.order_price, texts.max_price].some(Boolean);
  // Beside a stored price, a suggestion would look like its currency.
  const proposedCurrency = stored.item.currency === null && !isPriced ? await readLastCurrency(context) : '';
  return {
    stored,
    proposedCurrency,
    state: state ?? { entered: { ...texts, currency: texts.currency || proposedCurrency }, problems: noProblems },
    back: backOf(context.query),
    isChanged,
    seen: seen ?? seenVersion(stored.tag, texts),
  };
}

export interface ItemInput {
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly problems: Problems;
}

interface GoneWords {
  readonly title: string;
  readonly lead: string;
  readonly entered: string;
  readonly addAgain: string;
  readonly leaveIt: string;
}

/** A list with the form of its items. */
export interface EditedList<A extends { readonly _id: string }> {
  readonly list: ItemList;
  readonly path: string;
  readonly read: (form: SentForm, context: RequestContext) => ItemInput;
  /** An item as its form shows it. */
  readonly entered: (item: A, context: RequestContext) => Entered;
  /** Form fields of attributes with other names. */
  readonly fields: Readonly<Record<string, string>>;
  readonly page: (context: RequestContext, editing: OpenForm) => Promise<Page>;
  /** Where the list has the saved item. */
  readonly address: (context: RequestContext, id: string, form: SentForm) => string;
  readonly notice: 'copy-saved' | 'wish-saved';
  /** Keeps a change, if the list can undo changes. */
  readonly keepUndo?: (context: RequestContext, change: ItemChange) => Promise<string | undefined>;
  /** For an item that was removed while its form was open. */
  readonly gone: (t: Texts) => GoneWords;
  readonly labels: (t: Texts) => Readonly<Record<string, string>>;
}

/** Saves what was changed in the form, or shows the list with the rejected form. */
export async function saveItem<A extends { readonly _id: string }>(
  context: RequestContext,
  edited: EditedList<A>,
  id: string,
  form: SentForm,
): Promise<PageAnswer> {
  const { attributes, problems } = edited.read(form, context);
  const seen = { tag: form.text('tag'), base: form.exact('base') };
  const again = async (status: number, state: FormState, of?: SeenVersion): Promise<Page> => {
    const query = new URLSearchParams(backOf(new URLSearchParams(form.text('back'))));
    const editing = { id, isChanged: status === 412, state, seen: of };
    return { ...(await edited.page({ ...context, path: edited.path, query }, editing)), status };
  };
  if (Object.keys(problems.fields).length > 0) return again(422, { entered: form.entered, problems }, seen);
  const base = baseOf(edited, seen.base, context);
  const changes = Object.fromEntries(Object.entries(attributes).filter(([name, value]) => !base || !Bun.deepEquals(value, base[name])));
  let sent = await changeItem(context.api, edited.list, id, changes, seen.tag || undefined);
  if (sent.status === 412) {
    const { item, tag } = await readItem<A>(context.api, edited.list.path, id);
    const merged = { entered: mergedTexts(edited, form, changes, edited.entered(item, context)), problems: noProblems };
    if (!base || isInConflict({ base, mine: attributes, theirs: { ...item } })) return again(412, merged);
    sent = await changeItem(context.api, edited.list, id, changes, tag);
    if (sent.status === 412) return again(412, merged);
  }
  if (sent.ok) {
    const undo =
      base && (await edited.keepUndo?.(context, { list: 'collection', id, before: pick(base, Object.keys(changes)), after: changes }));
    const { title } = sent.document.data.attributes.release;
    return seeOther(withNotice(context, edited.address(context, id, form), edited.notice, { title, undo }));
  }
  if (sent.status !== 422) throw new ApiError(sent);
  return again(422, { entered: form.entered, problems: problemsOf(context, sent, edited.fields) }, seen);
}

type Attributes = ItemInput['attributes'];

const pick = (all: Attributes, names: readonly string[]): Attributes => Object.fromEntries(names.map((name) => [name, all[name]]));

/** Undefined for a form without the version that it was opened with. */
function baseOf<A extends { readonly _id: string }>(
  { read }: EditedList<A>,
  base: string,
  context: RequestContext,
): Attributes | undefined {
  const was = unpackTexts(base);
  if (!was) return undefined;
  const data = new FormData();
  for (const [name, text] of Object.entries(was.texts)) data.append(name, text);
  return read(new SentForm(data), context).attributes;
}

/** Amounts belong to their currency. */
const unitOf = (name: string): string =>
  name === 'currency' || name.endsWith('_price_cents') ? 'price' : /^(?:current_)?value/.test(name) ? 'value' : name;

/** Whether both sides changed the same field, or amounts and their currency, and not alike. */
function isInConflict({
  base,
  mine,
  theirs,
}: {
  readonly base: Attributes;
  readonly mine: Attributes;
  readonly theirs: Attributes;
}): boolean {
  const units = Map.groupBy(Object.keys(mine), unitOf).values();
  const differ = (names: readonly string[], one: Attributes, other: Attributes) =>
    names.some((name) => !Bun.deepEquals(one[name], other[name]));
  return units.some((names) => differ(names, base, mine) && differ(names, base, theirs) && differ(names, mine, theirs));
}

/** What was changed in the form; otherwise the current version. */
function mergedTexts<A extends { readonly _id: string }>(
  { fields }: EditedList<A>,
  form: SentForm,
  changes: Attributes,
  theirs: Entered,
): Entered {
  const mine = new Set(Object.keys(changes).map((name) => fields[name] ?? name));
  const own = Object.entries(form.entered).filter(([name]) => mine.has(name) || !(name in theirs || name === 'is_signed'));
  return { ...Object.fromEntries(Object.entries(theirs).filter(([name]) => !mine.has(name))), ...Object.fromEntries(own) };
}

/** The query of the list that the form came from. */
export const queryOf = (form: SentForm) => queryOfBack(form.text('back'));

interface ItemFormProps {
  readonly edited: EditedItem<unknown>;
  /** Address of the item. */
  readonly action: string;
  /** Address of the list, or a button that undoes the addition. */
  readonly cancel: string | VNode;
  readonly removal: ComponentChildren;
  readonly children: ComponentChildren;
}

export function ItemForm({ edited: { stored, state, back, seen, proposedCurrency }, action, cancel, removal, children }: ItemFormProps) {
  const { t } = useRequestContext();
  return (
    <Form class="form" action={`${action}#item`}>
      <Hidden fields={{ tag: seen.tag, base: seen.base, back, proposed_currency: proposedCurrency }} />
      <p class="wide person">
        <span class="thumb">
          <Sleeve of={stored.release} size="s" />
        </span>
        <CatalogTitle text={stored.release.title} />
      </p>
      <AllProblems problems={state.problems.all} />
      {children}
      <p class="wide row">
        <Submit class="first" text={t.words.save} />
        {typeof cancel === 'string' ? <a href={cancel}>{t.words.cancel}</a> : cancel}
        {removal}
      </p>
    </Form>
  );
}
