import { Part } from '../../ui/section';
import { AnswerPart } from './components/answer';
import { Ends, Navigation } from './components/navigation';
import { Fields, isAllInQuery, Parameters } from './components/parameters';
import { englishOn, Inline } from './components/prose';
import { Request } from './components/request';
import { TryForm, type TryFormProps } from './components/try-form';
import type { ShownExample } from './example-answer';
import type { ReferenceLinks } from './links';
import { findReading, type Operation, type Placed, type Reference, successOf } from './model';
import type { ReferenceTexts } from './texts';

/** How many requests a user may send; `undefined` where there is no limit. */
export interface RequestLimit {
  readonly requests: number;
  readonly windowSeconds: number;
}

interface OperationPageProps {
  readonly reference: Reference;
  readonly placed: Placed;
  readonly example: ShownExample;
  /** Of this server, as its reader knows it: `https://music.example`, and the path that it is below. */
  readonly origin: string;
  readonly limit: RequestLimit | undefined;
  readonly form: Pick<TryFormProps, 'trial' | 'user' | 'formToken'>;
  readonly links: ReferenceLinks;
  readonly texts: ReferenceTexts;
}

/** The page of one operation: what stands in `main`. */
export const OperationPage = ({ reference, placed, example, origin, limit, form, links, texts }: OperationPageProps) => {
  const { resource, operation } = placed;
  const { parameters } = operation;
  const reading = findReading(resource, operation);
  return (
    <div class="browse doc">
      <Navigation reference={reference} resource={resource} operation={operation} links={links} texts={texts} />
      <article>
        <Head placed={placed} texts={texts} />
        <WhatItDoes operation={operation} limit={limit} texts={texts} />
        {parameters.length > 0 && (
          <Part title={texts.parameters} aside={isAllInQuery(parameters) ? texts.allInQuery : undefined}>
            <Parameters parameters={parameters} texts={texts} />
          </Part>
        )}
        {operation.bodies.map(({ mediaType, fields }) => (
          <Part key={mediaType} title={texts.body} aside={texts.bodyAs(mediaType)}>
            <Fields fields={fields} caption={texts.body} texts={texts} />
          </Part>
        ))}
        <Part title={texts.request}>
          <Request request={example.request} origin={origin} texts={texts} />
        </Part>
        <AnswerPart
          operation={operation}
          reading={reading && { title: reading.title, href: links.operation({ resource, operation: reading }) }}
          example={example}
          texts={texts}
        />
        <TryForm {...form} operation={operation} action={links.operation(placed)} signIn={links.signIn(placed)} texts={texts} />
        <Ends reference={reference} placed={placed} links={links} texts={texts} />
      </article>
    </div>
  );
};

/** The title of an operation's page. */
export const operationTitle = ({ operation }: Placed, texts: ReferenceTexts): string => `${operation.title} · ${texts.title}`;

const Head = ({ placed: { resource, operation }, texts }: { readonly placed: Placed; readonly texts: ReferenceTexts }) => (
  <div class="head" {...englishOn(texts)}>
    <p class="over">{resource.name}</p>
    <h1>{operation.title}</h1>
    <p class="lines">
      <code>
        <strong>{operation.method}</strong> {operation.path}
      </code>
    </p>
  </div>
);

interface WhatItDoesProps {
  readonly operation: Operation;
  readonly limit: RequestLimit | undefined;
  readonly texts: ReferenceTexts;
}

const WhatItDoes = ({ operation, limit, texts }: WhatItDoesProps) => {
  const { description, answers } = operation;
  const mediaTypes = successOf(operation)?.forms.map(({ mediaType }) => mediaType) ?? [];
  return (
    <Part title={texts.whatItDoes}>
      {description !== '' && (
        <p class="prose" {...englishOn(texts)}>
          <Inline text={description} />
        </p>
      )}
      <dl class="facts">
        <dt>{texts.needs}</dt>
        <dd>
          <Needs operation={operation} texts={texts} />
        </dd>
        <dt>{texts.limit}</dt>
        <dd>{limitOf(operation, limit, texts)}</dd>
        <dt>{texts.answers}</dt>
        <dd>{answers.map(({ status }) => status).join(', ')}</dd>
        {mediaTypes.length > 0 && <dt>{texts.mediaType}</dt>}
        {mediaTypes.length > 0 && (
          <dd>
            <Inline text={mediaTypes.map((mediaType) => `\`${mediaType}\``).join(', ')} />
          </dd>
        )}
      </dl>
    </Part>
  );
};

const Needs = ({ operation: { isPublic, scope }, texts }: Pick<WhatItDoesProps, 'operation' | 'texts'>) => {
  if (isPublic) return texts.noToken;
  if (scope === undefined) return texts.someToken;
  return (
    <>
      {texts.theScope} <code>{scope}</code>
    </>
  );
};

/** What cannot answer that there were too many is not limited. */
function limitOf({ answers }: Operation, limit: RequestLimit | undefined, texts: ReferenceTexts): string {
  if (!limit || !answers.some(({ status }) => status === 429)) return texts.noLimit;
  const number = new Intl.NumberFormat(texts.language);
  return texts.requestsIn(number.format(limit.requests), number.format(limit.windowSeconds));
}
