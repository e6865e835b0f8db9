import type { completionRows } from '../../../online/completion/documents';
import type { Api, List, Sent } from '../../api/client';
import type { SentForm } from '../../http/form';
import { type Page, type PageAnswer, pageNumber, seeOther } from '../../http/page';
import { type RequestContext, useRequestContext } from '../../http/request-context';
import { sentenceOf } from '../../i18n/api-errors';
import { CatalogText } from '../../ui/catalog-text';
import { AllProblems, Submit } from '../../ui/form';
import { Pager } from '../../ui/pager';
import { PageHead, Section } from '../../ui/section';
import { CandidateForm, type CompletionRow } from './candidates';
import { completionPath, progressOf, Summary } from './progress';

const rowsAtOnce = 10;

export const get = (context: RequestContext): Promise<PageAnswer> => reviewPage(context);

/** Accepts a candidate, or keeps the placeholder. The release after it has the focus then. */
export async function post(context: RequestContext, _: unknown, form: SentForm): Promise<PageAnswer> {
  const row = form.text('row');
  const sent =
    form.text('do') === 'dismiss'
      ? await context.api.send('POST', `${completionPath}/rows/${row}/dismissal`)
      : await acceptCandidate(context.api, row, form.text('from'));
  if (!sent.ok) return { ...((await reviewPage(context, { row, text: sentenceOf(context, sent) })) as Page), status: sent.status };
  const { data: rows } = await readRows(context);
  // The last of a page has none after it: the one that moves up, or the first.
  const next = rows.find(({ attributes }) => attributes._id === form.text('next')) ?? (rows.length === rowsAtOnce ? rows.at(-1) : rows[0]);
  const page = rows.length > 0 ? (context.query.get('page') ?? undefined) : undefined;
  return seeOther(context.to.completionReview({ page }) + (next ? `#row-${next.attributes._id}` : ''));
}

const readRows = (context: RequestContext) =>
  context.api.read<List<typeof completionRows>>(`${completionPath}/rows`, {
    state: 'review',
    page: pageNumber(context),
    itemsPerPage: rowsAtOnce,
  });

/** @param from such as `discogs:123` */
export function acceptCandidate(api: Api, row: string, from: string): Promise<Sent> {
  const [source, id] = from.split(':');
  return api.send('POST', `${completionPath}/rows/${row}/acceptance`, { data: { type: 'CompletionRow', attributes: { source, id } } });
}

interface Problem {
  readonly row: string;
  readonly text: string;
}

async function reviewPage(context: RequestContext, problem?: Problem): Promise<PageAnswer> {
  const [progress, rows] = await Promise.all([progressOf(context), readRows(context)]);
  if (progress.review === 0 && problem === undefined) return seeOther(context.to.completion());
  const { t, to } = context;
  const body = (
    <>
      <PageHead title={t.completion.reviewTitle} lead={<Summary progress={progress} />} />
      {problem && !rows.data.some(({ attributes }) => attributes._id === problem.row) && <AllProblems problems={[problem.text]} />}
      <p class="row">
        <a href={to.completion()}>{t.completion.title}</a>
        <span class="soft scripted">{t.completion.keys}</span>
      </p>
      {rows.data.map((row, index) => (
        <ReviewedRow
          key={row.id}
          row={row}
          next={rows.data[index + 1]?.attributes._id}
          problem={problem?.row === row.attributes._id ? problem.text : undefined}
        />
      ))}
      <Pager meta={rows.meta} />
    </>
  );
  return { title: t.completion.reviewTitle, current: 'collection', body, modules: ['review.js'] };
}

interface ReviewedRowProps {
  readonly row: CompletionRow;
  readonly next: string | undefined;
  readonly problem: string | undefined;
}

function ReviewedRow({ row, next, problem }: ReviewedRowProps) {
  const { t, to, query } = useRequestContext();
  const words = t.completion;
  const { _id: id, title, artist_credit: credit, placeholder, found_by: by } = row.attributes;
  const page = to.release({ slug: placeholder.slice(-36) });
  return (
    <Section
      title={<CatalogText text={title} />}
      aside={[credit, by && words.foundBy({ field: words.foundByWords[by] })].filter(Boolean).join(' · ')}
    >
      <AllProblems problems={problem === undefined ? [] : [problem]} />
      <CandidateForm row={row} action={`${to.completionReview({ page: query.get('page') ?? undefined })}#row-${id}`}>
        <input type="hidden" name="next" value={next} />
        <Submit name="do" value="dismiss" formNoValidate data-key="0" text={words.dismiss} />
        <a href={page}>{words.placeholder}</a>
        <a href={to.below(page, 'find')}>{words.findAnother}</a>
      </CandidateForm>
    </Section>
  );
}
