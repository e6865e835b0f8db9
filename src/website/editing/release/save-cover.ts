import type { SentForm } from '../../http/form';
import type { Visit } from '../../http/request-context';
import { sentenceOf } from '../../i18n/api-errors';
import { coverIn, forgetCover } from './kept-cover';
import type { EntriesSaved } from './tracks/entries';

/** Saves the picture that came with a form or was kept for it, or takes the one that is there away where the form says so. */
export async function saveCover(visit: Visit, release: string, form: SentForm): Promise<EntriesSaved> {
  const { api, t } = visit;
  const cover = await coverIn(visit, form);
  if (cover === 'gone') return { isChanged: false, failed: [t.releaseForm.partly.coverAgain] };
  if (!cover && !form.has('uncover')) return { isChanged: false, failed: [] };
  const sent = cover
    ? await api.send('PUT', `${release}/cover`, cover.bytes, { 'content-type': cover.mediaType })
    : await api.send('DELETE', `${release}/cover`);
  forgetCover(visit, form);
  // One that is gone already is as it was asked for.
  if (sent.ok || (!cover && sent.status === 404)) return { isChanged: true, failed: [] };
  return { isChanged: false, failed: [t.releaseForm.partly.cover(sentenceOf(visit, sent))] };
}
