import { Elysia } from 'elysia';
import type { Context } from '../../context';
import { notFound } from '../../errors';
import { authentication } from '../../http/authentication';
import { readJson } from '../../http/body';
import { jsonApiMediaType } from '../../http/media-type';
import { requireAcceptable } from '../../http/negotiation';
import { uuidPattern } from '../../jsonapi/checks';
import type { AnyRow } from '../../jsonapi/queries';
import { Invalid, violation } from '../../jsonapi/write';
import { AccountDocuments, type Differences, nothingLeft } from '../documents';
import { lastUses } from '../last-uses';
import type { Principal } from '../principal';
import { all, first } from '../queries';
import { addApiToken, revokeApiToken } from '../tokens';
import { presentPassword, wrongPassword } from '../users/present-password';
import { findUserById } from '../users/users';
import { createToken, listTokens, readToken, revokeToken } from './endpoints';
import { inheritedLimits } from './inheritance';
import { readNewToken } from './input';
import { apiTokens } from './resource';

/** The routes by which users manage their own API access tokens. */
export function apiTokenController(context: Context, findPrincipal: (token: string) => Principal | undefined) {
  const tokens = new ApiTokens(context);
  return new Elysia({ name: 'api-tokens' })
    .use(authentication(findPrincipal, 'admin'))
    .get(listTokens.route, ({ request, principal }) => tokens.list(request, principal), listTokens.hook)
    .post(createToken.route, ({ request, principal }) => tokens.create(request, principal), createToken.hook)
    .get(readToken.route, ({ request, principal, params }) => tokens.single(request, principal, readToken.named(params).id), readToken.hook)
    .delete(
      revokeToken.route,
      ({ request, principal, params }) => tokens.revoke(request, principal, revokeToken.named(params).id),
      revokeToken.hook,
    );
}

class ApiTokens {
  readonly #documents: AccountDocuments;
  readonly #password: ReturnType<typeof presentPassword>;

  constructor(private readonly context: Context) {
    this.#documents = new AccountDocuments(context.store, apiTokens);
    this.#password = presentPassword(context);
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
  async create(request: Request, principal: Principal): Promise<Response> {
    this.#documents.requireAnswerable(request);
    const { userKey } = principal;
    const { name, limits, password, ignored } = readNewToken(await readJson(request, [jsonApiMediaType]));
    if (password !== undefined) await this.#confirm(principal, password);
    // Whoever signed in has given the password for that.
    const isFree = password !== undefined || principal.apiTokenKey === undefined;
    const added = await addApiToken(this.context.store, userKey, name, isFree ? limits : inheritedLimits(limits, principal));
    if (!added) throw new Invalid([violation('name', 'You have a token of this name already.')]);
    const { id, token } = added;
    const headers = { location: apiTokens.iri({ id }), 'cache-control': 'no-store' };
    return this.#present(request, userKey, id, { status: 201, headers, more: { token }, ignored });
  }

  async revoke(request: Request, { userKey }: Principal, id: string): Promise<Response> {
    requireAcceptable(request);
    if (!uuidPattern.test(id) || (await revokeApiToken(this.context.store, id, userKey)) === 0) throw noToken(id);
    return nothingLeft(request);
  }

  /** Throws unless it is the user's password. The answer to one who has tried too often, else `undefined`. */
  async #confirm({ userId }: Principal, password: string): Promise<void> {
    const user = findUserById(this.context.store, userId);
    if (!user) throw notFound('There is no such user any more.');
    if (!(await this.#password.isGiven(user, password))) throw wrongPassword();
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
