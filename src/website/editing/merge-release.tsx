import type { SentForm } from '../http/form';
import type { Answer } from '../http/page';
import type { Visit } from '../http/request-context';
import { askedRelease } from './asked-record';
import { askToMerge, mergeAsked } from './merge-page';

export async function get(visit: Visit): Promise<Answer> {
  const asked = await askedRelease(visit);
  return asked instanceof Response ? asked : askToMerge(asked, { choice: { typed: visit.query.get('into') ?? '', known: '' } });
}

export async function post(visit: Visit, _: unknown, form: SentForm): Promise<Answer> {
  const asked = await askedRelease(visit);
  return asked instanceof Response ? asked : mergeAsked(visit, asked, form);
}
