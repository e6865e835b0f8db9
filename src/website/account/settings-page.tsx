import { noProblems } from '../http/form';
import { mayEdit } from '../http/may-edit';
import type { Page } from '../http/page';
import type { Visit, Visitor } from '../http/request-context';
import { Form } from '../ui/form';
import { AccountPart, AppearancePart, EmailPart, PasswordPart } from './account-settings';
import { readSessions, readTokens } from './documents';
import type { Refused, Shown } from './refused';
import { SessionsPart } from './session-list';
import { TokensPart } from './token-list';

const untouched: Shown = { entered: {}, problems: noProblems };

/** The page of one's own account. */
export async function settingsPage(visit: Visit, refused?: Refused): Promise<Page> {
  const { t, to, format, user } = visit;
  const [tokens, sessions, isEditor] = await Promise.all([readTokens(visit), readSessions(visit), mayEdit(visit)]);
  const secret = visit.once.take();
  const shown = (form: Refused['form']): Shown => (refused?.form === form ? refused : untouched);
  const { username, createdAt, role } = user as Visitor;
  const body = (
    <>
      <div class="head">
        <h1>{username}</h1>
        <p>{t.settings.since(format.month(createdAt))}</p>
        <nav class="row" aria-label={t.settings.title}>
          <Form action={to.signOut()}>
            <button type="submit" class="plain">
              {t.door.signOut.send}
            </button>
          </Form>
          {isEditor && <a href={to.duplicates()}>{t.duplicates.toPage}</a>}
          {isEditor && <a href={to.unreviewed()}>{t.unreviewed.title}</a>}
          {role === 'admin' && <a href={to.administration()}>{t.settings.administer}</a>}
        </nav>
      </div>
      <TokensPart tokens={tokens} made={secret} shown={shown('token')} isRefused={refused?.form === 'token'} />
      <SessionsPart sessions={sessions} />
      <EmailPart shown={shown('email')} />
      <PasswordPart shown={shown('password')} />
      <AppearancePart />
      <AccountPart />
    </>
  );
  return { title: t.settings.title, body, current: 'settings', isSecret: true };
}
