import { Elysia } from 'elysia';
import type { Context } from '../../context';
import { notFound } from '../../errors';
import { authentication } from '../../http/authentication';
import { readJson } from '../../http/body';
import { jsonApiMediaType } from '../../http/media-type';
import { requireAcceptable } from '../../http/negotiation';
import { uuidPattern } from '../../jsonapi/parameters';
import type { AnyRow } from '../../jsonapi/queries';
import { AccountDocuments, type Differences, nothingLeft } from '../documents';
import { lastUses } from '../last-uses';
import type { Principal } from '../principal';
import { all, first } from '../queries';
import { addApiToken, revokeApiToken } from '../tokens';
import { readNewToken } from './input';
import { createDetail, listDetail, revokeDetail, singleDetail } from './openapi';
import { apiTokens } from './resource';

/** The routes by which users manage their own API access tokens. */
export function apiTokenController(context: Context, findPrincipal: (token: string) => Principal | undefined) {
  const tokens = new ApiTokens(context);
  return new Elysia({ name: 'api-tokens' })
    .use(authentication(findPrincipal, 'admin'))
    .get('/api/users/me/tokens', ({ request, principal }) => tokens.list(request, principal), { detail: listDetail })
    .post('/api/users/me/tokens', ({ request, principal }) => tokens.create(request, principal), {
      detail: createDetail,
    })
    .get('/api/users/me/tokens/:id', ({ request, principal, params }) => tokens.single(request, principal, params.id), {
      detail: singleDetail,
    })
    .delete('/api/users/me/tokens/:id', ({ request, principal, params }) => tokens.revoke(request, principal, params.id), {
      detail: revokeDetail,
    });
}

class ApiTokens {
  readonly #documents: AccountDocuments;

  constructor(private readonly context: Context) {
    this.#documents = new AccountDocuments(context.store, apiTokens);
  }

  /** The newest first. */
  list(request: Request, { userKey }: Principal): Response {
    const { reader } = this.context.store;
    lastUses(this.context.store).write();
    return this.#documents.list(request, ({ page, itemsPerPage }) => {
      const rows = all(reader, this.#rows(userKey).orderBy('created_at', 'desc').orderBy('id', 'desc')) as AnyRow[];
      return { rows: rows.slice((page - 1) * itemsPerPage, page * itemsPerPage), total: rows.length };
    });
  }

  single(request: Request, { userKey }: Principal, id: string): Response {
    lastUses(this.context.store).write();
    return this.#present(request, userKey, id);
  }

  /** The one answer that has the token itself in it, which nobody is to keep (RFC 6749, section 5.1). */
  async create(request: Request, { userKey }: Principal): Promise<Response> {
    this.#documents.requireAnswerable(request);
    const { name, limits, ignored } = readNewToken(await readJson(request, [jsonApiMediaType]));
    const { id, token } = addApiToken(this.context.store, userKey, name, limits);
    const headers = { location: apiTokens.iri({ id }), 'cache-control': 'no-store' };
    return this.#present(request, userKey, id, { status: 201, headers, more: { token }, ignored });
  }

  revoke(request: Request, { userKey }: Principal, id: string): Response {
    requireAcceptable(request);
    if (!uuidPattern.test(id) || !revokeApiToken(this.context.store, id, userKey)) throw noToken(id);
    return nothingLeft(request);
  }

  #present(request: Request, user: number, id: string, differences?: Differences): Response {
    const row = first(this.context.store.reader, this.#rows(user).where('id', '=', id.toLowerCase())) as AnyRow | undefined;
    if (!row) throw noToken(id);
    return this.#documents.single(request, row, differences);
  }

  #rows(user: number) {
    return apiTokens.rows(this.context.store.db).where('user_key', '=', user);
  }
}

const noToken = (id: string) => notFound(`There is no API access token ${id.slice(0, 100)}.`);
