import { changeStanding } from '../administration/standing';
import type { SentForm } from '../form';
import type { Visit } from '../visit';

export const send = (visit: Visit, { id }: { readonly id: string }, form: SentForm): Promise<Response> =>
  changeStanding(visit, id, { role: form.text('role') }, { said: 'role-set', back: form.text('to') });
