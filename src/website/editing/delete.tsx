import { ApiError, unlessMissing } from '../api/client';
import { withFlash } from '../http/addresses';
import type { SentForm } from '../http/form';
import { type Page, type PageAnswer, seeOther } from '../http/page';
import type { RequestContext } from '../http/request-context';
import { sentenceOf } from '../i18n/api-errors';
import { Confirmation } from '../ui/confirmation';
import { AllProblems, Hidden } from '../ui/form';
import { EditNoteField } from './edit-form';
import { type TargetRecord, targetOfForm, targetRecord } from './target-record';

export const get = async (context: RequestContext): Promise<PageAnswer> => askToDelete(await targetRecord(context));

export async function post(context: RequestContext, _: unknown, form: SentForm): Promise<PageAnswer> {
  const target = await unlessMissing(targetOfForm(context, form));
  if (target === undefined) return deletedHistory(context, form.text('record'));
  return target instanceof Response ? target : deleteTarget(context, target, form);
}

const deletedHistory = ({ to }: RequestContext, record: string): Response => seeOther(withFlash(to.history({ record }), 'record-deleted'));

function askToDelete({ words: { remove }, iri, tag, form, called, frame }: TargetRecord, problems: readonly string[] = []): Page {
  const fields = (
    <>
      <AllProblems problems={problems} />
      <Hidden fields={{ record: iri, tag }} />
      <EditNoteField />
    </>
  );
  const body = (
    <Confirmation title={remove.title} act={remove.act} back={form} fields={fields}>
      {remove.lead({ name: called })}
    </Confirmation>
  );
  return { title: remove.title, ...frame, body };
}

/** Deletes and leads to the history, or asks again with the reason. */
async function deleteTarget(context: RequestContext, target: TargetRecord, form: SentForm): Promise<PageAnswer> {
  const note = form.text('note');
  const body = note === '' ? undefined : { meta: { note } };
  const sent = await context.api.send('DELETE', target.iri, body, { 'if-match': form.text('tag') || target.tag });
  if (sent.ok) return deletedHistory(context, target.iri);
  if (sent.status !== 409 && sent.status !== 412) throw new ApiError(sent);
  return { ...askToDelete(target, [sentenceOf(context, sent)]), status: sent.status };
}
