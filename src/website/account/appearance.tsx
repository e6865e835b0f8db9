import { ApiError } from '../api/client';
import { withFlash } from '../http/addresses';
import type { SentForm } from '../http/form';
import { type Page, type PageAnswer, seeOther } from '../http/page';
import { isTheme } from '../http/preferences';
import { type RequestContext, useRequestContext } from '../http/request-context';
import { isLanguage, languageNames } from '../i18n';
import { Form, Radios, Submit } from '../ui/form';
import { updateMe } from './documents';

export function get({ t, to, user }: RequestContext): Page {
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

export async function post(context: RequestContext, _: unknown, form: SentForm): Promise<PageAnswer> {
  const [asksFor, speaks] = [form.text('theme'), form.text('language')];
  const theme = isTheme(asksFor) ? asksFor : null;
  const language = isLanguage(speaks) ? speaks : null;
  const sent = context.user && (await updateMe(context, { theme, language }));
  if (sent && !sent.ok) throw new ApiError(sent);
  context.cookies.keepChoice('theme', theme);
  context.cookies.keepChoice('language', language);
  return seeOther(withFlash(context.to.returnPath(form.text('to')) ?? context.to.appearance(), 'appearance-kept'));
}

/** Saved in the account, if signed in, and in the browser. */
export function AppearanceForm({ back }: { readonly back: string }) {
  const { t, to, theme, chosenLanguage } = useRequestContext();
  const words = t.settings.appearance;
  const colours = { '': words.asTheSystem, light: words.light, dark: words.dark };
  const languages = { '': words.asTheBrowser, ...languageNames };
  return (
    <Form class="form" action={to.appearance()}>
      <input type="hidden" name="to" value={back} />
      <Radios class="row" name="theme" legend={words.colours} options={Object.entries(colours)} chosen={theme ?? ''} />
      <Radios class="row" name="language" legend={words.language} options={Object.entries(languages)} chosen={chosenLanguage ?? ''} />
      <small>{words.languageRule}</small>
      <Submit text={words.send} />
    </Form>
  );
}
