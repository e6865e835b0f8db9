import type { AttributesPage } from '../api/client';
import { withFlash } from '../http/addresses';
import { type IdParameter, type Page, type PageAnswer, seeOther } from '../http/page';
import { problemPage } from '../http/problem-page';
import { type RequestContext, useRequestContext } from '../http/request-context';
import type { Texts } from '../i18n';
import { confirmationPage } from '../ui/confirmation';
import { Section } from '../ui/section';
import { Table } from '../ui/table';
import { readSessions, type Session } from './documents';

export function get({ t, to }: RequestContext): Page {
  const { endOthersHead: title, endOthers: act, endOthersLead: lead } = t.settings.sessions;
  return confirmationPage({ title, act, back: `${to.settings('security')}#sessions`, lead });
}

export async function post({ api, to }: RequestContext): Promise<PageAnswer> {
  await api.change('DELETE', '/api/users/me/sessions');
  return seeOther(withFlash(`${to.settings('security')}#sessions`, 'sessions-ended'));
}

export const session = {
  async get(context: RequestContext, { id }: IdParameter): Promise<PageAnswer> {
    const { t, to } = context;
    const session = (await readSessions(context)).items.find(({ _id }) => _id === id);
    if (!session) return problemPage(context, undefined, '');
    const words = t.settings.sessions;
    const title = words.endHead({ name: nameOf(session, words) });
    return confirmationPage({ title, act: words.end, back: `${to.settings('security')}#sessions`, lead: words.endLead });
  },

  async post({ api, to }: RequestContext, { id }: IdParameter): Promise<PageAnswer> {
    await api.change('DELETE', `/api/users/me/sessions/${encodeURIComponent(id)}`);
    return seeOther(withFlash(`${to.settings('security')}#sessions`, 'session-ended'));
  },
};

export function SessionsPart({ sessions: { items, meta } }: { readonly sessions: AttributesPage<Session> }) {
  const { t, to, format } = useRequestContext();
  const words = t.settings.sessions;
  const aside =
    meta.totalItems > items.length
      ? words.shown({ shown: format.number(items.length), count: format.number(meta.totalItems) })
      : words.aside;
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
        {name} {session.address && <span class="soft">{words.from({ address: session.address })}</span>}
      </th>
      <td class="n">{format.day(session.created_at)}</td>
      {session.is_current ? (
        <td class="yes keep">{words.thisOne}</td>
      ) : (
        <td class="n keep">{session.last_used_at && format.ago(session.last_used_at, now)}</td>
      )}
      <td class="keep">
        {!session.is_current && (
          <a class="danger" href={to.setting('sessions', session._id)} aria-label={words.endNamed({ name })}>
            {words.end}
          </a>
        )}
      </td>
    </tr>
  );
}

/** Browser or program, if known. */
const nameOf = ({ browser, kind }: Session, words: Texts['settings']['sessions']): string =>
  browser?.replace(/^(.+) on (.+)$/, (_, name, system) => words.browserOn({ browser: name, system })) ??
  (kind === 'pair' ? words.program : words.unknown);
