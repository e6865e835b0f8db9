import { Elysia } from 'elysia';
import type { Context } from '../../context';
import { parameter } from '../../database/prepare';
import { Statements } from '../../database/statements';
import { forbidden, notFound } from '../../errors';
import { authentication, bearerToken } from '../../http/authentication';
import { readJson } from '../../http/body';
import { jsonApiMediaType } from '../../http/media-type';
import { requireAcceptable } from '../../http/negotiation';
import type { AddressOf } from '../../http/request-budget';
import type { AnyRow } from '../../jsonapi/queries';
import type { Resource } from '../../jsonapi/resource';
import { AccountDocuments, type Differences, nothingLeft } from '../documents';
import { isGuest } from '../guest';
import type { Principal } from '../principal';
import type { LiveSettings } from '../settings/live-settings';
import { hashToken } from '../token';
import { changeMe, deleteMe, readMe, readUser, register } from './endpoints';
import { readChange, readConfirmation } from './input';
import { presentPassword, wrongPassword } from './present-password';
import { Registration } from './registration';
import { otherUser, ownUser } from './resources';
import type { SetUpCode } from './set-up-code';
import { changeAccount, changePassword, deleteOneself, findUserById, type User } from './users';

/** The routes of users: to register, to read and change one's own account, and to delete it. */
export function userController(
  context: Context,
  live: LiveSettings,
  addressOf: AddressOf,
  findPrincipal: (token: string) => Principal | undefined,
  setUpCode: SetUpCode,
) {
  const users = new Users(context, new Registration(context, live, addressOf, setUpCode), findPrincipal);
  // Whose a token is says every token to its bearer, whatever it is limited to.
  const findAnyone = (token: string) => {
    const principal = findPrincipal(token);
    return principal && !isGuest(principal) ? { ...principal, scopes: null } : principal;
  };
  const anyToken = new Elysia()
    .use(authentication(findAnyone, 'admin'))
    .get(readMe.route, ({ request, principal }) => users.me(request, principal), readMe.hook);
  const fullToken = new Elysia()
    .use(authentication(findPrincipal, 'admin'))
    .patch(changeMe.route, ({ request, principal }) => users.change(request, principal), changeMe.hook)
    .delete(deleteMe.route, ({ request, principal }) => users.delete(request, principal), deleteMe.hook)
    .get(readUser.route, ({ request, principal, params }) => users.single(request, principal, readUser.named(params).id), readUser.hook);
  return new Elysia({ name: 'users' })
    .post(register.route, ({ request }) => users.register(request), register.hook)
    .use(anyToken)
    .use(fullToken);
}

class Users {
  readonly #documents: AccountDocuments;
  /** Oneself is read for every page of the website. */
  readonly #statements: Statements;
  readonly #password: ReturnType<typeof presentPassword>;

  constructor(
    private readonly context: Context,
    private readonly registration: Registration,
    private readonly findPrincipal: (token: string) => Principal | undefined,
  ) {
    this.#statements = new Statements(context.store);
    this.#documents = new AccountDocuments(context.store, ownUser);
    this.#password = presentPassword(context);
  }

  /** Whoever may, makes an account of their own; an administrator makes one for somebody else. */
  async register(request: Request): Promise<Response> {
    this.#documents.requireAnswerable(request);
    const isAdministrator = this.#isAdministrator(request);
    if (!isAdministrator) this.registration.requirePossible();
    const body = await readJson(request, [jsonApiMediaType]);
    const { user, ignored } = await (isAdministrator ? this.registration.create(body) : this.registration.register(request, body));
    const location = ownUser.iri({ id: user.id });
    return this.#present(request, user.id, { status: 201, headers: { location }, ignored });
  }

  me(request: Request, { userId }: Principal): Response {
    return this.#present(request, userId);
  }

  /** Oneself, or for an administrator anyone: to others nobody is there. */
  single(request: Request, { userId, role }: Principal, asked: string): Response {
    const id = asked.toLowerCase();
    if (id === userId) return this.#present(request, id);
    const row = role === 'admin' ? this.#row(otherUser, id) : undefined;
    if (!row) throw notFound(`There is no user ${asked.slice(0, 100)}.`);
    return this.#documents.single(request, row, {}, otherUser);
  }

  async change(request: Request, { userId }: Principal): Promise<Response> {
    this.#documents.requireAnswerable(request);
    const { store } = this.context;
    const user = this.#own(userId);
    const { password, current_password = '', revoke_tokens, ignored, ...account } = await readChange(request, user);
    if (password !== undefined) {
      if (!(await this.#password.isGiven(user, current_password))) throw wrongPassword();
      const keptToken = hashToken(bearerToken(request.headers.get('authorization')) ?? '');
      await changePassword(store, user.key, password, { keptToken, revokesTokens: revoke_tokens === 1 });
    }
    await changeAccount(store, user.key, account);
    return this.#present(request, userId, { ignored });
  }

  async delete(request: Request, { userId }: Principal): Promise<Response> {
    requireAcceptable(request);
    const user = this.#own(userId);
    const password = await readConfirmation(request);
    if (!(await this.#password.isGiven(user, password)))
      throw forbidden('The password is wrong; nothing was deleted.', { pointer: '/password' });
    await deleteOneself(this.context.store, user);
    return nothingLeft(request);
  }

  #isAdministrator(request: Request): boolean {
    const token = bearerToken(request.headers.get('authorization'));
    const principal = token === undefined ? undefined : this.findPrincipal(token);
    return principal?.role === 'admin' && (principal.scopes === null || principal.scopes.has('admin'));
  }

  #present(request: Request, id: string, differences?: Differences): Response {
    const row = this.#row(ownUser, id);
    if (!row) throw notFound('There is no such user any more.');
    return this.#documents.single(request, row, differences);
  }

  #row(resource: Resource, id: string): AnyRow | undefined {
    const name = resource === ownUser ? 'oneself' : 'another user';
    return this.#statements.get<AnyRow>(name, (db) => resource.rows(db).where('user.id', '=', parameter('id'))).get({ id });
  }

  #own(id: string): User {
    const user = findUserById(this.context.store, id);
    if (!user) throw notFound('There is no such user any more.');
    return user;
  }
}
