import { ApiError, type Sent, uuidOfIri } from '../api/client';
import { withFlash } from '../http/addresses';
import type { SentForm } from '../http/form';
import { type Page, type PageAnswer, seeOther } from '../http/page';
import { type RequestContext, useRequestContext } from '../http/request-context';
import { sentenceOf } from '../i18n/api-errors';
import { Confirmation } from '../ui/confirmation';
import { type Choice, type Resolved, resolveNames } from './choices';
import { EditNoteField } from './edit-form';
import { LineField } from './fields';
import { NameField } from './name-field';
import { iriAt, isAddress, type NameKind, pathOfAddress } from './names';
import { sendMerge, type TargetRecord, targetOfForm, targetRecord } from './target-record';

export const get = async (context: RequestContext): Promise<PageAnswer> =>
  askToMerge(context, await targetRecord(context), { choice: { typed: context.query.get('into') ?? '', known: '' } });

export async function post(context: RequestContext, _: unknown, form: SentForm): Promise<PageAnswer> {
  const target = await targetOfForm(context, form);
  return target instanceof Response ? target : mergeTarget(context, target, form);
}

function askToMerge(context: RequestContext, { words: { merge }, iri, kind, form, called, frame }: TargetRecord, into: Into): Page {
  const fields = (
    <>
      <input type="hidden" name="record" value={iri} />
      {into.leaving && <input type="hidden" name="leaving" value={into.leaving} />}
      <IntoField kind={kind} into={into} />
      <EditNoteField note={into.note} />
    </>
  );
  const act = into.leaving ? context.t.releaseForm.merge.leaving : merge.act;
  const body = (
    <Confirmation title={merge.title} act={act} back={form} fields={fields}>
      {merge.lead({ name: called })}
    </Confirmation>
  );
  return { title: merge.title, ...frame, body, status: into.problem === undefined ? 200 : 422 };
}

/** Merges and leads to the remaining record, or asks again. */
async function mergeTarget(context: RequestContext, target: TargetRecord, form: SentForm): Promise<PageAnswer> {
  const [choice, note] = [{ typed: form.text('into'), known: form.text('intoIs') }, form.text('note')];
  const into = await recordMeant(context, target, choice);
  if ('choice' in into) return askToMerge(context, target, { ...into, note });
  if (into.iri === target.iri) return askToMerge(context, target, { choice, note, problem: target.words.merge.itself });
  const data = { type: target.type, id: into.iri };
  const { sent, leaving } = await sendMerge(form, (meta) =>
    context.api.send('POST', `${target.iri}/merge`, { data, meta: { note, ...meta } }),
  );
  if (sent.ok) return seeOther(withFlash(context.to.page(into.page ?? siblingOf(target, sent)), target.merged));
  if (sent.status !== 409 && sent.status !== 422) throw new ApiError(sent);
  return askToMerge(context, target, { choice, note, leaving, problem: sentenceOf(context, sent) });
}

interface Meant {
  readonly iri: string;
  readonly page?: string;
}

/** The named record, or an error. */
async function recordMeant(context: RequestContext, target: TargetRecord, choice: Choice): Promise<Meant | Into> {
  const { kind, words } = target;
  if (kind === undefined || isAddress(choice.typed))
    return (await recordAt(context, target, choice.typed)) ?? { choice, problem: words.merge.notFound };
  const resolved = await resolveInto(context, kind, target.iri, choice);
  if (resolved?.state === 'known') return { iri: target.iri.slice(0, target.iri.lastIndexOf('/') + 1) + resolved.id };
  const { recordForm, releaseForm } = context.t;
  return { choice, resolved, problem: resolved?.state === 'several' ? releaseForm.wrong.several : recordForm.merge.noName };
}

/** Replaces the slug in the address. */
const siblingOf = ({ page }: TargetRecord, { document }: Sent): string =>
  page.slice(0, page.lastIndexOf('/') + 1) + document.data.attributes.slug;

/** @returns undefined if there is none */
async function recordAt({ api, to }: RequestContext, { isOfKind }: TargetRecord, typed: string): Promise<Meant | undefined> {
  const path = pathOfAddress(typed);
  const url = to.base !== '' && path.startsWith(`${to.base}/`) ? path.slice(to.base.length) : path;
  const iri = await iriAt(api, url);
  return iri !== undefined && isOfKind(url, iri) ? { iri, page: url } : undefined;
}

interface Into {
  readonly choice: Choice;
  readonly resolved?: Resolved | undefined;
  readonly problem?: string | undefined;
  readonly note?: string;
  /** Version of the discs and tracks that would be left out, to confirm. */
  readonly leaving?: string | undefined;
}

/** Excludes the record itself, which often has the same name. */
async function resolveInto({ api }: RequestContext, kind: NameKind, own: string, choice: Choice): Promise<Resolved | undefined> {
  const found = (await resolveNames(api, [{ place: 'into', kind, choice }])).get('into');
  if (found?.state !== 'several') return found;
  const candidates = found.candidates.filter(({ id }) => id !== uuidOfIri(own));
  const [only] = candidates;
  return only && candidates.length === 1 ? { state: 'known', id: only.id, name: only.name } : { ...found, candidates };
}

/** Address or name. */
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
