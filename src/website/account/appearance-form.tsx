import { useVisit } from '../http/request-context';
import { languageNames } from '../i18n';
import { Form } from '../ui/form';

/** Colours and language: of the account where somebody is signed in, and of this browser. */
export function AppearanceForm({ back }: { readonly back: string }) {
  const { t, to, theme, chosenLanguage } = useVisit();
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
