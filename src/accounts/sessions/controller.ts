import { Elysia } from 'elysia';
import type { Store } from '../../database/open';
import { notFound } from '../../errors';
import { authentication, bearerToken } from '../../http/authentication';
import { requireAcceptable } from '../../http/negotiation';
import type { AnyRow } from '../../jsonapi/queries';
import { AccountDocuments, nothingLeft } from '../documents';
import { lastUses } from '../last-uses';
import { requireOwn } from '../own';
import { plainAnswer, readPlain } from '../plain-json';
import type { Principal } from '../principal';
import type { SignInCheck } from '../sign-ins';
import { browserOf } from './browser';
import { createSession, endOtherSessions, endSession, listSessions } from './endpoints';
import { currentSession, sessions as resource } from './resource';
import { Sessions, type SignIn } from './sessions';

/** The routes by which a browser signs in, and users look after their sign-ins. */
export function sessionController(store: Store, checkSignIn: SignInCheck, findPrincipal: (token: string) => Principal | undefined) {
  const sessions = new Sessions(store);
  const own = new OwnSessions(store, sessions);
  const guarded = new Elysia()
    .use(authentication(findPrincipal, 'admin'))
    .get(
      listSessions.route,
      ({ request, principal, params }) => own.list(request, principal, listSessions.named(params).userId),
      listSessions.hook,
    )
    .delete(endSession.route, ({ request, principal, params }) => own.end(request, principal, endSession.named(params)), endSession.hook)
    .delete(
      endOtherSessions.route,
      ({ request, principal, params }) => own.endOthers(request, principal, endOtherSessions.named(params).userId),
      endOtherSessions.hook,
    );
  return new Elysia({ name: 'sessions' })
    .post(
      createSession.route,
      async ({ request }) => {
        const credentials = await readPlain(request, createSession.body, 'The body holds username and password, both text.');
        const { user, origin } = await checkSignIn(request, credentials);
        const former = bearerToken(request.headers.get('authorization'));
        return plainAnswer(request, 201, await sessions.issue(user.key, origin, former));
      },
      createSession.hook,
    )
    .use(guarded);
}

class OwnSessions {
  readonly #documents: AccountDocuments;

  constructor(
    private readonly store: Store,
    private readonly sessions: Sessions,
  ) {
    this.#documents = new AccountDocuments(store, resource);
  }

  list(request: Request, principal: Principal, userId: string): Response {
    requireOwn(request, principal, userId);
    lastUses(this.store).write();
    const path = resource.listPath({ userId: principal.userId });
    return this.#documents.list(
      request,
      ({ page, itemsPerPage }) => {
        const found = this.sessions.list(principal.userKey);
        const shown = found.slice((page - 1) * itemsPerPage, page * itemsPerPage);
        return { rows: shown.map((signIn) => rowOf(signIn, principal)), total: found.length };
      },
      path,
    );
  }

  async end(request: Request, principal: Principal, { userId, id }: { userId: string; id: string }): Promise<Response> {
    requireOwn(request, principal, userId);
    requireAcceptable(request);
    const isMeant = (signIn: SignIn) => (id === currentSession ? signIn.key === principal.familyKey : signIn.id === id.toLowerCase());
    const found = this.sessions.list(principal.userKey).find(isMeant);
    if (!found) throw notFound(`There is no sign-in ${id.slice(0, 100)}.`);
    await this.sessions.endOne(principal.userKey, found.key);
    return nothingLeft(request);
  }

  async endOthers(request: Request, principal: Principal, userId: string): Promise<Response> {
    requireOwn(request, principal, userId);
    requireAcceptable(request);
    await this.sessions.endOthers(principal.userKey, principal.familyKey);
    return nothingLeft(request);
  }
}

const rowOf = ({ id, kind, createdAt, lastUsedAt, address, userAgent, key }: SignIn, { userId, familyKey }: Principal): AnyRow =>
  ({
    key,
    _id: id,
    userId,
    kind,
    created_at: createdAt,
    last_used_at: lastUsedAt,
    address,
    user_agent: userAgent,
    browser: browserOf(userAgent),
    is_current: key === familyKey ? 1 : 0,
  }) as unknown as AnyRow;
