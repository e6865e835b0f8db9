import { Code } from '../../../ui/code';
import type { ExampleRequest } from '../example-request';
import { examplesOf } from '../examples';
import type { ReferenceTexts } from '../texts';

interface RequestProps {
  readonly request: ExampleRequest;
  readonly origin: string;
  readonly texts: ReferenceTexts;
}

/** Tabs for languages, without scripts. */
export const Request = ({ request, origin, texts }: RequestProps) => {
  const examples = examplesOf(request, origin);
  return (
    <fieldset class="langs">
      <legend class="hidden">{texts.languages}</legend>
      {examples.map(({ language }, index) => (
        <label key={language}>
          <input type="radio" name="lang" checked={index === 0} /> {language}
        </label>
      ))}
      {examples.map(({ language, code }, index) => (
        <Code key={language} id={`l${index + 1}`} code={code} copy={texts.copy} />
      ))}
    </fieldset>
  );
};
