import { Type as t } from '@sinclair/typebox';
import type { ContributorOf, Guard } from '../../accounts/access';
import { guarded, uuidParameter } from '../../accounts/answers';
import type { Principal, Scope } from '../../accounts/principal';
import {
  bodyAnswers,
  documentOf,
  failure,
  jsonApi,
  listOf,
  notAcceptable,
  notFound,
  pageParameters,
  readAnswers,
  serviceUnavailable,
} from '../../api/openapi/answers';
import { exampleUuid, listOwner } from '../../api/openapi/shared';
import { Reads } from '../../api/read/reads';
import { defineRoute } from '../../api/route';
import { choice } from '../../api/schema/parameters';
import { once, Registry } from '../../api/schema/registry';
import { closed, text } from '../../api/schema/schemas';
import { invalid } from '../../errors';
import { type Access, insufficientScope } from '../../http/authentication';
import { readShortBody } from '../../http/body';
import { personalCaching, respond } from '../../http/respond';
import { describedCode } from '../../matching/typed-records';
import { message } from '../../messages/message';
import type { Store } from '../../store/database/open';
import { queryOfPage } from '../look-up';
import type { Completions } from './completions';
import { comparedCandidate, completionRows, exampleProgress, progressDocument, rowStates } from './documents';
import type { Owner } from './outcomes';

const path = '/api/users/:userId/completion' as const;
const row = `${path}/rows/:id` as const;
const declared = { tags: ['Collection'], otherParameters: 'refuse' } as const;
const pathParameters = { userId: listOwner };
const rowParameters = { ...pathParameters, id: uuidParameter('UUID of the row') };
const toRead = 'Needs the scopes `collection:read` and `wishlist:read`.';
const toWrite = 'Needs the scopes `collection:write`, `wishlist:write` and `catalog:read`.';

const exampleId = path.replace(':userId', exampleUuid);
const exampleDocument = {
  data: { id: exampleId, type: 'Completion' as const, attributes: exampleProgress, links: { self: exampleId } },
};

const progress = { 200: { description: 'The progress', media: jsonApi(progressDocument, exampleDocument) } };
const changed = { 200: { description: 'The release to complete', media: documentOf(completionRows) } };
const off = failure('Look-ups are off, or the token lacks a scope', 403, message('online_off'));
const refusals = { ...guarded, 403: off, 404: notFound, 406: notAcceptable, 503: serviceUnavailable };

type OfOwner = Access<Principal, Readonly<Record<string, string>>>;

/** Routes that complete the placeholders of a user from other sites. */
export function completionRoutes(guard: Guard, store: Store, contributorOf: ContributorOf, completions: () => Promise<Completions>) {
  const access =
    (first: Scope, ...further: readonly Scope[]): OfOwner =>
    (sender) => {
      const principal = guard.owner(first)(sender);
      for (const scope of further) if (principal.scopes !== null && !principal.scopes.has(scope)) throw insufficientScope(scope);
      return principal;
    };
  const reader = access('collection:read', 'wishlist:read');
  const writer = access('collection:write', 'wishlist:write', 'catalog:read');
  const reads = once(async () => new Reads(store, new Registry([completionRows])));
  const progressOf = async (request: Request, { userKey, userId }: Principal): Promise<Response> => {
    const id = path.replace(':userId', userId);
    const attributes = (await completions()).progress(userKey);
    return respond(request, { data: { id, type: 'Completion', attributes, links: { self: id } } }, 200, personalCaching);
  };
  const single = async (request: Request, { userId }: Principal, id: string): Promise<Response> =>
    (await reads()).single(completionRows, request, { userId, id: id.toLowerCase() });
  const ownerOf = (principal: Principal): Owner => ({ ...principal, mayEdit: contributorOf(principal) === undefined });
  /** A route that acts on the job, or on one of its rows. */
  const action = <const P extends string, const O extends string>(
    of: { readonly path: P; readonly operationId: O; readonly summary: string; readonly description: string; readonly isOfRow?: true },
    act: (completions: Completions, owner: Owner, id: string) => Promise<void>,
  ) =>
    defineRoute({
      ...declared,
      method: 'post',
      path: of.path,
      operationId: of.operationId,
      summary: of.summary,
      description: `${of.description} No request body. ${toWrite}`,
      pathParameters: of.isOfRow ? rowParameters : pathParameters,
      answers: {
        ...(of.isOfRow ? changed : progress),
        ...refusals,
        409: failure('The row is in another state', 409, message('completion_row_closed')),
      },
      access: writer,
      handle: async ({ request, principal, params }) => {
        // TypeScript does not infer parameters of a generic path.
        const { id = '' } = params as { readonly id?: string };
        await act(await completions(), ownerOf(principal), id.toLowerCase());
        return of.isOfRow ? single(request, principal, id) : progressOf(request, principal);
      },
    });
  return [
    defineRoute({
      ...declared,
      method: 'get',
      path,
      operationId: 'completion',
      summary: 'Get the progress of completing a collection',
      description: toRead,
      pathParameters,
      answers: { ...progress, ...readAnswers, ...guarded, 404: notFound },
      access: reader,
      otherParameters: 'ignore',
      handle: ({ request, principal }) => progressOf(request, principal),
    }),
    action(
      {
        path,
        operationId: 'startCompletion',
        summary: 'Complete a collection',
        description:
          'Looks up every placeholder on the collection and wishlist at the sites of the setting `online_sources`, in the background: by Discogs id or MBID, barcode, label and catalog number, and title with artist. An id, or a barcode with the title, completes a release unless artist, year, format or country contradict; others wait for review. Continues after a restart of the server. Starting again looks up what was not found.',
      },
      (all, owner) => all.start(owner),
    ),
    action(
      {
        path: `${path}/cancellation`,
        operationId: 'cancelCompletion',
        summary: 'Stop completing a collection',
        description: 'What is complete stays.',
      },
      (all, { userKey }) => all.cancel(userKey),
    ),
    action(
      {
        path: `${path}/acceptance`,
        operationId: 'acceptClearCompletions',
        summary: 'Accept all clear candidates',
        description: 'For the releases to review that have `is_clear`, in the background.',
      },
      (all, owner) => all.acceptClear(owner),
    ),
    defineRoute({
      method: 'get',
      path: `${path}/rows`,
      operationId: 'completionRows',
      tags: declared.tags,
      summary: 'List releases to complete',
      description: toRead,
      pathParameters,
      query: {
        ...pageParameters,
        state: { ...choice(...rowStates), description: 'In this state', listDescription: 'In one of these states' },
      },
      answers: { 200: { description: 'The releases', media: listOf(completionRows) }, ...readAnswers, ...guarded, 404: notFound },
      access: reader,
      handle: async ({ request, principal: { userId } }) => (await reads()).list(completionRows, request, { userId }),
    }),
    defineRoute({
      ...declared,
      method: 'post',
      path: `${path}/rows`,
      operationId: 'lookUpCompletion',
      summary: 'Look up a release to complete',
      description: `Looks up one release of the own lists now, by what is known of it, or by \`code\`: a barcode, catalog number, title or page address. Editors can look up any release. ${toWrite}`,
      pathParameters,
      body: {
        ...jsonApi(
          t.Object({ data: t.Object({ type: t.String(), attributes: t.Object({ release: t.String(), code: t.Optional(t.String()) }) }) }),
          { data: { type: 'CompletionRow', attributes: { release: `/api/releases/${exampleUuid}` } } },
        ),
        read: readShortBody,
      },
      answers: { ...changed, ...bodyAnswers, ...refusals },
      access: writer,
      handle: async ({ request, principal, body }) => {
        const { release, code } = attributesOf(body, ['release'], ['code']);
        const query = code === undefined ? undefined : queryOf(code);
        const id = await (await completions()).lookUp(ownerOf(principal), release.slice(-36).toLowerCase(), query);
        return single(request, principal, id);
      },
    }),
    defineRoute({
      method: 'get',
      path: row,
      operationId: 'completionRow',
      tags: declared.tags,
      summary: 'Get a release to complete',
      description: toRead,
      pathParameters: rowParameters,
      answers: { ...changed, ...readAnswers, ...guarded, 404: notFound },
      access: reader,
      handle: ({ request, principal, params: { id } }) => single(request, principal, id),
    }),
    defineRoute({
      ...declared,
      method: 'post',
      path: `${row}/acceptance`,
      operationId: 'acceptCompletion',
      summary: 'Accept a candidate',
      description: `Imports the release, which replaces the placeholder; copies keep their fields and notes. Editors merge it for everybody. ${toWrite}`,
      pathParameters: rowParameters,
      body: {
        ...jsonApi(
          t.Object({
            data: t.Object({
              type: t.String(),
              attributes: closed({ source: comparedCandidate.properties.source, id: text('Its id at the source') }),
            }),
          }),
          { data: { type: 'CompletionRow', attributes: { source: 'musicbrainz', id: exampleUuid } } },
        ),
        read: readShortBody,
      },
      answers: {
        ...changed,
        ...bodyAnswers,
        ...refusals,
        409: failure('It is no candidate, or the release is complete already', 409, message('completion_no_candidate')),
      },
      access: writer,
      handle: async ({ request, principal, params: { id }, body }) => {
        const origin = attributesOf(body, ['source', 'id']);
        await (await completions()).accept(ownerOf(principal), id.toLowerCase(), origin);
        return single(request, principal, id);
      },
    }),
    action(
      {
        path: `${row}/dismissal`,
        operationId: 'dismissCompletion',
        summary: 'Keep a placeholder as it is',
        description: 'It is not looked up again.',
        isOfRow: true,
      },
      (all, owner, id) => all.dismiss(owner, id),
    ),
    action(
      {
        path: `${row}/undo`,
        operationId: 'undoCompletion',
        summary: 'Undo an outcome',
        description: 'Puts the placeholder back; it waits for review then. The imported release stays in the catalog.',
        isOfRow: true,
      },
      (all, owner, id) => all.undo(owner, id),
    ),
  ];
}

const queryOf = (code: string) => {
  const { url, ...query } = describedCode(code.trim());
  return url === undefined ? query : queryOfPage(url);
};

/** Attributes of a document: texts of at most 500 characters, of which the first are required. */
function attributesOf<N extends string, O extends string = never>(
  body: unknown,
  required: readonly N[],
  optional: readonly O[] = [],
): Record<N, string> & Partial<Record<O, string>> {
  const { type, attributes } = ((body as { data?: unknown } | null)?.data ?? {}) as {
    type?: unknown;
    attributes?: Record<string, unknown>;
  };
  const wrong = (pointer: string, expected: string) => invalid('wrong_member', { pointer, expected }, { pointer });
  if (type !== 'CompletionRow') throw wrong('/data/type', '"CompletionRow"');
  const values: Record<string, string> = {};
  for (const name of [...required, ...optional]) {
    const value = attributes?.[name] ?? '';
    const isMissing = value === '' && required.some((other) => other === name);
    if (typeof value !== 'string' || value.length > 500 || isMissing) throw wrong(`/data/attributes/${name}`, 'text');
    if (value !== '') values[name] = value;
  }
  // Each required name has a value now.
  return values as Record<N, string> & Partial<Record<O, string>>;
}
