import { askedRelease } from '../editing/asked-record';
import { askToDelete, deleteAsked } from '../editing/delete-page';
import type { SentForm } from '../form';
import type { Answer } from '../page';
import type { Visit } from '../visit';

export async function show(visit: Visit): Promise<Answer> {
  const asked = await askedRelease(visit);
  return asked instanceof Response ? asked : askToDelete(asked);
}

export async function send(visit: Visit, _: unknown, form: SentForm): Promise<Answer> {
  const asked = await askedRelease(visit);
  return asked instanceof Response ? asked : deleteAsked(visit, asked, form);
}
