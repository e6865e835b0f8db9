import { sourceNames, type UpdateSource } from '../../config';
import { ApiError } from '../api/client';
import { withFlash } from '../http/addresses';
import { type PageAnswer, seeOther } from '../http/page';
import type { RequestContext } from '../http/request-context';
import { sentenceOf } from '../i18n/api-errors';
import { CatalogLink } from '../ui/catalog-text';
import { Form, Submit } from '../ui/form';
import { type ChangedField, changesOf, differencesOf } from './history/changes';
import { readWording } from './history/read-history';
import { ChangedFields } from './history/revisions';
import { type TargetRecord, targetRecord } from './target-record';

/** Statuses whose reason is shown on the page. */
const told = [403, 404, 409, 503];

/** What an update from another site would change. */
export async function get(context: RequestContext): Promise<PageAnswer> {
  const record = await targetRecord(context);
  const sent = await send(context, record, '?dry_run=true');
  // It has no id there; candidates are found otherwise.
  if (sent.status === 409 && record.type === 'Release') return seeOther(context.to.below(context.to.page(record.page), 'find'));
  if (!sent.ok) return updatePage(context, record, { changes: [], problem: sentenceOf(context, sent) });
  const { source, before, after } = sent.document.data.attributes;
  const differences = differencesOf(before, after);
  const { wording } = await readWording(context, differences);
  return updatePage(context, record, { changes: changesOf(differences, wording), source });
}

export async function post(context: RequestContext): Promise<PageAnswer> {
  const record = await targetRecord(context);
  const sent = await send(context, record);
  if (!sent.ok) return updatePage(context, record, { changes: [], problem: sentenceOf(context, sent) }, sent.status);
  return seeOther(withFlash(context.to.page(record.page), 'record-updated'));
}

async function send(context: RequestContext, { iri }: TargetRecord, query = '') {
  const sent = await context.api.send('POST', `${iri}/refresh${query}`);
  if (!sent.ok && !told.includes(sent.status)) throw new ApiError(sent);
  return sent;
}

interface Preview {
  readonly changes: readonly ChangedField[];
  readonly source?: UpdateSource;
  /** Instead of changes. */
  readonly problem?: string;
}

function updatePage(
  { t, to, format }: RequestContext,
  { called, page, frame }: TargetRecord,
  { changes, source = 'musicbrainz', problem }: Preview,
  status = 200,
): PageAnswer {
  const words = t.editing.update;
  const body = (
    <div class="head">
      <p class="over">
        <CatalogLink href={to.page(page)} text={called} />
      </p>
      <h1>{words.title}</h1>
      {problem !== undefined && (
        <div class="once bad" role="alert" tabIndex={-1}>
          {problem}
        </div>
      )}
      {problem === undefined && <p>{changes.length > 0 ? words.lead({ source: sourceNames[source] }) : words.none}</p>}
      <br />
      {changes.length > 0 && <ChangedFields changes={changes} />}
      <br />
      <Form>
        <p class="row">
          {changes.length > 0 && <Submit class="first" text={words.act} />}
          <a href={to.page(page)}>{changes.length > 0 ? t.words.cancel : words.back}</a>
        </p>
      </Form>
    </div>
  );
  return { title: words.title + format.colon + called, ...frame, body, status };
}
