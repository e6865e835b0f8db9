import type { Static, TSchema } from '@sinclair/typebox';
import type { ErrorSource } from '../../errors';
import { jsonApiMediaType } from '../../http/respond';
import { type Message, message } from '../../messages/message';
import { badRequest, failure, notAcceptable, notModified, unauthorized } from '../openapi/answers';
import { neededScope } from '../openapi/shared';
import type { QueryParameter, Reference, RouteAnswer, RouteDeclaration } from '../route';
import type { ErrorDocument } from '../schema/schemas';

/** Example of an error response. */
interface ErrorAnswer {
  readonly description: string;
  readonly problem: Message;
  readonly source?: ErrorSource;
}

/** By status. A string refers to a shared response. */
type ErrorAnswers = Readonly<Record<number, string | ErrorAnswer>>;

interface Declaration<P extends string, Q, S extends TSchema, M extends ErrorAnswers>
  extends Pick<RouteDeclaration, 'operationId' | 'summary' | 'description' | 'pathParameters'> {
  readonly path: P;
  readonly tag: string;
  readonly query: Q;
  readonly answer: {
    readonly description: string;
    readonly schema: S;
    /** A document, or text of another media type. */
    readonly example: object | string;
    readonly mediaType?: string;
    readonly headers?: RouteAnswer['headers'];
  };
  /** Whether the record in the path may have been merged; the response is then that of its successor. */
  readonly isMovable?: boolean;
  /** In addition to the common responses. */
  readonly errors?: M;
}

/** Declaration of a route that reads the catalog, with the common responses. */
interface CatalogRead<P extends string, Q, S extends TSchema, M> {
  readonly method: 'get';
  readonly path: P;
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly query: Q;
  readonly answers: { readonly 200: RouteAnswer<Static<S>> } & Common & {
      readonly [K in keyof M]: RouteAnswer<ErrorDocument> | Reference<ErrorDocument>;
    };
}

type Common = { readonly [K in 400 | 401 | 403 | 406]: RouteAnswer<ErrorDocument> | Reference<ErrorDocument> };

const scope = 'catalog:read';

const documentHeaders = Object.fromEntries(
  ['RateLimit', 'RateLimit-Policy', 'ETag', 'X-Request-Id'].map((name) => [name, { component: name }]),
);

/** Adds the common responses to a route that reads the catalog. */
export function catalogRead<
  const P extends string,
  const Q extends Readonly<Record<string, QueryParameter>>,
  S extends TSchema,
  const M extends ErrorAnswers = Record<never, string>,
>({ tag, description, answer, errors, isMovable = false, ...declared }: Declaration<P, Q, S, M>): CatalogRead<P, Q, S, M> {
  const { schema, example, mediaType, headers = documentHeaders } = answer;
  const [instance] = declared.path.split('/:');
  const further = Object.entries(errors ?? {}).map(([status, error]) => [
    status,
    typeof error === 'string'
      ? { component: error }
      : failure(error.description, Number(status), error.problem, { source: error.source, instance }),
  ]);
  const media = { content: { [mediaType ?? jsonApiMediaType]: { schema, example } } };
  const moved = { ...headers, Location: 'The same request for the target' };
  return {
    ...declared,
    method: 'get',
    tags: [tag],
    description: [description, neededScope(scope)].filter((sentence) => sentence !== undefined).join(' '),
    answers: {
      200: { description: answer.description, headers, media },
      ...(isMovable && {
        301: { description: 'A record in the path was merged; this is the response for its target', headers: moved, media },
      }),
      // A stream has no ETag.
      ...(mediaType === undefined && { 304: notModified }),
      400: badRequest,
      401: unauthorized,
      403: failure('The token lacks the scope', 403, message('insufficient_scope', { scope }), {
        source: { header: 'Authorization' },
        instance,
      }),
      406: notAcceptable,
      ...Object.fromEntries(further),
    },
  };
}
