import { DomainError, notFound } from '../../../errors';
import type { SentForm } from '../../http/form';
import type { Page } from '../../http/page';
import type { RequestContext } from '../../http/request-context';
import { FormToken } from '../../ui/form';
import { Section } from '../../ui/section';
import { AnswerPart } from './components/answer';
import { Ends, Navigation } from './components/navigation';
import { FieldTable, isAllInQuery, Parameters } from './components/parameters';
import { englishOn, Inline } from './components/prose';
import { Request } from './components/request';
import { type Trial, TryForm, type TryFormProps } from './components/try-form';
import { exampleOf, type ShownExample } from './example-answer';
import { referenceLinks } from './links';
import {
  type ApiReference,
  findOperation,
  findReading,
  isRead,
  type Operation,
  type PlacedOperation,
  type RequestLimit,
  successOf,
} from './model';
import type { StartPageProps } from './start-page';
import type { ReferenceTexts } from './texts';
import { reader, stepOf, type TryValues, tryOperation } from './try';

interface Address {
  readonly resource: string;
  readonly operation: string;
}

/** The query may prefill a read. Links never write. */
export async function get(context: RequestContext, parameters: Address): Promise<Page> {
  const [reference, placed] = await find(context, parameters);
  const values = Object.fromEntries(context.query);
  const trial = isRead(placed.operation) ? await trialOf(context, placed.operation, values) : ({ step: 'fill', values } as const);
  return pageOf(context, reference, placed, trial);
}

export async function post(context: RequestContext, parameters: Address, form: SentForm): Promise<Page> {
  const [reference, placed] = await find(context, parameters);
  return pageOf(context, reference, placed, await trialOf(context, placed.operation, form.entered));
}

async function find(context: RequestContext, { resource, operation }: Address): Promise<[ApiReference, PlacedOperation]> {
  const reference = await context.reference();
  const placed = findOperation(reference, resource, operation);
  if (!placed) throw notFound('no_operation');
  return [reference, placed];
}

/** Without sign-in, only public operations can be tried. */
async function trialOf({ user, api, origin }: RequestContext, operation: Operation, values: TryValues): Promise<Trial> {
  const step = user || operation.isPublic ? stepOf(operation, values) : 'fill';
  if (step !== 'send') return { step, values };
  try {
    return { step, values, tried: await tryOperation(api, operation, values, origin) };
  } catch (error) {
    if (error instanceof DomainError) return { step: 'fill', values, refusal: error.detail };
    throw error;
  }
}

async function pageOf(context: RequestContext, reference: ApiReference, placed: PlacedOperation, trial: Trial): Promise<Page> {
  const { t, to, user, api, origin, requestLimit } = context;
  const { operation } = placed;
  const links = referenceLinks(to);
  const example = await exampleOf(operation, user && reader(api));
  return {
    title: operationTitle(placed, t.reference),
    body: (
      <OperationPage
        reference={reference}
        placed={placed}
        example={example}
        origin={origin}
        limit={requestLimit}
        form={{ trial, user: user?.username, formToken: <FormToken /> }}
        links={links}
        texts={t.reference}
      />
    ),
    about: { description: operation.description, canonical: links.operation(placed) },
    // Responses are personal and may contain a token.
    headers: { 'cache-control': 'private, no-store' },
  };
}

interface OperationPageProps extends StartPageProps {
  readonly placed: PlacedOperation;
  readonly example: ShownExample;
  readonly form: Pick<TryFormProps, 'trial' | 'user' | 'formToken'>;
}

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
          <Section title={texts.parameters} aside={isAllInQuery(parameters) ? texts.allInQuery : undefined}>
            <Parameters parameters={parameters} texts={texts} />
          </Section>
        )}
        {operation.bodies.map(({ mediaType, fields }) => (
          <Section key={mediaType} title={texts.body} aside={texts.bodyAs({ mediaType })}>
            <FieldTable fields={fields} caption={texts.body} texts={texts} />
          </Section>
        ))}
        <Section title={texts.request}>
          <Request request={example.request} origin={origin} texts={texts} />
        </Section>
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

const operationTitle = ({ operation }: PlacedOperation, texts: ReferenceTexts): string => `${operation.title} · ${texts.title}`;

const Head = ({ placed: { resource, operation }, texts }: { readonly placed: PlacedOperation; readonly texts: ReferenceTexts }) => (
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
    <Section title={texts.whatItDoes}>
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
    </Section>
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

/** Only operations that can answer 429. */
function limitOf({ answers }: Operation, limit: RequestLimit | undefined, texts: ReferenceTexts): string {
  if (!limit || !answers.some(({ status }) => status === 429)) return texts.noLimit;
  const number = new Intl.NumberFormat(texts.language);
  return texts.requestsIn({ requests: number.format(limit.requests), seconds: number.format(limit.windowSeconds) });
}
