import { Elysia } from 'elysia';
import { nothingLeft } from '../accounts/documents';
import { editors } from '../accounts/editors';
import type { Principal } from '../accounts/principal';
import type { LiveSettings } from '../accounts/settings/live-settings';
import { coverAddress } from '../catalog/cover';
import type { Context } from '../context';
import { authorOf, type EditingUser } from '../editing/catalog-writes';
import { notFound } from '../errors';
import { authentication, insufficientScope, requireHolder } from '../http/authentication';
import { maximumPictureBytes, readBytes, requireMediaType } from '../http/body';
import { requireAcceptable } from '../http/negotiation';
import { answerHeadersOf, newRequestId, personalCaching, respond } from '../http/respond';
import { Query } from '../jsonapi/query';
import { readParameters } from '../jsonapi/route';
import { Covers, noRelease } from './covers';
import { path, pictureTypes, putCover, readCover, removeCover } from './endpoints';
import { coverFilesOf } from './files';

type FindPrincipal = (token: string) => Principal | undefined;

/** The routes of the covers of releases. */
export function coverController({ store, settings }: Context, live: LiveSettings, findPrincipal: FindPrincipal) {
  const covers = new Covers(store, coverFilesOf(store, settings.data), settings.coverMegapixels * 1_000_000);
  const mayRead = readers(live, findPrincipal);
  const reading = new Elysia().get(
    readCover.route,
    ({ request, params }) => read(covers, request, readCover.named(params).id, mayRead(request)),
    readCover.hook,
  );
  const writing = new Elysia()
    .use(authentication(editors(findPrincipal, live), 'catalog:write'))
    .put(putCover.route, ({ request, params, principal }) => put(covers, request, putCover.named(params).id, principal), {
      ...putCover.hook,
      parse: 'none',
    })
    .delete(
      removeCover.route,
      ({ request, params, principal }) => remove(covers, request, removeCover.named(params).id, principal),
      removeCover.hook,
    );
  return new Elysia().use(reading).use(writing);
}

/** Lets those through who may read the catalog, and where it is public everyone; says whether everyone may. */
const readers =
  (live: LiveSettings, findPrincipal: FindPrincipal) =>
  (request: Request): boolean => {
    const isPublic = live.values().catalogVisibility === 'public';
    if (isPublic && !request.headers.has('authorization')) return true;
    const { scopes } = requireHolder(request, findPrincipal);
    if (scopes !== null && !scopes.has('catalog:read')) throw insufficientScope('catalog:read');
    return isPublic;
  };

/** A year, which is as long as any cache keeps anything. */
const forever = 'max-age=31536000, immutable';

async function read(covers: Covers, request: Request, id: string, isPublic: boolean): Promise<Response> {
  const query = new Query(request);
  const { size, hash } = readParameters(query, readCover.query);
  query.refuseUnknown();
  const headers = { 'x-content-type-options': 'nosniff', 'x-request-id': newRequestId(), ...answerHeadersOf(request) };
  const standing = covers.find(id.toLowerCase());
  if (!standing) throw noRelease(id);
  const { found, isMoved } = standing;
  if (isMoved) return leadTo(301, `${path.replace(':id', found.id)}?size=${size}`, headers);
  const file = found.hash === null ? undefined : await covers.file(found.hash, size);
  if (found.hash === null || !file) throw notFound(`The release ${found.id} has no cover.`);
  if (hash !== undefined && hash !== found.hash) return leadTo(302, coverAddress(found.id, size, found.hash), headers);
  const etag = `"${found.hash}-${size}"`;
  const whose = isPublic ? 'public' : 'private';
  const all = {
    ...headers,
    etag,
    vary: 'Authorization',
    'cache-control': hash === undefined ? `${whose}, no-cache` : `${whose}, ${forever}`,
  };
  if (isKnown(request, etag)) return new Response(null, { status: 304, headers: all });
  return new Response(file, { headers: { ...all, 'content-type': 'image/webp' } });
}

const leadTo = (status: 301 | 302, location: string, headers: Readonly<Record<string, string>>): Response =>
  new Response(null, { status, headers: { ...headers, location, 'cache-control': 'private, no-cache' } });

const isKnown = ({ headers }: Request, etag: string): boolean =>
  (headers.get('if-none-match') ?? '').split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')));

async function put(covers: Covers, request: Request, id: string, user: EditingUser): Promise<Response> {
  requireAcceptable(request);
  new Query(request).refuseUnknown();
  requireMediaType(request, pictureTypes);
  const release = requireRelease(covers, id);
  const picture = await covers.cut(await readBytes(request, maximumPictureBytes));
  const attributes = await covers.put(release, picture, { source: 'upload', author: authorOf(user, undefined) });
  const document = { data: { type: 'Cover', id: path.replace(':id', release), attributes } };
  return respond(request, document, 200, personalCaching);
}

async function remove(covers: Covers, request: Request, id: string, user: EditingUser): Promise<Response> {
  new Query(request).refuseUnknown();
  const release = requireRelease(covers, id);
  if (!(await covers.remove(release, authorOf(user, undefined)))) throw notFound(`The release ${release} has no cover.`);
  return nothingLeft(request);
}

/** One that was merged into another is changed there. */
function requireRelease(covers: Covers, id: string): string {
  const standing = covers.find(id.toLowerCase());
  if (!standing || standing.isMoved) throw noRelease(id);
  return standing.found.id;
}
