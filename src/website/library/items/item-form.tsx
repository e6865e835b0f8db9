import type { ComponentChildren } from 'preact';
import { ApiError } from '../../api/client';
import { withFlash } from '../../http/addresses';
import { type FormState, noProblems, type Problems, problemsOf, type SentForm } from '../../http/form';
import { type Page, type PageAnswer, seeOther } from '../../http/page';
import { type RequestContext, useRequestContext } from '../../http/request-context';
import { CatalogText } from '../../ui/catalog-text';
import { AllProblems, Form } from '../../ui/form';
import { Sleeve } from '../../ui/pictures';
import { changeItem, type ItemList, type OpenForm, type SingleItem } from './items';
import { backOf, listQuery } from './list-query';

/** A copy or wish in an open form, in place of its table row. */
export interface EditedItem<A> {
  readonly held: SingleItem<A>;
  readonly state: FormState;
  readonly back: string;
  /** Whether someone else changed it meanwhile. */
  readonly isChanged: boolean;
}

export interface ItemInput {
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly problems: Problems;
}

/** A list with the form of its items. */
export interface EditedList {
  readonly list: ItemList;
  readonly path: string;
  readonly read: (form: SentForm, visit: RequestContext) => ItemInput;
  /** Form fields of attributes with other names. */
  readonly fields: Readonly<Record<string, string>>;
  readonly page: (visit: RequestContext, editing: OpenForm) => Promise<Page>;
  /** Where the list has the saved item. */
  readonly address: (visit: RequestContext, id: string, form: SentForm) => string;
  readonly notice: 'copy-saved' | 'wish-saved';
}

/** Saves an item, or shows the list with the rejected form. */
export async function saveItem(visit: RequestContext, edited: EditedList, id: string, form: SentForm): Promise<PageAnswer> {
  const { attributes, problems } = edited.read(form, visit);
  const again = async (status: number, wrong: Problems): Promise<Page> => {
    const query = new URLSearchParams(backOf(new URLSearchParams(form.text('back'))));
    const editing = { id, isChanged: status === 412, state: { entered: form.entered, problems: wrong } };
    return { ...(await edited.page({ ...visit, path: edited.path, query }, editing)), status };
  };
  if (Object.keys(problems.fields).length > 0) return again(422, problems);
  const sent = await changeItem(visit.api, edited.list, id, attributes, form.text('tag') || undefined);
  if (sent.ok) return seeOther(withFlash(edited.address(visit, id, form), edited.notice));
  if (sent.status === 412) return again(412, noProblems);
  if (sent.status !== 422) throw new ApiError(sent);
  return again(422, problemsOf(visit, sent, edited.fields));
}

/** The query of the list that the form came from. */
export const queryOf = (form: SentForm) => listQuery(new URLSearchParams(form.text('back')));

interface ItemFormProps {
  readonly edited: EditedItem<unknown>;
  /** Address of the item. */
  readonly action: string;
  readonly cancel: string;
  readonly removal: ComponentChildren;
  readonly children: ComponentChildren;
}

export function ItemForm({ edited: { held, state, back }, action, cancel, removal, children }: ItemFormProps) {
  const { t } = useRequestContext();
  return (
    <Form class="form" action={`${action}#item`}>
      <input type="hidden" name="tag" value={held.tag} />
      <input type="hidden" name="back" value={back} />
      <p class="wide person">
        <span class="thumb">
          <Sleeve of={held.release} size="s" />
        </span>
        <b>
          <CatalogText text={held.release.title} />
        </b>
      </p>
      <AllProblems problems={state.problems.all} />
      {children}
      <p class="wide row">
        <button type="submit" class="first">
          {t.words.save}
        </button>
        <a href={cancel}>{t.words.cancel}</a>
        {removal}
      </p>
    </Form>
  );
}
