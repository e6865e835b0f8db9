import { httpErrorOf } from '../../http/errors';
import { ApiError } from '../api/client';
import { messageText, sentenceOf } from '../i18n/api-errors';
import { EmptyState } from '../ui/empty-state';
import type { Page } from './page';
import type { RequestContext } from './request-context';

/**
 * @param problem an error, the required access, or undefined for a missing page
 * @param id of the error in the log
 */
export function problemPage(context: RequestContext, problem: unknown, id: string): Page {
  const { t, to } = context;
  const status = statusOf(problem);
  const { title, head, detail } = wordsFor(t.errors, status);
  const ofPage = problem === 'not an editor' ? t.errors.notAnEditor : detail;
  const text = typeof ofPage === 'string' ? (detailOf(context, problem, status) ?? ofPage) : ofPage({ id });
  const body = (
    <EmptyState heading={head} text={text}>
      <a class="button first" href={to.home()}>
        {t.errors.toBeginning}
      </a>
      {status === 404 && <a href={to.search()}>{t.errors.searchForIt}</a>}
    </EmptyState>
  );
  return { title, body, status, isSecret: true, headers: headersOf(problem) };
}

function statusOf(problem: unknown): number {
  if (problem === undefined) return 404;
  if (problem === 'forbidden' || problem === 'not an editor') return 403;
  if (problem instanceof ApiError) return problem.status === 401 ? 403 : problem.status;
  return httpErrorOf(problem)?.status ?? 500;
}

function wordsFor(errors: RequestContext['t']['errors'], status: number) {
  if (status === 404 || status === 410) return errors.notFound;
  if (status === 403) return errors.forbidden;
  if (status === 429) return errors.tooMany;
  if (status === 503) return errors.busy;
  return status >= 400 && status < 500 ? errors.invalid : errors.failed;
}

/** Prefers the error's sentence, except for missing pages. */
function detailOf(context: RequestContext, problem: unknown, status: number): string | undefined {
  if (status === 404 || status === 429) return undefined;
  if (problem instanceof ApiError) return sentenceOf(context, problem);
  const known = httpErrorOf(problem);
  return known && messageText(context, known.problem, known.source?.parameter);
}

function headersOf(problem: unknown): Readonly<Record<string, string>> {
  // The rest of a slow form was not read.
  if (statusOf(problem) === 408) return { connection: 'close' };
  const retry = problem instanceof ApiError ? problem.headers.get('retry-after') : httpErrorOf(problem)?.headers['retry-after'];
  return retry ? { 'retry-after': retry } : {};
}
