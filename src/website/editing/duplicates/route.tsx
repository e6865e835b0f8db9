import { ApiError, type Sent } from '../../api/client';
import { saying } from '../../http/addresses';
import { problemsOf, type SentForm } from '../../http/form';
import { type Answer, type Page, seeOther } from '../../http/page';
import type { Visit } from '../../http/request-context';
import { duplicatesPage, kindOf } from './page';
import { type AnswerOfPair, answers } from './pair';
import type { PairedKind } from './read';

export const get = (visit: Visit): Promise<Page> => duplicatesPage(visit);

/** Does what was said of a pair, or takes it back. */
export async function post(visit: Visit, _: unknown, form: SentForm): Promise<Answer> {
  const kind = kindOf(visit.query.get('kind'));
  if (kind === 'settled') return takeBack(visit, form.text('settled'));
  const [one, other] = [form.text('one'), form.text('other')];
  const refuse = (problem: string) => duplicatesPage(visit, { one, other, problem });
  const is = answers.find((answer) => answer === form.text('is'));
  if (!is) return refuse(visit.t.duplicates.chooseOne);
  const sent = await settle(visit, kind, is, [one, other]);
  if (sent.ok) return seeOther(saying(visit.to.duplicates(kind === 'releases' ? {} : { kind }), noticeOf[is]));
  const isGone = [404, 409, 422].includes(sent.status);
  return refuse(isGone ? visit.t.duplicates.gone : problemsOf(visit, sent).all.join(' '));
}

const noticeOf = { left: 'pair-merged', right: 'pair-merged', editions: 'pair-editions', different: 'pair-different' } as const;

const typeOf = { releases: 'Release', artists: 'Artist', labels: 'Label' } as const;

function settle({ api }: Visit, kind: PairedKind, is: AnswerOfPair, [one, other]: readonly [string, string]): Promise<Sent> {
  const type = typeOf[kind];
  const merge = (goes: string, stays: string) =>
    api.send('POST', `/api/${kind}/${encodeURIComponent(goes)}/merge`, { data: { type, id: stays } });
  if (is === 'left') return merge(other, one);
  if (is === 'right') return merge(one, other);
  const relationships = { one: { data: { type, id: one } }, other: { data: { type, id: other } } };
  return api.send('POST', '/api/settled-pairs', { data: { type: 'SettledPair', attributes: { decision: is }, relationships } });
}

async function takeBack({ api, to }: Visit, id: string): Promise<Response> {
  const sent = await api.send('DELETE', `/api/settled-pairs/${encodeURIComponent(id)}`);
  // Somebody else, or the same form twice, took it back before.
  if (!sent.ok && sent.status !== 404) throw new ApiError(sent.status, sent.document, sent.headers);
  return seeOther(saying(to.duplicates({ kind: 'settled' }), 'pair-asked-again'));
}
