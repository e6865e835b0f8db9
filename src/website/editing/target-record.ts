import type { Sent } from '../api/client';
import { withFlash } from '../http/addresses';
import type { SentForm } from '../http/form';
import { seeOther } from '../http/page';
import type { RequestContext } from '../http/request-context';
import { problemsIn } from '../i18n/api-errors';
import { findCurrentRecord, findRecord } from './form/edited-record';
import { schemaAt } from './schemas';

/** A record to be deleted or merged, for any kind. */
export type TargetRecord = ReturnType<typeof targetOf>;

/**
 * The record at the address.
 * @throws {MovedPage} if its page has moved
 */
export const targetRecord = async (context: RequestContext): Promise<TargetRecord> => targetOf(context, await findRecord(context));

/** The record of a form. If it was merged, also by the same form sent before, leads to the other record. */
export async function targetOfForm(context: RequestContext, form: SentForm): Promise<TargetRecord | Response> {
  const found = await findCurrentRecord(context);
  if (found.iri === form.text('record')) return targetOf(context, found);
  return seeOther(withFlash(context.to.page(found.page), 'already-merged'));
}

/** @returns the refusal and the version of the content to confirm, if the merge would leave other content out than the form confirms */
export async function sendMerge(form: SentForm, send: (meta: object) => Promise<Sent>) {
  const sent = await send({ complete: true, confirmed: form.text('leaving') });
  const [problem] = problemsIn(sent.document);
  return problem?.code === 'merge_incomplete' ? { sent, leaving: String(problem.meta?.params?.version) } : { sent };
}

function targetOf(context: RequestContext, found: Awaited<ReturnType<typeof findCurrentRecord>>) {
  const { schema, iri, tag, called, page, document } = found;
  const { type, kind, merged } = schema;
  return {
    ...{ type, iri, tag, called, page, kind, merged },
    /** The edit form. */
    form: context.to.below(context.to.page(page), 'edit'),
    isOfKind: (path: string, other: string) => schemaAt(path)?.type === type || listOf(other) === listOf(iri),
    frame: schema.frame(document.data.attributes),
    words: schema.words(context.t),
  };
}

const listOf = (iri: string): string => iri.slice(0, iri.lastIndexOf('/'));
