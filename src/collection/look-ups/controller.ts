import { Elysia } from 'elysia';
import { requireOwn } from '../../accounts/own';
import type { Principal } from '../../accounts/principal';
import type { Store } from '../../database/open';
import { Statements } from '../../database/statements';
import { conflict, invalid } from '../../errors';
import { authentication } from '../../http/authentication';
import { readJson } from '../../http/body';
import { jsonApiMediaType } from '../../http/media-type';
import { requireAcceptable } from '../../http/negotiation';
import { answerHeadersOf, commonHeaders, newRequestId } from '../../http/respond';
import { hasNul } from '../../jsonapi/checks';
import { Query } from '../../jsonapi/query';
import { comparableType } from '../../jsonapi/registry';
import { Invalid, violation } from '../../jsonapi/write';
import { Slices } from '../files/slices';
import { holdings } from '../holdings';
import { expectedLines, type LineFound, lookUpLines, maximumLineLength, maximumLines } from './endpoints';
import { LookUps } from './look-up';

/** The route by which a user asks of many lines what they are. */
export function lookUpController(store: Store, findPrincipal: (token: string) => Principal | undefined) {
  const lookUps = new LookUps(new Statements(store), holdings(store, findPrincipal));
  const answer = async (request: Request, principal: Principal, userId: string): Promise<Response> => {
    requireOwn(request, principal, userId);
    requireAcceptable(request);
    new Query(request).refuseUnknown();
    const lines = readLines(await readJson(request, [jsonApiMediaType]));
    const found: LineFound[] = [];
    // Others have their turn between the lines: a title may take some milliseconds.
    await new Slices().each(lines.entries(), ([index, line]) => {
      if (line.trim() !== '') found.push(store.read(() => lookUps.of(request, line, index + 1)));
    });
    const document = { data: { type: 'CollectionLookUp', id: Bun.randomUUIDv7(), attributes: { lines: found } } };
    const headers = { ...commonHeaders, 'x-request-id': newRequestId(), ...answerHeadersOf(request) };
    return new Response(JSON.stringify(document), { headers });
  };
  return new Elysia()
    .use(authentication(findPrincipal, 'collection:read'))
    .post(lookUpLines.route, ({ request, principal, params }) => answer(request, principal, lookUpLines.named(params).userId), {
      ...lookUpLines.hook,
      parse: 'none',
    });
}

const isLine = (line: unknown): boolean => typeof line === 'string' && line.length <= maximumLineLength && !hasNul(line);

function readLines(body: unknown): readonly string[] {
  const data = memberOf(body, 'data');
  const type = memberOf(data, 'type');
  if (typeof type !== 'string') throw invalid('/data/type must be "CollectionLookUp".', { pointer: '/data/type' });
  if (comparableType(type) !== comparableType('CollectionLookUp'))
    throw conflict('This takes a resource of type CollectionLookUp.', { pointer: '/data/type' });
  const lines = memberOf(memberOf(data, 'attributes'), 'lines');
  if (!Array.isArray(lines) || lines.length === 0 || lines.length > maximumLines || !lines.every(isLine))
    throw new Invalid([violation('lines', `This must be ${expectedLines}.`)]);
  return lines;
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
