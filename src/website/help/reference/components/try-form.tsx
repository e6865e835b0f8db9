import type { ComponentChildren } from 'preact';
import { formatsOf } from '../../../i18n/formats';
import { Code } from '../../../ui/code';
import { Hidden, Submit } from '../../../ui/form';
import { Section } from '../../../ui/section';
import { textOfExample } from '../example-answer';
import { type DocumentedParameter, isRead, type Operation } from '../model';
import type { ReferenceSchema } from '../schema';
import type { ReferenceTexts } from '../texts';
import { inputs, type Tried, type TryValues } from '../try';
import { statusLine } from './answer';

export interface Trial {
  /** As typed. */
  readonly values: TryValues;
  readonly step: 'fill' | 'confirm' | 'send';
  readonly tried?: Tried;
  /** Why nothing was sent. */
  readonly refusal?: string;
}

export interface TryFormProps {
  readonly operation: Operation;
  /** The page's own address. */
  readonly action: string;
  readonly trial: Trial;
  readonly user: string | undefined;
  readonly formToken?: ComponentChildren;
  readonly signIn: string;
  readonly texts: ReferenceTexts;
}

/** Inputs for all parameters, and the response. */
export const TryForm = (props: TryFormProps) => {
  const { operation, trial, user, signIn, texts } = props;
  const { tried, refusal } = trial;
  return (
    <Section id="try" title={texts.tryIt} aside={texts.ownRights}>
      {user === undefined && !operation.isPublic ? (
        <p>
          <a href={signIn}>{texts.signInFirst}</a>
        </p>
      ) : trial.step === 'confirm' ? (
        <Confirm {...props} />
      ) : (
        <Fill {...props} />
      )}
      {refusal !== undefined && (
        <p id="answer" class="no" role="alert">
          {refusal}
        </p>
      )}
      {tried && <ResponseOfTry tried={tried} texts={texts} />}
    </Section>
  );
};

const Fill = ({ operation, action, trial: { values }, user, formToken, texts }: TryFormProps) => {
  const reads = isRead(operation);
  const rare = operation.parameters.filter(isRare);
  const [body] = operation.bodies;
  const note = reads ? texts.asReader : texts.asWriter;
  return (
    <form class="form grid" method={reads ? 'get' : 'post'} action={`${action}#answer`}>
      {!reads && formToken}
      <Inputs parameters={operation.parameters.filter((parameter) => !isRare(parameter))} values={values} texts={texts} />
      {rare.length > 0 && (
        <details class="wide" open={rare.some(({ name }) => values[name])}>
          <summary>{texts.moreParameters}</summary>
          <div class="form grid">
            <Inputs parameters={rare} values={values} texts={texts} />
          </div>
        </details>
      )}
      {operation.bodies.length > 1 && (
        <label>
          {texts.mediaType}
          <select name={inputs.mediaType}>
            {operation.bodies.map(({ mediaType }) => (
              <option key={mediaType} selected={values[inputs.mediaType] === mediaType}>
                {mediaType}
              </option>
            ))}
          </select>
        </label>
      )}
      {body && (
        <label class="wide">
          {texts.body}
          <textarea name={inputs.body} rows={8} spellcheck={false} placeholder={textOfExample(body.example)}>
            {values[inputs.body] ?? ''}
          </textarea>
        </label>
      )}
      <p class="wide row">
        <Submit class="first" name={inputs.sent} value="1" text={texts.send} />
        {user !== undefined && <span class="soft tiny">{note({ user })}</span>}
      </p>
    </form>
  );
};

/** Asks before a write, which cannot be undone here. */
const Confirm = ({ operation, action, trial: { values }, user, formToken, texts }: TryFormProps) => (
  <form class="form" method="post" action={`${action}#answer`}>
    {formToken}
    <Hidden fields={namesOf(operation).map((name) => [name, values[name] ?? ''])} />
    <input type="hidden" name={inputs.sent} value="1" />
    <p id="answer">{texts.askAgain({ user })}</p>
    <Code id="c1" code={writtenOut(operation, values)} isAnswer copy={texts.copy} />
    <p class="row">
      <Submit class="first danger" name={inputs.confirmed} value="1" text={texts.sendAll} />
      <a href={`${action}#try`}>{texts.back}</a>
    </p>
  </form>
);

const namesOf = ({ parameters, bodies }: Operation): string[] => [
  ...parameters.map(({ name }) => name),
  ...(bodies.length > 0 ? [inputs.body, inputs.mediaType] : []),
];

/** The request as text. */
const writtenOut = (operation: Operation, values: TryValues): string =>
  [
    `${operation.method} ${operation.path.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')}`,
    ...operation.parameters.flatMap(({ name, place }) => (place !== 'path' && values[name] ? [`${name}: ${values[name]}`] : [])),
    ...(values[inputs.body] ? ['', values[inputs.body]] : []),
  ].join('\n');

interface InputsProps {
  readonly parameters: readonly DocumentedParameter[];
  readonly values: TryValues;
  readonly texts: ReferenceTexts;
}

const Inputs = ({ parameters, values, texts }: InputsProps) => (
  <>
    {parameters.map((parameter) => (
      <LabelledInput key={parameter.name} parameter={parameter} value={values[parameter.name] ?? ''} texts={texts} />
    ))}
  </>
);

/** Formatting headers and duplicates. */
const isRare = ({ name, place }: DocumentedParameter): boolean => place === 'header' || name.endsWith(']');

interface LabelledInputProps {
  readonly parameter: DocumentedParameter;
  readonly value: string;
  readonly texts: ReferenceTexts;
}

const LabelledInput = ({ parameter: { name, schema, example, isRequired }, value, texts }: LabelledInputProps) => {
  const choices = choicesOf(schema);
  if (schema.type === 'array')
    return (
      <label>
        {name}
        <textarea name={name} rows={2} placeholder={texts.oneALine}>
          {value}
        </textarea>
      </label>
    );
  if (choices.length === 0)
    return (
      <label>
        {name}
        <input name={name} value={value} required={isRequired} placeholder={example === undefined ? undefined : String(example)} />
      </label>
    );
  return (
    <label>
      {name}
      <select name={name} required={isRequired}>
        <option value="" />
        {choices.map((choice) => (
          <option key={choice} selected={choice === value}>
            {choice}
          </option>
        ))}
      </select>
    </label>
  );
};

const choicesOf = ({ type, enum: choices, anyOf = [] }: ReferenceSchema): string[] => {
  if (type === 'boolean') return ['true', 'false'];
  if (choices) return choices.map(String);
  return anyOf.length > 0 && anyOf.every((one) => 'const' in one) ? anyOf.map((one) => String(one.const)) : [];
};

const ResponseOfTry = ({ tried, texts }: { readonly tried: Tried; readonly texts: ReferenceTexts }) => {
  const { status, milliseconds, headers, total, text, isShortened } = tried;
  const format = formatsOf(texts.language);
  return (
    <div id="answer">
      <p class="over">
        <span class={status < 400 ? 'yes' : 'no'}>{statusLine(status)}</span>{' '}
        {texts.inMilliseconds({ milliseconds: format.number(Math.ceil(milliseconds)) })}
        {total !== undefined && ` · ${texts.records({ count: format.counted(total) })}`}
        {isShortened && ` · ${texts.shortened}`}
      </p>
      <dl class="facts">{headers.flatMap(([name, value]) => [<dt key={name}>{name}</dt>, <dd key={`${name}:`}>{value}</dd>])}</dl>
      {text !== '' && (
        <details open>
          <summary>{texts.theAnswer}</summary>
          <Code id="r2" code={text} isAnswer copy={texts.copy} />
        </details>
      )}
    </div>
  );
};
