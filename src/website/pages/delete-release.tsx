import { releases } from '../../catalog/releases';
import { saying } from '../addresses';
import { ApiError } from '../api';
import { Confirmation } from '../components/confirmation';
import { LineField } from '../editing/fields';
import { readEdited } from '../editing/release/read-edited';
import type { SentForm } from '../form';
import { type Answer, seeOther } from '../page';
import type { Visit } from '../visit';

/** Asks whether a release is to be deleted. */
export const show = (visit: Visit): Promise<Answer> => ask(visit);

export async function send(visit: Visit, _: unknown, form: SentForm): Promise<Answer> {
  const edited = await readEdited(visit);
  if (edited instanceof Response) return edited;
  const { id } = edited.release;
  const { tag } = await visit.api.tagged(releases, edited.release.attributes._id);
  const note = form.text('note');
  const sent = await visit.api.send('DELETE', id, note === '' ? undefined : { meta: { note } }, { 'if-match': form.text('tag') || tag });
  if (sent.ok) return seeOther(saying(visit.to.history({ record: id }), 'record-deleted'));
  if (sent.status !== 409 && sent.status !== 412) throw new ApiError(sent.status, sent.document, sent.headers);
  const { message } = new ApiError(sent.status, sent.document, sent.headers);
  return ask(visit, visit.t.sentences[message] ?? message, sent.status);
}

async function ask(visit: Visit, problem?: string, status = 200): Promise<Answer> {
  const edited = await readEdited(visit);
  if (edited instanceof Response) return edited;
  const { t, to } = visit;
  const words = t.releaseForm.remove;
  const { title, year } = edited.release.attributes;
  const body = (
    <Confirmation
      title={words.title}
      act={words.act}
      back={to.editRelease(edited.release.attributes)}
      fields={
        <>
          {problem !== undefined && (
            <p class="no" role="alert">
              {problem}
            </p>
          )}
          <input type="hidden" name="tag" value={edited.tag} />
          <LineField name="note" label={t.editing.why.title} hint={t.editing.why.aside} value="" />
        </>
      }
    >
      {words.lead(title)}
    </Confirmation>
  );
  return { title: words.title, year, current: 'releases', body, status };
}
