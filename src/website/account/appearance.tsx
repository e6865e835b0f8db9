import { saying } from '../http/addresses';
import type { SentForm } from '../http/form';
import { type Answer, type Page, seeOther } from '../http/page';
import { isTheme } from '../http/preferences';
import type { Visit } from '../http/request-context';
import { isLanguage } from '../i18n';
import { AppearanceForm } from './appearance-form';
import { changeMe } from './documents';

export function get({ t, to, user }: Visit): Page {
  const words = t.settings.appearance;
  const body = (
    <div class="head">
      <h1>{words.title}</h1>
      {!user && <p>{words.lead}</p>}
      <br />
      <AppearanceForm back={to.appearance()} />
    </div>
  );
  return { title: words.title, body };
}

export async function post(visit: Visit, _: unknown, form: SentForm): Promise<Answer> {
  const [asksFor, speaks] = [form.text('theme'), form.text('language')];
  const theme = isTheme(asksFor) ? asksFor : null;
  const language = isLanguage(speaks) ? speaks : null;
  if (visit.user) await changeMe(visit, { theme, language });
  visit.cookies.keepChoice('theme', theme);
  visit.cookies.keepChoice('language', language);
  return seeOther(saying(visit.to.returnPath(form.text('to')) ?? visit.to.appearance(), 'appearance-kept'));
}
