import type { SentForm } from '../../http/form';
import type { Answer } from '../../http/page';
import type { Visit } from '../../http/request-context';
import { addPage, readAddForm } from './add-page';
import { addRelease } from './add-release';

/** Takes along what was typed where nothing was found. */
export function get(visit: Visit): Promise<Answer> {
  const { query } = visit;
  const typed = (name: string) => (query.get(name) ?? '').trim().slice(0, 255);
  const entered = { title: typed('title'), artist: { typed: typed('artist'), known: '' }, code: typed('code'), format: 'cd', isMine: true };
  return addPage(visit, { entered });
}

export const post = (visit: Visit, _: unknown, form: SentForm): Promise<Answer> =>
  addRelease(visit, readAddForm(form), { isAnyway: form.has('anyway'), goesOn: form.has('more') || form.text('anyway') === 'more' });
