import { askedRelease } from '../editing/asked-record';
import { askToMerge, mergeAsked } from '../editing/merge-page';
import type { SentForm } from '../form';
import type { Answer } from '../page';
import type { Visit } from '../visit';

export async function show(visit: Visit): Promise<Answer> {
  const asked = await askedRelease(visit);
  return asked instanceof Response ? asked : askToMerge(asked, { choice: { typed: visit.query.get('into') ?? '', known: '' } });
}

export async function send(visit: Visit, _: unknown, form: SentForm): Promise<Answer> {
  const asked = await askedRelease(visit);
  return asked instanceof Response ? asked : mergeAsked(visit, asked, form);
}
