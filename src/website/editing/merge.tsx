import { ApiError, idOf, type Sent } from '../api/client';
import { withFlash } from '../http/addresses';
import type { SentForm } from '../http/form';
import { type Answer, type Page, seeOther } from '../http/page';
import { type RequestContext, useRequestContext } from '../http/request-context';
import { sentenceOf } from '../i18n/api-errors';
import { Confirmation } from '../ui/confirmation';
import { type AskedRecord, askedRecord } from './asked-record';
import { type Choice, type Resolved, resolveNames } from './choices';
import { EditNoteField } from './edit-form';
import { LineField } from './fields';
import { NameField } from './name-field';
import type { NameKind } from './names';

export async function get(visit: RequestContext): Promise<Answer> {
  const asked = await askedRecord(visit);
  return asked instanceof Response ? asked : askToMerge(asked, { choice: { typed: visit.query.get('into') ?? '', known: '' } });
}

export async function post(visit: RequestContext, _: unknown, form: SentForm): Promise<Answer> {
  const asked = await askedRecord(visit);
  return asked instanceof Response ? asked : mergeAsked(visit, asked, form);
}

/** Asks which record another one is to be merged into. */
function askToMerge({ words: { merge }, kind, form, called, frame }: AskedRecord, into: Into): Page {
  const fields = (
    <>
      <IntoField kind={kind} into={into} />
      <EditNoteField />
    </>
  );
  const body = (
    <Confirmation title={merge.title} act={merge.act} back={form} fields={fields}>
      {merge.lead(called)}
    </Confirmation>
  );
  return { title: merge.title, ...frame, body, status: into.problem === undefined ? 200 : 422 };
}

/** Merges it, and leads to the one that stays; or asks again, and says what is wrong. */
async function mergeAsked(visit: RequestContext, asked: AskedRecord, form: SentForm): Promise<Answer> {
  const [choice, note] = [{ typed: form.text('into'), known: form.text('intoIs') }, form.text('note')];
  const into = await recordMeant(visit, asked, choice);
  if ('choice' in into) return askToMerge(asked, into);
  if (into.iri === asked.iri) return askToMerge(asked, { choice, problem: asked.words.merge.itself });
  const body = { data: { type: asked.type, id: into.iri }, ...(note !== '' && { meta: { note } }) };
  const sent = await visit.api.send('POST', `${asked.iri}/merge`, body);
  if (sent.ok) return seeOther(withFlash(visit.to.page(into.page ?? siblingOf(asked, sent)), asked.merged));
  if (sent.status !== 409 && sent.status !== 422) throw new ApiError(sent);
  return askToMerge(asked, { choice, problem: sentenceOf(visit, sent) });
}

interface Meant {
  readonly iri: string;
  /** Where its page is, as far as that was said. */
  readonly page?: string;
}

/** The record that was named or whose address was given; or what is wrong with that. */
async function recordMeant(visit: RequestContext, asked: AskedRecord, choice: Choice): Promise<Meant | Into> {
  const { kind, words } = asked;
  if (kind === undefined || isAddress(choice.typed))
    return (await recordAt(visit, asked, choice.typed)) ?? { choice, problem: words.merge.notFound };
  const resolved = await resolveInto(visit, kind, asked.iri, choice);
  if (resolved?.state === 'known') return { iri: asked.iri.slice(0, asked.iri.lastIndexOf('/') + 1) + resolved.id };
  const { recordForm, releaseForm } = visit.t;
  return { choice, resolved, problem: resolved?.state === 'several' ? releaseForm.wrong.several : recordForm.merge.noName };
}

/** The page of the record that stays: that of the other one with another slug. */
const siblingOf = ({ page }: AskedRecord, { document }: Sent): string =>
  page.slice(0, page.lastIndexOf('/') + 1) + document.data.attributes.slug;

interface Resolution {
  readonly data: { readonly attributes: { readonly iri: string } };
}

/** The record of the same kind at an address, as a browser shows it; `undefined` where there is none. */
async function recordAt({ api, to }: RequestContext, { isOfKind }: AskedRecord, typed: string): Promise<Meant | undefined> {
  const path = URL.parse(typed, 'http://localhost')?.pathname ?? typed;
  const url = to.base !== '' && path.startsWith(`${to.base}/`) ? path.slice(to.base.length) : path;
  const sent = await api.send('GET', `/api/resolve?${new URLSearchParams({ url })}`);
  if (!sent.ok) return undefined;
  const { iri } = (sent.document as Resolution).data.attributes;
  return isOfKind(url, iri) ? { iri, page: url } : undefined;
}

interface Into {
  readonly choice: Choice;
  readonly resolved?: Resolved | undefined;
  readonly problem?: string | undefined;
}

/** Whether what is typed is an address, rather than a name. */
const isAddress = (typed: string): boolean => /^(?:\/|https?:)/i.test(typed);

/** What a name leads to, among all records but the one that is merged: often both are called the same. */
async function resolveInto({ api }: RequestContext, kind: NameKind, own: string, choice: Choice): Promise<Resolved | undefined> {
  const found = (await resolveNames(api, [{ place: 'into', kind, choice }])).get('into');
  if (found?.state !== 'several') return found;
  const candidates = found.candidates.filter(({ id }) => id !== idOf(own));
  const [only] = candidates;
  return only && candidates.length === 1 ? { state: 'known', id: only.id, name: only.name } : { ...found, candidates };
}

/** The field for the record that stays: its address, or its name where records of the kind are found by name. */
function IntoField({ kind, into }: { readonly kind: NameKind | undefined; readonly into: Into }) {
  const { t } = useRequestContext();
  const words = t.recordForm.merge;
  const { choice, resolved, problem } = into;
  if (kind === undefined)
    return <LineField name="into" label={words.into} hint={words.intoHelp} value={choice.typed} problem={problem} required />;
  return (
    <NameField
      name="into"
      kind={kind}
      label={words.intoByName}
      hint={words.intoByNameHelp}
      value={choice}
      resolved={resolved?.state === 'several' ? resolved : undefined}
      problem={problem}
      mayBeNew={false}
    />
  );
}
