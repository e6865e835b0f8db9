import { saying } from '../addresses';
import { ApiError } from '../api';
import { Confirmation } from '../components/confirmation';
import { LineField } from '../editing/fields';
import { descriptions } from '../editing/kinds/descriptions';
import { type EditedRecord, readEditedRecord } from '../editing/kinds/read-record';
import type { SentForm } from '../form';
import { type Answer, type Page, seeOther } from '../page';
import type { Visit } from '../visit';

/** Asks which record another one is to be merged into. */
export async function show(visit: Visit): Promise<Answer> {
  const edited = await readEditedRecord(visit);
  return edited instanceof Response ? edited : ask(visit, edited, visit.query.get('into') ?? '');
}

export async function send(visit: Visit, _: unknown, form: SentForm): Promise<Answer> {
  const edited = await readEditedRecord(visit);
  if (edited instanceof Response) return edited;
  const words = visit.t.recordForm.merge;
  const [typed, note] = [form.text('into'), form.text('note')];
  const into = await recordAt(visit, edited, typed);
  if (into === undefined) return ask(visit, edited, typed, words.notFound);
  if (into.iri === edited.iri) return ask(visit, edited, typed, words.itself);
  const body = { data: { type: edited.description.type, id: into.iri }, ...(note !== '' && { meta: { note } }) };
  const sent = await visit.api.send('POST', `${edited.iri}/merge`, body);
  if (sent.ok) return seeOther(saying(visit.to.page(into.page), 'records-merged'));
  if (sent.status !== 409 && sent.status !== 422) throw new ApiError(sent.status, sent.document, sent.headers);
  const { message } = new ApiError(sent.status, sent.document, sent.headers);
  return ask(visit, edited, typed, visit.t.sentences[message] ?? message);
}

interface Resolution {
  readonly data: { readonly attributes: { readonly iri: string; readonly canonical_url: string | null } };
}

/** The record of the same kind at an address, as a browser shows it; `undefined` where there is none. */
async function recordAt({ api, to }: Visit, { description }: EditedRecord, typed: string) {
  const path = URL.parse(typed, 'http://localhost')?.pathname ?? typed;
  const url = to.base !== '' && path.startsWith(`${to.base}/`) ? path.slice(to.base.length) : path;
  if (descriptions.find(([at]) => at.test(url))?.[1].type !== description.type) return undefined;
  const sent = await api.send('GET', `/api/resolve?${new URLSearchParams({ url })}`);
  return sent.ok ? { iri: (sent.document as Resolution).data.attributes.iri, page: url } : undefined;
}

function ask({ t, to }: Visit, edited: EditedRecord, typed: string, problem?: string): Page {
  const words = t.recordForm.merge;
  const fields = (
    <>
      <LineField name="into" label={words.into} hint={words.intoHelp} value={typed} problem={problem} maxLength={2_000} required />
      <LineField name="note" label={t.editing.why.title} hint={t.editing.why.aside} value="" maxLength={500} />
    </>
  );
  const body = (
    <Confirmation title={words.title} act={words.act} back={to.below(to.page(edited.page), 'edit')} fields={fields}>
      {words.lead(edited.called)}
    </Confirmation>
  );
  return { title: words.title, body, status: problem === undefined ? 200 : 422 };
}
