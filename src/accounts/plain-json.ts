import type { Static, TObject } from '@sinclair/typebox';
import { json } from '../api/openapi/answers';
import type { RequestBody } from '../api/route';
import { readMembers, requireSchema } from '../api/schema/checks';
import { readShortBody } from '../http/body';
import type { HttpError } from '../http/errors';
import { answerHeadersOf } from '../http/request';
import { commonHeaders, jsonApiMediaType, newRequestId } from '../http/respond';

// Routes without a token, or with a password or code, use plain JSON instead of JSON:API.

export const isPlainPath = (path: string): boolean => /^\/api\/(?:token|sessions|password-reset)(?:\/|$)/.test(path);

/** Responses with tokens must not be cached (RFC 6749, section 5.1). */
export function plainAnswer(
  request: Request,
  status: number,
  body: object,
  headers: Readonly<Record<string, string>> = {},
  id: string = newRequestId(),
): Response {
  const common = {
    ...commonHeaders,
    'content-type': 'application/json',
    'cache-control': 'no-store',
    'x-request-id': id,
    ...answerHeadersOf(request),
  };
  return new Response(JSON.stringify(body), { status, headers: { ...common, ...headers } });
}

export function presentPlainError({ status, detail, problem, headers }: HttpError, request: Request, id?: string): Response {
  return plainAnswer(request, status, { code: status, message: detail, error: problem.code }, headers, id);
}

/** A body of named values. */
export function plainBody<S extends TObject>(
  schema: S,
  example: NoInfer<Static<S>>,
  mediaTypes: readonly string[] = ['application/json', jsonApiMediaType],
): RequestBody<Static<S>, Static<S>> {
  const read = async (request: Request): Promise<Static<S>> => {
    const body: unknown = readMembers(await readShortBody(request, mediaTypes), '');
    requireSchema(schema, body);
    return body;
  };
  return { ...json(schema, example), read };
}
