import type { ComponentChildren } from 'preact';
import { type Api, ApiError, type Sent } from '../../api/client';
import { withFlash } from '../../http/addresses';
import { problemsOf, type SentForm } from '../../http/form';
import { type Page, type PageAnswer, pageNumber, seeOther } from '../../http/page';
import { type RequestContext, useRequestContext } from '../../http/request-context';
import { sentenceOf } from '../../i18n/api-errors';
import { CatalogLink } from '../../ui/catalog-text';
import { AllProblems, Form, Submit } from '../../ui/form';
import { Pager } from '../../ui/pager';
import { PageTabs, Section } from '../../ui/section';
import { Table } from '../../ui/table';
import { sendMerge } from '../target-record';
import { type AnswerOfPair, answers, PairPart, pageOfPaired } from './pair';
import {
  type PairCounts,
  type PairedKind,
  type PairedName,
  pairedKinds,
  type ReadSettled,
  readCounts,
  readPairs,
  readSettled,
} from './read';

export const get = (context: RequestContext): Promise<Page> => duplicatesPage(context);

export async function post(context: RequestContext, _: unknown, form: SentForm): Promise<PageAnswer> {
  const kind = kindOf(context.query.get('kind'));
  if (kind === 'settled') return takeBack(context, form.text('settled'));
  const [one, other] = [form.text('one'), form.text('other')];
  const is = answers.find((answer) => answer === form.text('is'));
  const refuse = (problem: string, leaving?: string) => duplicatesPage(context, { one, other, is, problem, leaving });
  if (!is) return refuse(context.t.duplicates.chooseOne);
  const { sent, leaving } = await sendMerge(form, (meta) => settle(context.api, kind, is, [one, other], meta));
  if (sent.ok) return seeOther(withFlash(context.to.duplicates({ kind }), noticeOf[is]));
  if (leaving) return refuse(`${sentenceOf(context, sent)} ${context.t.duplicates.saveAgain}`, leaving);
  const isGone = [404, 409, 422].includes(sent.status);
  if (!isGone) return refuse(problemsOf(context, sent).all.join(' '));
  const [left, right] = await Promise.all([one, other].map((id) => context.api.send('GET', `/api/${kind}/${encodeURIComponent(id)}`)));
  const survivor = left?.document.data;
  // Merged by another tab, or by someone else.
  if (survivor?.id !== undefined && survivor.id === right?.document.data?.id)
    return seeOther(withFlash(pageOfPaired(context.to, kind, survivor.attributes), 'already-merged'));
  return refuse(context.t.duplicates.gone);
}

const noticeOf = { left: 'pair-merged', right: 'pair-merged', editions: 'pair-editions', different: 'pair-different' } as const;

const typeOf = { releases: 'Release', artists: 'Artist', labels: 'Label', productions: 'Production' } as const;

function settle(api: Api, kind: PairedKind, is: AnswerOfPair, [one, other]: readonly [string, string], meta: object): Promise<Sent> {
  const type = typeOf[kind];
  const merge = (goes: string, stays: string) =>
    api.send('POST', `/api/${kind}/${encodeURIComponent(goes)}/merge`, { data: { type, id: stays }, meta });
  if (is === 'left') return merge(other, one);
  if (is === 'right') return merge(one, other);
  const relationships = { one: { data: { type, id: one } }, other: { data: { type, id: other } } };
  return api.send('POST', '/api/settled-pairs', { data: { type: 'SettledPair', attributes: { decision: is }, relationships } });
}

async function takeBack({ api, to }: RequestContext, id: string): Promise<Response> {
  const sent = await api.send('DELETE', `/api/settled-pairs/${encodeURIComponent(id)}`);
  // Undone before, by someone else or a repeated form.
  if (!sent.ok && sent.status !== 404) throw new ApiError(sent);
  return seeOther(withFlash(to.duplicates({ kind: 'settled' }), 'pair-asked-again'));
}

/** An error and its pair. */
interface Refused {
  readonly one: string;
  readonly other: string;
  readonly is: AnswerOfPair | undefined;
  readonly problem: string;
  /** Version of the discs and tracks that a merge would leave out, to confirm. */
  readonly leaving?: string | undefined;
}

const kindOf = (text: string | null | undefined): PairedKind | 'settled' =>
  text === 'settled' ? text : (pairedKinds.find((kind) => kind === text) ?? 'releases');

async function duplicatesPage(context: RequestContext, refused?: Refused): Promise<Page> {
  const { api, query, t } = context;
  const before = query.has('kind') ? undefined : await readCounts(api);
  const kind = kindOf(query.get('kind') ?? pairedKinds.find((one) => before && before[one] > 0));
  const page = pageNumber(context);
  // Counted after reading, which checks for changes.
  const list = kind === 'settled' ? await settledOf(context, page) : await pairsOf(context, kind, page, refused);
  const body = (
    <>
      <div class="head">
        <h1>{t.duplicates.head}</h1>
        <p>{t.duplicates.lead}</p>
        <Tabs counts={await readCounts(api)} current={kind} />
      </div>
      {list}
    </>
  );
  return { title: t.duplicates.title, current: 'albums', body, ...(refused && { status: 422 }) };
}

async function pairsOf(context: RequestContext, kind: PairedKind, page: number, refused: Refused | undefined): Promise<ComponentChildren> {
  const { api, t, format } = context;
  const { pairs, meta } = await readPairs(api, kind, page);
  const refusedOf = ({ one, other }: (typeof pairs)[number]) =>
    refused && one.record.id.endsWith(refused.one) && other.record.id.endsWith(refused.other) ? refused : undefined;
  const isShown = pairs.some((read) => refusedOf(read) !== undefined);
  return (
    <>
      {refused && !isShown && <AllProblems problems={[refused.problem]} />}
      {meta.lookedThrough < 1 && (
        <p class="soft" role="status">
          {t.duplicates.looking({ part: format.percent(meta.lookedThrough) })}
        </p>
      )}
      {meta.totalItems === 0 && <p class="prose">{t.duplicates.none}</p>}
      {pairs.map((read) => (
        <PairPart key={read.pair.id} read={read} {...refusedOf(read)} />
      ))}
      <Pager meta={meta} />
    </>
  );
}

async function settledOf({ api, t, to }: RequestContext, page: number): Promise<ComponentChildren> {
  const { settled, meta } = await readSettled(api, page);
  return (
    <>
      <SettledPart settled={settled} />
      <p class="soft">
        {t.duplicates.mergedPairs} <a href={to.history()}>{t.duplicates.toChanges}</a>
      </p>
      <Pager meta={meta} />
    </>
  );
}

function Tabs({ counts, current }: { readonly counts: PairCounts; readonly current: PairedKind | 'settled' }) {
  const { t, to, format } = useRequestContext();
  return (
    <PageTabs
      label={t.duplicates.kinds}
      tabs={[...pairedKinds, 'settled' as const].map((kind) => {
        return [to.duplicates({ kind }), `${t.duplicates.tabs[kind]} ${format.number(counts[kind])}`, kind === current];
      })}
    />
  );
}

function SettledPart({ settled }: { readonly settled: readonly ReadSettled[] }) {
  const { t } = useRequestContext();
  const words = t.duplicates.settled;
  if (settled.length === 0) return <p class="prose">{t.duplicates.noneSettled}</p>;
  return (
    <Section title={words.title} aside={words.aside}>
      <Table class="owned" caption={words.title} heads={[words.records, words.said, words.by, words.on, { hidden: words.takeBack }]}>
        {settled.map((one) => (
          <SettledRow key={one.pair.id} settled={one} />
        ))}
      </Table>
    </Section>
  );
}

function SettledRow({ settled: { pair, names } }: { readonly settled: ReadSettled }) {
  const { t, to, format } = useRequestContext();
  const words = t.duplicates.settled;
  const { _id, decision, username, created_at } = pair.attributes;
  const [one, other] = names;
  return (
    <tr>
      <th scope="row">
        <Name named={one} /> {words.and} <Name named={other} />
      </th>
      <td class="keep">{words[decision]}</td>
      <td>{username}</td>
      <td class="n">{format.day(created_at)}</td>
      <td class="keep">
        <Form action={to.duplicates({ kind: 'settled' })}>
          <input type="hidden" name="settled" value={_id} />
          <Submit class="plain" aria-label={words.takeBackOf({ name: one?.name ?? other?.name ?? words.noLonger })} text={words.takeBack} />
        </Form>
      </td>
    </tr>
  );
}

function Name({ named }: { readonly named: PairedName | undefined }) {
  const { t, to } = useRequestContext();
  if (!named) return <span class="soft">{t.duplicates.settled.noLonger}</span>;
  return <CatalogLink href={pageOfPaired(to, named.kind, named)} text={named.name} />;
}
