import type { SentForm } from '../http/form';
import type { Visit } from '../http/request-context';
import { changeStanding } from './update-user';

export const post = (visit: Visit, { id }: { readonly id: string }, form: SentForm): Promise<Response> =>
  changeStanding(visit, id, { disabled: false }, { said: 'person-let-in', back: form.text('to') });
