import { sourceNames } from '../../../config';
import type { completionRows, Progress } from '../../../online/completion/documents';
import { ProgressStrip } from '../../admin/import-list';
import { ApiError, type List } from '../../api/client';
import { sitesOf } from '../../api/server-meta';
import type { SentForm } from '../../http/form';
import { type Page, type PageAnswer, pageNumber, seeOther } from '../../http/page';
import { type RequestContext, useRequestContext } from '../../http/request-context';
import { sentenceOf } from '../../i18n/api-errors';
import { CatalogText } from '../../ui/catalog-text';
import { AllProblems, Form, Hidden, Submit } from '../../ui/form';
import { Pager } from '../../ui/pager';
import { ReleaseCell } from '../../ui/release-table';
import { PageHead, Section } from '../../ui/section';
import { Table } from '../../ui/table';
import { EditionLine } from '../shop/online';
import { type CompletionRow, ListedEdition } from './candidates';
import { completionPath, progressOf, Summary, siteNamesOf, totalOf, Unconnected } from './progress';

/** Outcomes that the page lists; what waits for review has a page of its own. */
const listedStates = ['not_found', 'failed', 'complete', 'dismissed'] as const;

type ListedState = (typeof listedStates)[number];

const rowsAtOnce = 50;

export const get = (context: RequestContext): Promise<Page> => completionPage(context);

/** `do` names the action. */
export async function post(context: RequestContext, _: unknown, form: SentForm): Promise<PageAnswer> {
  const paths: Readonly<Record<string, string>> = {
    start: '',
    stop: '/cancellation',
    accept: '/acceptance',
    undo: `/rows/${form.text('row')}/undo`,
  };
  const sent = await context.api.send('POST', completionPath + (paths[form.text('do')] ?? ''));
  if (sent.ok) return seeOther(context.to.completion({ state: form.orNull('state') ?? undefined }));
  if (sent.status !== 409 && sent.status !== 403) throw new ApiError(sent);
  return { ...(await completionPage(context, sentenceOf(context, sent))), status: sent.status };
}

async function completionPage(context: RequestContext, problem?: string): Promise<Page> {
  const progress = await progressOf(context);
  const chosen = context.query.get('state');
  const state = listedStates.find((name) => name === chosen) ?? listedStates.find((name) => progress[name] > 0) ?? 'not_found';
  const query = { state, page: pageNumber(context), itemsPerPage: rowsAtOnce };
  const rows = progress[state] > 0 ? await context.api.read<List<typeof completionRows>>(`${completionPath}/rows`, query) : undefined;
  const { title } = context.t.completion;
  const body = (
    <>
      <PageHead title={title} lead={totalOf(progress) > 0 ? <Summary progress={progress} /> : undefined} />
      <AllProblems problems={problem === undefined ? [] : [problem]} />
      <Section title={progress.state === 'running' ? context.t.completion.now : undefined}>
        {progress.state === 'running' ? <Running progress={progress} /> : <Beginning progress={progress} />}
      </Section>
      {progress.review > 0 && <ToReview progress={progress} />}
      {rows && <Outcomes progress={progress} state={state} rows={rows} />}
    </>
  );
  return { title, current: 'collection', body };
}

function Beginning({ progress }: { readonly progress: Progress }) {
  const context = useRequestContext();
  const { t, to, format } = context;
  const words = t.completion;
  const { placeholders, releases, seconds_left: seconds, state, reason } = progress;
  if (sitesOf(context).length === 0)
    return (
      <>
        {placeholders > 0 && <p>{words.placeholders({ count: format.counted(placeholders), all: format.number(releases) })}.</p>}
        <Unconnected />
      </>
    );
  if (placeholders === 0) return progress.review > 0 ? null : <p class="prose">{words.nothing}</p>;
  return (
    <Form action={to.completion()}>
      {reason !== null && <p class="no">{words.stopped}</p>}
      <p class="prose">
        {words.placeholders({ count: format.counted(placeholders), all: format.number(releases) })}.{' '}
        {words.lead({ sites: siteNamesOf(context) })}
      </p>
      <p class="prose">{words.takes({ time: format.duration(seconds) })}</p>
      <p class="row">
        <Submit class="first" name="do" value="start" text={state === 'none' ? words.start : words.again} />
        <a href={to.collection()}>{t.words.cancel}</a>
      </p>
    </Form>
  );
}

function Running({ progress }: { readonly progress: Progress }) {
  const { t, to, format } = useRequestContext();
  const words = t.completion;
  const { waiting, seconds_left: seconds, paused_until: pausedUntil } = progress;
  const all = totalOf(progress);
  const part = all === 0 ? 0 : (all - waiting) / all;
  return (
    <Form action={to.completion()}>
      <div data-live="10">
        <ProgressStrip part={part} />
        <p>
          {words.lookedUp({ count: format.number(all - waiting), all: format.number(all) })},{' '}
          {words.left({ time: format.duration(seconds) })}
        </p>
        {pausedUntil !== null && <p class="no">{words.paused({ moment: format.moment(pausedUntil) })}</p>}
      </div>
      <p class="soft">{words.closeable}</p>
      <p class="row">
        <a class="button" href={to.completion()}>
          {words.refresh}
        </a>
        <Submit name="do" value="stop" text={words.stop} />
      </p>
    </Form>
  );
}

function ToReview({ progress: { review, clear } }: { readonly progress: Progress }) {
  const { t, to, format } = useRequestContext();
  const words = t.completion;
  return (
    <Section title={words.reviewTitle} aside={words.reviewAside}>
      <Form action={to.completion()}>
        <p class="row">
          <a class="button first" href={to.completionReview()}>
            {words.review({ count: format.counted(review) })}
          </a>
          {clear > 0 && <Submit name="do" value="accept" text={words.acceptClear({ count: format.counted(clear) })} />}
        </p>
      </Form>
    </Section>
  );
}

interface OutcomesProps {
  readonly progress: Progress;
  readonly state: ListedState;
  readonly rows: List<typeof completionRows>;
}

function Outcomes({ progress, state, rows }: OutcomesProps) {
  const { t, to, format } = useRequestContext();
  const words = t.completion;
  return (
    <Section title={words.outcomes}>
      <p class="row">
        {listedStates
          .filter((name) => progress[name] > 0)
          .map((name) => (
            <a key={name} href={to.completion({ state: name })} aria-current={name === state ? 'true' : undefined}>
              {words.states[name]} {format.number(progress[name])}
            </a>
          ))}
      </p>
      <Table
        class="owned"
        caption={words.states[state]}
        heads={[t.fields.title, state === 'complete' ? words.became : words.onList, { hidden: words.act }]}
      >
        {rows.data.map((row) => (
          <OutcomeRow key={row.id} row={row} state={state} />
        ))}
      </Table>
      <Pager meta={rows.meta} />
    </Section>
  );
}

function OutcomeRow({ row: { attributes: row }, state }: { readonly row: CompletionRow; readonly state: ListedState }) {
  const { t, to } = useRequestContext();
  const words = t.completion;
  const { title, accepted, found_by: by, is_undoable: isUndoable } = row;
  const isComplete = state === 'complete';
  const edition = accepted ?? row;
  const id = (row.release ?? row.placeholder).slice(-36);
  const page = to.release({ slug: id });
  const drawn = { ...edition, _id: id, year: Number(edition.release_date?.slice(0, 4)) || null, cover: row.cover };
  const origin = [
    accepted && (accepted.source === 'catalog' ? words.catalog : sourceNames[accepted.source]),
    by ? words.foundBy({ field: words.foundByWords[by] }) : words.byHand,
  ];
  return (
    <tr>
      <th scope="row">
        <ReleaseCell of={drawn} href={page} title={edition.title}>
          {edition.artist_credit && <CatalogText text={edition.artist_credit} />}
          {edition.title !== title && (
            <>
              <br />
              {words.onList}: <CatalogText text={title} />
            </>
          )}
        </ReleaseCell>
      </th>
      <td class="keep">
        {isComplete ? <EditionLine of={edition} /> : <ListedEdition row={row} />}
        {isComplete && (
          <>
            <br />
            <small class="soft">{[...origin, !isUndoable && words.notUndoable].filter(Boolean).join(' · ')}</small>
          </>
        )}
      </td>
      <td class="keep">
        {(isComplete && isUndoable) || state === 'dismissed' ? (
          <Form action={to.completion()}>
            <Hidden fields={{ row: row._id, state }} />
            <Submit name="do" value="undo" class="plain" aria-label={words.undoOf({ title })} text={words.undo} />
          </Form>
        ) : (
          !isComplete && <a href={to.below(page, 'find')}>{words.find}</a>
        )}
      </td>
    </tr>
  );
}
