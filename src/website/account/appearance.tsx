import { withFlash } from '../http/addresses';
import type { SentForm } from '../http/form';
import { type Page, type PageAnswer, seeOther } from '../http/page';
import { isTheme } from '../http/preferences';
import { type RequestContext, useRequestContext } from '../http/request-context';
import { isLanguage, languageNames } from '../i18n';
import { Form } from '../ui/form';
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

export async function post(visit: RequestContext, _: unknown, form: SentForm): Promise<PageAnswer> {
  const [asksFor, speaks] = [form.text('theme'), form.text('language')];
  const theme = isTheme(asksFor) ? asksFor : null;
  const language = isLanguage(speaks) ? speaks : null;
  if (visit.user) await updateMe(visit, { theme, language });
  visit.cookies.keepChoice('theme', theme);
  visit.cookies.keepChoice('language', language);
  return seeOther(withFlash(visit.to.returnPath(form.text('to')) ?? visit.to.appearance(), 'appearance-kept'));
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
      <Choices name="theme" legend={words.colours} choices={colours} chosen={theme ?? ''} />
      <Choices name="language" legend={words.language} choices={languages} chosen={chosenLanguage ?? ''} />
      <small>{words.languageRule}</small>
      <button type="submit">{words.send}</button>
    </Form>
  );
}

interface ChoicesProps {
  readonly name: string;
  readonly legend: string;
  readonly choices: Readonly<Record<string, string>>;
  readonly chosen: string;
}

const Choices = ({ name, legend, choices, chosen }: ChoicesProps) => (
  <fieldset class="row">
    <legend>{legend}</legend>
    {Object.entries(choices).map(([value, says]) => (
      <label class="check" key={value} lang={name === 'language' && value !== '' ? value : undefined}>
        <input type="radio" name={name} value={value} checked={value === chosen} /> <span>{says}</span>
      </label>
    ))}
  </fieldset>
);
