import { saying } from '../addresses';
import { ApiError, type Sent } from '../api';
import { Confirmation } from '../components/confirmation';
import type { Choice } from '../editing/choices';
import { LineField } from '../editing/fields';
import { descriptions } from '../editing/kinds/descriptions';
import { type EditedRecord, readEditedRecord } from '../editing/kinds/read-record';
import { type Into, IntoField, isAddress, resolveInto } from '../editing/merge-into';
import type { NameKind } from '../editing/names';
import type { SentForm } from '../form';
import { type Answer, type Page, seeOther } from '../page';
import type { Visit } from '../visit';

/** Asks which record another one is to be merged into. */
export async function show(visit: Visit): Promise<Answer> {
  const edited = await readEditedRecord(visit);
  return edited instanceof Response ? edited : ask(visit, edited, { choice: { typed: visit.query.get('into') ?? '', known: '' } });
}

export async function send(visit: Visit, _: unknown, form: SentForm): Promise<Answer> {
  const edited = await readEditedRecord(visit);
  if (edited instanceof Response) return edited;
  const words = visit.t.recordForm.merge;
  const [choice, note] = [{ typed: form.text('into'), known: form.text('intoIs') }, form.text('note')];
  const into = await recordMeant(visit, edited, choice);
  if ('choice' in into) return ask(visit, edited, into);
  if (into.iri === edited.iri) return ask(visit, edited, { choice, problem: words.itself });
  const body = { data: { type: edited.description.type, id: into.iri }, ...(note !== '' && { meta: { note } }) };
  const sent = await visit.api.send('POST', `${edited.iri}/merge`, body);
  if (sent.ok) return seeOther(saying(visit.to.page(into.page ?? siblingOf(edited, sent)), 'records-merged'));
  if (sent.status !== 409 && sent.status !== 422) throw new ApiError(sent.status, sent.document, sent.headers);
  const { message } = new ApiError(sent.status, sent.document, sent.headers);
  return ask(visit, edited, { choice, problem: visit.t.sentences[message] ?? message });
}

/** What records are named by that are found by name. */
const nameKinds: Readonly<Partial<Record<EditedRecord['description']['type'], NameKind>>> = {
  Artist: 'artist',
  Production: 'production',
  Album: 'album',
  Label: 'label',
  Organization: 'organization',
};

interface Meant {
  readonly iri: string;
  /** Where its page is, as far as that was said. */
  readonly page?: string;
}

/** The record that was named or whose address was given; or what is wrong with that. */
async function recordMeant(visit: Visit, edited: EditedRecord, choice: Choice): Promise<Meant | Into> {
  const words = visit.t.recordForm.merge;
  const kind = nameKinds[edited.description.type];
  if (kind === undefined || isAddress(choice.typed))
    return (await recordAt(visit, edited, choice.typed)) ?? { choice, problem: words.notFound };
  const resolved = await resolveInto(visit, kind, edited.iri, choice);
  if (resolved?.state === 'known') return { iri: edited.iri.slice(0, edited.iri.lastIndexOf('/') + 1) + resolved.id };
  const { wrong } = visit.t.releaseForm;
  return { choice, resolved, problem: resolved?.state === 'several' ? wrong.several : words.noName };
}

/** The page of the record that stays: that of the other one with another slug. */
const siblingOf = ({ page }: EditedRecord, { document }: Sent): string =>
  page.slice(0, page.lastIndexOf('/') + 1) + document.data.attributes.slug;

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

function ask({ t, to }: Visit, edited: EditedRecord, into: Into): Page {
  const words = t.recordForm.merge;
  const fields = (
    <>
      <IntoField kind={nameKinds[edited.description.type]} into={into} />
      <LineField name="note" label={t.editing.why.title} hint={t.editing.why.aside} value="" maxLength={500} />
    </>
  );
  const body = (
    <Confirmation title={words.title} act={words.act} back={to.below(to.page(edited.page), 'edit')} fields={fields}>
      {words.lead(edited.called)}
    </Confirmation>
  );
  return { title: words.title, body, status: into.problem === undefined ? 200 : 422 };
}
