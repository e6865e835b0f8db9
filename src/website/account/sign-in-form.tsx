import { readServerMeta } from '../api/server-meta';
import { saying } from '../http/addresses';
import { leftFormPage } from '../http/expired-form-page';
import type { SentForm } from '../http/form';
import { type LeftForm, readLeftForm } from '../http/interrupted-form';
import { type Answer, seeOther } from '../http/page';
import type { Visit } from '../http/request-context';
import { limitOf, notTaken, signIn } from './sign-in';
import { signInPage } from './sign-in-page';

export async function get(visit: Visit): Promise<Answer> {
  const to = visit.to.returnPath(visit.query.get('to'));
  if (visit.user) return seeOther(to ?? visit.to.home());
  const server = await readServerMeta(visit);
  return server.isSetUp ? signInPage(visit, server, { to }) : seeOther(visit.to.setUp());
}

export async function post(visit: Visit, _: unknown, form: SentForm): Promise<Answer> {
  const to = visit.to.returnPath(form.text('to'));
  const left = readLeftForm(form.exact('left'), visit.to);
  const username = form.text('username');
  const sent = await signIn(visit, username, form.exact('password'));
  if (sent.ok) return left === undefined ? seeOther(to ?? visit.to.home()) : goOn(visit, left, sent.document.session_token);
  const { tooOften, wrong } = visit.t.door.signIn;
  const problem = limitOf(sent, visit, tooOften) ?? wrong;
  return { ...signInPage(visit, await readServerMeta(visit), { to, username, problem, left }), ...notTaken(sent) };
}

/** Shows the form that waited to whoever opened it. Who shares a browser does not share what another entered in it. */
async function goOn(visit: Visit, left: LeftForm, session: string): Promise<Answer> {
  const { document } = await visit.api.send('GET', '/api/users/me', undefined, { authorization: `Bearer ${session}` });
  const isOwn = document?.data?.attributes?._id === left.user;
  return isOwn ? leftFormPage(visit, left, session) : seeOther(saying(visit.to.home(), 'entered-by-another'));
}
