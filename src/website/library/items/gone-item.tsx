import { unlessMissing } from '../../api/client';
import { problemsOf, type SentForm, tokenField, userField } from '../../http/form';
import { withNotice } from '../../http/notice';
import { type Page, type PageAnswer, seeOther } from '../../http/page';
import type { RequestContext } from '../../http/request-context';
import { AllProblems, Form, Hidden, Submit } from '../../ui/form';
import { EnteredTexts } from '../../ui/table';
import { wordsFor } from './item-conflict';
import { type EditedList, saveItem } from './item-form';

type Identified = { readonly _id: string };

/** Saves an item, or shows the input if it was removed meanwhile. */
export async function saveUnlessGone<A extends Identified>(
  context: RequestContext,
  edited: EditedList<A>,
  id: string,
  form: SentForm,
): Promise<PageAnswer> {
  return (await unlessMissing(saveItem(context, edited, id, form))) ?? goneItemPage(context, edited, form, []);
}

/** Adds a removed item again from the input. */
export async function addAgain<A extends Identified>(context: RequestContext, edited: EditedList<A>, form: SentForm): Promise<PageAnswer> {
  const { attributes, problems } = edited.read(form, context);
  const wrong = Object.values(problems.fields);
  if (wrong.length > 0) return goneItemPage(context, edited, form, wrong);
  const { type, path } = edited.list;
  const sent = await context.api.send('POST', path, {
    data: { type, attributes: { ...attributes, release: { id: form.text('release') } } },
  });
  if (sent.ok) {
    const { _id: id, release } = sent.document.data.attributes;
    return seeOther(withNotice(context, edited.address(context, id, form), edited.notice, { title: release.title }));
  }
  const refused = problemsOf(context, sent, edited.fields);
  return goneItemPage(context, edited, form, [...Object.values(refused.fields), ...refused.all]);
}

/** @param problems why it cannot be added again */
function goneItemPage<A extends Identified>(
  context: RequestContext,
  edited: EditedList<A>,
  form: SentForm,
  problems: readonly string[],
): Page {
  const { title, lead, entered, addAgain, leaveIt } = edited.gone(context.t);
  const labels = edited.labels(context.t);
  const body = (
    <div class="head">
      <h1>{title}</h1>
      <p role="alert">{lead}</p>
      <AllProblems problems={problems} />
      <EnteredTexts
        caption={entered}
        texts={Object.keys(labels).flatMap((name) =>
          form.text(name) === '' ? [] : [[labels[name] ?? name, wordsFor(name, form.text(name), context)] as const],
        )}
      />
      <Form class="row">
        <Hidden fields={form.texts.filter(([name]) => name !== tokenField && name !== userField && name !== 'do')} />
        {form.text('release') !== '' && <Submit class="first" name="do" value="anew" text={addAgain} />}
        <a href={context.to.page(edited.path)}>{leaveIt}</a>
      </Form>
    </div>
  );
  return { title, body, current: 'collection', status: problems.length > 0 ? 422 : 404, isSecret: true };
}
