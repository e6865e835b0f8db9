import { notTaken } from '../account/sign-in';
import { saying } from '../http/addresses';
import { problemsOf, type SentForm } from '../http/form';
import { type Answer, type Page, seeOther } from '../http/page';
import type { Visit } from '../http/request-context';
import { Pager } from '../ui/pager';
import { readPeople } from './documents';
import { administrationPage } from './overview';
import { PeoplePart } from './user-list';

/** Everybody, to be looked through; the server's page has the first of them. */
export async function get(visit: Visit): Promise<Page> {
  const { api, query, t, to } = visit;
  const q = (query.get('q') ?? '').trim().slice(0, 40);
  const people = await readPeople(api, { ...(q !== '' && { q }), page: query.get('page') ?? undefined });
  const words = t.administration.people;
  const body = (
    <>
      <div class="head">
        <h1>{words.title}</h1>
        <p class="row">
          <a href={to.administration()}>{t.administration.title}</a>
        </p>
        <br />
        <form class="code form" action={to.people()}>
          <label>
            {words.search}
            <input name="q" type="search" value={q} maxLength={40} autocapitalize="none" autocomplete="off" spellcheck={false} />
          </label>
          <button type="submit">{words.find}</button>
        </form>
      </div>
      <PeoplePart people={people} made={visit.once.take()} refused={undefined}>
        <Pager meta={people.meta} />
      </PeoplePart>
    </>
  );
  return { title: words.title, body, current: 'settings', isSecret: true };
}

/** Makes an account for somebody. */
export async function post(visit: Visit, _: unknown, form: SentForm): Promise<Answer> {
  const { api, to } = visit;
  const attributes = { username: form.text('username'), password: form.exact('password'), role: form.text('role') };
  const sent = await api.send('POST', '/api/users', { data: { type: 'User', attributes } });
  if (sent.ok) return seeOther(saying(`${to.administration()}#people`, 'person-added'));
  const problems = problemsOf(visit, sent);
  return { ...(await administrationPage(visit, { person: { entered: form.entered, problems } })), ...notTaken(sent) };
}
