import type { SentForm } from '../../form';
import type { Visit } from '../../visit';
import { type EntriesSaved, sentenceOf } from './entries';

/** Saves the picture that came with a form, or takes the one that is there away where the form says so. */
export async function saveCover(visit: Visit, release: string, form: SentForm): Promise<EntriesSaved> {
  const file = form.file('cover');
  if (!file && !form.has('uncover')) return { isChanged: false, failed: [] };
  const sent = file ? await put(visit, release, file) : await visit.api.send('DELETE', `${release}/cover`);
  // One that is gone already is as it was asked for.
  if (sent.ok || (!file && sent.status === 404)) return { isChanged: true, failed: [] };
  return { isChanged: false, failed: [visit.t.releaseForm.partly.cover(sentenceOf(visit, sent))] };
}

async function put({ api }: Visit, release: string, file: File) {
  const type = /^image\/(?:jpeg|png|webp)$/.test(file.type) ? file.type : 'image/jpeg';
  return api.send('PUT', `${release}/cover`, await file.bytes(), { 'content-type': type });
}
