import { saying } from '../addresses';
import { ApiError } from '../api';
import { Confirmation } from '../components/confirmation';
import { LineField } from '../editing/fields';
import { type EditedRecord, readEditedRecord } from '../editing/kinds/read-record';
import type { SentForm } from '../form';
import { type Answer, type Page, seeOther } from '../page';
import type { Visit } from '../visit';

/** Asks whether a record is to be deleted. */
export async function show(visit: Visit): Promise<Answer> {
  const edited = await readEditedRecord(visit);
  return edited instanceof Response ? edited : ask(visit, edited);
}

export async function send(visit: Visit, _: unknown, form: SentForm): Promise<Answer> {
  const edited = await readEditedRecord(visit);
  if (edited instanceof Response) return edited;
  const note = form.text('note');
  const body = note === '' ? undefined : { meta: { note } };
  const sent = await visit.api.send('DELETE', edited.iri, body, { 'if-match': form.text('tag') || edited.tag });
  if (sent.ok) return seeOther(saying(visit.to.history({ record: edited.iri }), 'record-deleted'));
  const { message } = new ApiError(sent.status, sent.document, sent.headers);
  if (sent.status !== 409 && sent.status !== 412) throw new ApiError(sent.status, sent.document, sent.headers);
  return ask(visit, edited, visit.t.sentences[message] ?? message, sent.status);
}

function ask({ t, to }: Visit, edited: EditedRecord, problem?: string, status = 200): Page {
  const words = t.recordForm.remove;
  const fields = (
    <>
      {problem !== undefined && (
        <p class="no" role="alert">
          {problem}
        </p>
      )}
      <input type="hidden" name="tag" value={edited.tag} />
      <LineField name="note" label={t.editing.why.title} hint={t.editing.why.aside} value="" maxLength={500} />
    </>
  );
  const body = (
    <Confirmation title={words.title} act={words.act} back={to.below(to.page(edited.page), 'edit')} fields={fields}>
      {words.lead(edited.called)}
    </Confirmation>
  );
  return { title: words.title, body, status };
}
