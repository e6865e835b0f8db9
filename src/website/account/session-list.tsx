import { useVisit } from '../http/request-context';
import type { Texts } from '../i18n';
import { Part } from '../ui/section';
import type { Listed, Session } from './documents';

export function SessionsPart({ sessions: { items, total } }: { readonly sessions: Listed<Session> }) {
  const { t, to, format } = useVisit();
  const words = t.settings.sessions;
  const aside = total > items.length ? words.shown(format.number(items.length), format.number(total)) : words.aside;
  const hasOthers = items.some((session) => !session.is_current);
  return (
    <Part title={words.title} aside={aside} id="sessions">
      <div class="scroll">
        <table class="owned">
          <caption class="hidden">{words.caption}</caption>
          <thead>
            <tr>
              <th scope="col">{words.browser}</th>
              <th scope="col">{words.signedIn}</th>
              <th scope="col">{words.lastSeen}</th>
              <th scope="col">
                <span class="hidden">{words.end}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {items.map((session) => (
              <SessionRow key={session._id} session={session} />
            ))}
          </tbody>
        </table>
      </div>
      {hasOthers && (
        <p class="row">
          <a class="button" href={to.setting('sessions')}>
            {words.endOthers}
          </a>
        </p>
      )}
    </Part>
  );
}

function SessionRow({ session }: { readonly session: Session }) {
  const { t, to, format, now } = useVisit();
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

/** What signed in, as far as it said so. */
export const nameOf = ({ browser, kind }: Session, words: Texts['settings']['sessions']): string =>
  browser?.replace(/^(.+) on (.+)$/, (_, name, system) => words.browserOn(name, system)) ??
  (kind === 'pair' ? words.program : words.unknown);
