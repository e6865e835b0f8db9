import { withFlash } from '../http/addresses';
import { type Page, type PageAnswer, seeOther } from '../http/page';
import { problemPage } from '../http/problem-page';
import { type RequestContext, useRequestContext } from '../http/request-context';
import type { Texts } from '../i18n';
import { Confirmation } from '../ui/confirmation';
import { Section } from '../ui/section';
import { Table } from '../ui/table';
import { type AccountList, readSessions, type Session } from './documents';

export function get({ t, to }: RequestContext): Page {
  const words = t.settings.sessions;
  const body = (
    <Confirmation title={words.endOthersHead} act={words.endOthers} back={`${to.settings()}#sessions`}>
      {words.endOthersLead}
    </Confirmation>
  );
  return { title: words.endOthersHead, body, current: 'settings' };
}

export async function post({ api, to }: RequestContext): Promise<PageAnswer> {
  await api.change('DELETE', '/api/users/me/sessions');
  return seeOther(withFlash(`${to.settings()}#sessions`, 'sessions-ended'));
}

interface Parameters {
  readonly id: string;
}

export const session = {
  async get(visit: RequestContext, { id }: Parameters): Promise<PageAnswer> {
    const { t, to } = visit;
    const session = (await readSessions(visit)).items.find(({ _id }) => _id === id);
    if (!session) return problemPage(visit, undefined, '');
    const words = t.settings.sessions;
    const title = words.endHead(nameOf(session, words));
    const body = (
      <Confirmation title={title} act={words.end} back={`${to.settings()}#sessions`}>
        {words.endLead}
      </Confirmation>
    );
    return { title, body, current: 'settings' };
  },

  async post({ api, to }: RequestContext, { id }: Parameters): Promise<PageAnswer> {
    await api.change('DELETE', `/api/users/me/sessions/${encodeURIComponent(id)}`);
    return seeOther(withFlash(`${to.settings()}#sessions`, 'session-ended'));
  },
};

export function SessionsPart({ sessions: { items, total } }: { readonly sessions: AccountList<Session> }) {
  const { t, to, format } = useRequestContext();
  const words = t.settings.sessions;
  const aside = total > items.length ? words.shown(format.number(items.length), format.number(total)) : words.aside;
  const hasOthers = items.some((session) => !session.is_current);
  return (
    <Section title={words.title} aside={aside} id="sessions">
      <Table class="owned" caption={words.caption} heads={[words.browser, words.signedIn, words.lastSeen, { hidden: words.end }]}>
        {items.map((session) => (
          <SessionRow key={session._id} session={session} />
        ))}
      </Table>
      {hasOthers && (
        <p class="row">
          <a class="button" href={to.setting('sessions')}>
            {words.endOthers}
          </a>
        </p>
      )}
    </Section>
  );
}

function SessionRow({ session }: { readonly session: Session }) {
  const { t, to, format, now } = useRequestContext();
  const words = t.settings.sessions;
  const name = nameOf(session, words);
  return (
    <tr>
      <th scope="row">
        {name} {session.address && <span class="soft">{words.from(session.address)}</span>}
      </th>
      <td class="n">{format.day(session.created_at)}</td>
      {session.is_current ? (
        <td class="yes keep">{words.thisOne}</td>
      ) : (
        <td class="n keep">{session.last_used_at && format.ago(session.last_used_at, now)}</td>
      )}
      <td class="keep">
        {!session.is_current && (
          <a class="danger" href={to.setting('sessions', session._id)} aria-label={words.endNamed(name)}>
            {words.end}
          </a>
        )}
      </td>
    </tr>
  );
}

/** Browser or program, if known. */
const nameOf = ({ browser, kind }: Session, words: Texts['settings']['sessions']): string =>
  browser?.replace(/^(.+) on (.+)$/, (_, name, system) => words.browserOn(name, system)) ??
  (kind === 'pair' ? words.program : words.unknown);
