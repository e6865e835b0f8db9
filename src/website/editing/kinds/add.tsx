import { withFlash } from '../../http/addresses';
import type { SentForm } from '../../http/form';
import { type PageAnswer, seeOther } from '../../http/page';
import type { RequestContext } from '../../http/request-context';
import { readDraft, textsOf } from './draft';
import { type FieldDescription, isChoice } from './inputs';
import { addRecordPage, editRecordPage } from './page';
import { descriptionOf, readEditedRecord } from './read-record';
import { addRecord } from './save';
import { withFailed } from './save-rows';

const firsts = (fields: readonly FieldDescription[]) =>
  Object.fromEntries(fields.flatMap(({ name, input }) => (isChoice(input) ? [[name, input.words[0]]] : [])));

export async function get(visit: RequestContext): Promise<PageAnswer> {
  const description = descriptionOf(visit.path, {});
  const texts = textsOf(description.fields, firsts(description.fields));
  return addRecordPage(visit, { description, draft: { texts, rows: {} }, note: '', fieldErrors: [] });
}

export async function post(visit: RequestContext, _: unknown, form: SentForm): Promise<PageAnswer> {
  const description = descriptionOf(visit.path, {});
  const draft = readDraft(form, description);
  const state = { description, draft, note: form.text('note'), fieldErrors: [] };
  if (form.has('more')) return addRecordPage(visit, { ...state, more: form.text('more') });
  const added = await addRecord(visit, await listOf(visit), description, draft, state.note);
  if (!added.sent) return addRecordPage(visit, { ...state, fieldErrors: added.fieldErrors, names: added.names }, added.all, 422);
  const page = `${visit.path.slice(0, visit.path.lastIndexOf('/'))}/${added.sent.document.data.attributes.slug}`;
  if (added.failed.length === 0) return seeOther(withFlash(visit.to.page(page), 'record-saved'));
  const now = await readEditedRecord({ ...visit, path: `${page}/edit` });
  if (now instanceof Response) return now;
  return editRecordPage(visit, now, { ...withFailed(visit, now.draft, added.failed), said: visit.t.recordForm.partly, status: 422 });
}

/** The API list of a page: series are below their label. */
async function listOf({ api, path }: RequestContext): Promise<string> {
  const list = path.slice(0, path.lastIndexOf('/'));
  if (list === '/roles') return '/api/artists/roles';
  if (!list.endsWith('/series')) return `/api${list}`;
  const { data } = await api.read<{ data: { attributes: { iri: string } } }>('/api/resolve', { url: list.slice(0, list.lastIndexOf('/')) });
  return `${data.attributes.iri}/series`;
}
