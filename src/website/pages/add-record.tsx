import { saying } from '../addresses';
import { descriptionAt } from '../editing/kinds/descriptions';
import { readDraft, textsOf } from '../editing/kinds/draft';
import { addRecordPage, editRecordPage } from '../editing/kinds/page';
import { readEditedRecord } from '../editing/kinds/read-record';
import { addRecord, withFailed } from '../editing/kinds/save';
import type { SentForm } from '../form';
import { type Answer, seeOther } from '../page';
import type { Visit } from '../visit';

const firsts = (fields: ReturnType<typeof descriptionAt>['fields']) =>
  Object.fromEntries(fields.flatMap(({ name, input }) => (typeof input === 'object' ? [[name, input.words[0]]] : [])));

export function show(visit: Visit): Answer {
  const description = descriptionAt(visit.path);
  const texts = textsOf(description.fields, firsts(description.fields));
  return addRecordPage(visit, { description, draft: { texts, rows: {} }, note: '', wrongs: [] });
}

export async function send(visit: Visit, _: unknown, form: SentForm): Promise<Answer> {
  const description = descriptionAt(visit.path);
  const draft = readDraft(form, description);
  const state = { description, draft, note: form.text('note'), wrongs: [] };
  if (form.has('more')) return addRecordPage(visit, { ...state, more: form.text('more') });
  const added = await addRecord(visit, await listOf(visit), description, draft, state.note);
  if (!added.sent.ok) return addRecordPage(visit, { ...state, wrongs: added.wrongs }, added.all, 422);
  const page = `${visit.path.slice(0, visit.path.lastIndexOf('/'))}/${added.sent.document.data.attributes.slug}`;
  if (added.failed.length === 0) return seeOther(saying(visit.to.page(page), 'record-saved'));
  const now = await readEditedRecord({ ...visit, path: `${page}/edit` });
  if (now instanceof Response) return now;
  return editRecordPage(visit, now, { ...withFailed(visit, now.draft, added.failed), said: visit.t.recordForm.partly, status: 422 });
}

/** Where records of the page are made: `/roles` stands elsewhere in the API, and series stand below their label. */
async function listOf({ api, path }: Visit): Promise<string> {
  const list = path.slice(0, path.lastIndexOf('/'));
  if (list === '/roles') return '/api/artists/roles';
  if (!list.endsWith('/series')) return `/api${list}`;
  const { data } = await api.read<{ data: { attributes: { iri: string } } }>('/api/resolve', { url: list.slice(0, list.lastIndexOf('/')) });
  return `${data.attributes.iri}/series`;
}
