import { releases } from '../../catalog/releases';
import { saying } from '../addresses';
import { ApiError } from '../api';
import { Confirmation } from '../components/confirmation';
import type { Choice } from '../editing/choices';
import { LineField } from '../editing/fields';
import { type Into, IntoField, isAddress, resolveInto } from '../editing/merge-into';
import { type EditedRelease, readEdited } from '../editing/release/read-edited';
import type { SentForm } from '../form';
import { type Answer, type Page, seeOther } from '../page';
import type { Visit } from '../visit';

/** Asks which release another one is to be merged into. */
export async function show(visit: Visit): Promise<Answer> {
  const edited = await readEdited(visit);
  return edited instanceof Response ? edited : ask(visit, edited, { choice: { typed: visit.query.get('into') ?? '', known: '' } });
}

export async function send(visit: Visit, _: unknown, form: SentForm): Promise<Answer> {
  const edited = await readEdited(visit);
  if (edited instanceof Response) return edited;
  const words = visit.t.releaseForm.merge;
  const choice = { typed: form.text('into'), known: form.text('intoIs') };
  const into = await releaseMeant(visit, edited, choice);
  if (typeof into === 'object') return ask(visit, edited, into);
  if (into === edited.release.id) return ask(visit, edited, { choice, problem: words.itself });
  const note = form.text('note');
  const sent = await visit.api.send('POST', `${edited.release.id}/merge`, {
    data: { type: 'Release', id: into },
    ...(note && { meta: { note } }),
  });
  if (sent.ok) return seeOther(saying(visit.to.release(sent.document.data.attributes), 'releases-merged'));
  if (sent.status !== 409 && sent.status !== 422) throw new ApiError(sent.status, sent.document, sent.headers);
  const { message } = new ApiError(sent.status, sent.document, sent.headers);
  return ask(visit, edited, { choice, problem: visit.t.sentences[message] ?? message });
}

/** The IRI of the release that was named or whose address was given; or what is wrong with that. */
async function releaseMeant(visit: Visit, { release }: EditedRelease, choice: Choice): Promise<string | Into> {
  const { merge, wrong } = visit.t.releaseForm;
  if (isAddress(choice.typed)) return (await releaseAt(visit, choice.typed)) ?? { choice, problem: merge.notFound };
  const resolved = await resolveInto(visit, 'release', release.id, choice);
  if (resolved?.state === 'known') return `${releases.path}/${resolved.id}`;
  return { choice, resolved, problem: resolved?.state === 'several' ? wrong.several : visit.t.recordForm.merge.noName };
}

interface Resolution {
  readonly data: { readonly attributes: { readonly iri: string } };
}

/** The IRI of the release of an address, as a browser shows it; `undefined` where there is none. */
async function releaseAt({ api, to }: Visit, typed: string): Promise<string | undefined> {
  const path = URL.canParse(typed, 'http://localhost') ? new URL(typed, 'http://localhost').pathname : typed;
  const url = to.base !== '' && path.startsWith(`${to.base}/`) ? path.slice(to.base.length) : path;
  const sent = await api.send('GET', `/api/resolve?${new URLSearchParams({ url })}`);
  if (!sent.ok) return undefined;
  const { iri } = (sent.document as Resolution).data.attributes;
  return iri.startsWith(releases.path) && !iri.slice(releases.path.length + 1).includes('/') ? iri : undefined;
}

function ask(visit: Visit, { release }: EditedRelease, into: Into): Page {
  const { t, to } = visit;
  const words = t.releaseForm.merge;
  const { title, year } = release.attributes;
  const body = (
    <Confirmation
      title={words.title}
      act={words.act}
      back={to.editRelease(release.attributes)}
      fields={
        <>
          <IntoField kind="release" into={into} />
          <LineField name="note" label={t.editing.why.title} hint={t.editing.why.aside} value="" />
        </>
      }
    >
      {words.lead(title)}
    </Confirmation>
  );
  return { title: words.title, year, current: 'releases', body, status: into.problem === undefined ? 200 : 422 };
}
