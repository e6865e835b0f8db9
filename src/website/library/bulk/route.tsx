import { ApiError } from '../../api/client';
import { saying } from '../../http/addresses';
import { noProblems, problemsOf, type SentForm } from '../../http/form';
import { type Answer, type Page, seeOther } from '../../http/page';
import type { Visit } from '../../http/request-context';
import { queryOfBack } from '../items/asked-list';
import { readFiled } from '../statistics/summary';
import { changeMany, changesNothing, readChanges, readChosen, readSent, removeMany } from './bulk';
import { bulkPage, removalPage } from './bulk-page';

export async function get(visit: Visit): Promise<Page> {
  const [held, filed] = await Promise.all([readChosen(visit), readFiled(visit)]);
  return bulkPage(visit, { held, filed, back: visit.query.get('back') ?? '', state: { entered: {}, problems: noProblems } });
}

/** Shows what would become of the copies, does it, or asks before they are removed. */
export async function post(visit: Visit, _: unknown, form: SentForm): Promise<Answer> {
  const [held, filed] = await Promise.all([readSent(visit, form), readFiled(visit)]);
  const what = form.text('do');
  const back = form.text('back');
  const list = visit.to.collection(queryOfBack(back));
  if (what === 'ask' && held.length > 0) return removalPage(visit, { held, back });
  if (what === 'remove' && held.length > 0) {
    await removeMany(visit, held);
    return seeOther(saying(list, 'copies-removed'));
  }
  const changes = readChanges(form);
  const shown = { held, filed, back, changes, state: { entered: form.entered, problems: noProblems } };
  if (what !== 'change' || held.length === 0 || changesNothing(changes)) return bulkPage(visit, shown);
  const sent = await changeMany(visit, held, changes);
  if (sent.ok) return seeOther(saying(list, 'copies-changed'));
  if (sent.status !== 422) throw new ApiError(sent.status, sent.document, sent.headers);
  const problems = problemsOf(visit, sent);
  return bulkPage(visit, { ...shown, state: { entered: form.entered, problems } }, 422);
}
