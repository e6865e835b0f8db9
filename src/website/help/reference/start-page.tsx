import type { Page } from '../../http/page';
import type { RequestContext } from '../../http/request-context';
import { PageHead, Section } from '../../ui/section';
import { Answers } from './components/answer';
import { Navigation } from './components/navigation';
import { Inline, Paragraphs } from './components/prose';
import { Request } from './components/request';
import { exampleRequest } from './example-request';
import { type ReferenceParts, referenceLinks } from './links';
import { type ApiReference, type DocumentedAnswer, findOperationById, type RequestLimit } from './model';

export async function get({ t, to, origin, requestLimit, reference }: RequestContext): Promise<Page> {
  const { title, lead } = t.reference.start;
  return {
    title,
    body: <StartPage reference={await reference()} origin={origin} limit={requestLimit} links={referenceLinks(to)} texts={t.reference} />,
    about: { description: lead, canonical: to.reference() },
  };
}

export interface StartPageProps extends ReferenceParts {
  /** With base path: `https://music.example`. */
  readonly origin: string;
  readonly limit: RequestLimit | undefined;
}

/** Token, first request and general rules. */
export const StartPage = ({ reference, origin, limit, links, texts }: StartPageProps) => {
  const { title, lead, token, firstRequest, sections, errors, limits } = texts.start;
  const signIn = findOperationById(reference, 'signIn');
  const first = findOperationById(reference, 'artistList') ?? reference.operations[0];
  return (
    <div class="browse doc">
      <Navigation reference={reference} links={links} texts={texts} />
      <article>
        <PageHead title={title} lead={lead} />
        <Section id="token" title={token.title}>
          <Paragraphs paragraphs={token.paragraphs} />
          <p class="row">
            <a href={links.settings}>{texts.start.settings}</a>
            {signIn && <a href={links.operation(signIn)}>{texts.start.signIn}</a>}
            <a href={links.openApi}>{texts.openApi}</a>
          </p>
        </Section>
        <Section id="first" title={firstRequest.title}>
          <Paragraphs paragraphs={firstRequest.paragraphs} />
          {first && <Request request={exampleRequest(first.operation)} origin={origin} texts={texts} />}
          <p>
            <a href={links.chapter('clients')}>{texts.start.clients}</a>
          </p>
        </Section>
        {Object.entries(sections).map(([id, { title, paragraphs }]) => (
          <Section key={id} id={id} title={title}>
            <Paragraphs paragraphs={paragraphs} />
          </Section>
        ))}
        <Section id="errors" title={errors.title}>
          <Paragraphs paragraphs={errors.paragraphs} />
          <Answers answers={commonErrors(reference)} texts={texts} />
        </Section>
        <Section id="limits" title={limits.title}>
          {limit && (
            <p class="prose">
              <Inline text={`${texts.requestsIn({ requests: String(limit.requests), seconds: String(limit.windowSeconds) })}.`} />
            </p>
          )}
          <Paragraphs paragraphs={limits.paragraphs} />
        </Section>
      </article>
    </div>
  );
};

/** The meaning of error statuses for most operations. */
function commonErrors({ operations }: ApiReference): readonly DocumentedAnswer[] {
  const failures = operations.flatMap(({ operation }) => operation.answers).filter(({ status }) => status >= 400);
  return [...Map.groupBy(failures, ({ status }) => status)]
    .toSorted(([one], [other]) => one - other)
    .flatMap(([, answers]) => {
      const meanings = Map.groupBy(answers, ({ meaning }) => meaning);
      return [...meanings.values()].toSorted((one, other) => other.length - one.length)[0]?.[0] ?? [];
    });
}
