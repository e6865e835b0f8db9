import { Elysia } from 'elysia';
import type { Context } from '../../context';
import { type DomainError, forbidden, notFound } from '../../errors';
import { authentication, bearerToken } from '../../http/authentication';
import { readJson } from '../../http/body';
import { addressGroup } from '../../http/client-address';
import { jsonApiMediaType } from '../../http/media-type';
import { requireAcceptable } from '../../http/negotiation';
import type { Policy } from '../../http/rate-limit';
import { type AddressOf, budgetOf } from '../../http/request-budget';
import type { AnyRow } from '../../jsonapi/queries';
import type { Resource } from '../../jsonapi/resource';
import { Invalid, violation } from '../../jsonapi/write';
import { AccountDocuments, type Differences, nothingLeft } from '../documents';
import { isGuest } from '../guest';
import type { Principal } from '../principal';
import { first } from '../queries';
import { hashToken } from '../token';
import { changeMe, deleteMe, readMe, readUser, register } from './endpoints';
import { readChange, readConfirmation, readRegistration, setUpCodeOf } from './input';
import { presentPassword, wrongPassword } from './present-password';
import { otherUser, ownUser } from './resources';
import { SetUpCode } from './set-up-code';
import { addUser, changeEmail, changePassword, deleteUser, findUserById, hasNoUsers, type User } from './users';

/** Of one address: enough for a household or a class, too few to fill a catalog with names or to read out which are taken. */
const registrations: Policy = { name: 'registration', quota: 20, windowSeconds: 3_600, counted: 'registrations' };

/** The routes of users: to register, to read and change one's own account, and to delete it. */
export function userController(context: Context, addressOf: AddressOf, findPrincipal: (token: string) => Principal | undefined) {
  const users = new Users(context, addressOf);
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
  readonly #setUpCode: SetUpCode;
  readonly #spendRegistration: (address: string) => void;
  readonly #password: ReturnType<typeof presentPassword>;

  constructor(
    private readonly context: Context,
    private readonly addressOf: AddressOf,
  ) {
    this.#spendRegistration = budgetOf(context, registrations);
    this.#documents = new AccountDocuments(context.store, ownUser);
    this.#setUpCode = new SetUpCode(context);
    this.#password = presentPassword(context);
  }

  async register(request: Request): Promise<Response> {
    this.#documents.requireAnswerable(request);
    const { store } = this.context;
    if (!this.#isOpen && !this.#setUpCode.isAwaited) throw closed();
    const body = await readJson(request, [jsonApiMediaType]);
    const isFirst = this.#isSetUp(setUpCodeOf(body));
    const { ignored, ...registration } = readRegistration(body);
    if (!isFirst) this.#spendRegistration(addressGroup(this.addressOf(request)));
    const added = isFirst
      ? await addUser(store, { ...registration, role: 'admin' }, () => hasNoUsers(store, store.writer))
      : await addUser(store, registration);
    if (isFirst) this.#setUpCode.end();
    if (isFirst && !added) throw voidCode();
    if (!added) throw new Invalid([violation('username', 'This name is taken.')]);
    const location = ownUser.iri({ id: added.id });
    return this.#present(request, added.id, { status: 201, headers: { location }, ignored });
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
    const { email, password, current_password = '', revoke_tokens, ignored } = await readChange(request, user);
    if (password !== undefined) {
      if (!(await this.#password.isGiven(user, current_password))) throw wrongPassword();
      const keptToken = hashToken(bearerToken(request.headers.get('authorization')) ?? '');
      await changePassword(store, user.key, password, { keptToken, revokesTokens: revoke_tokens === 1 });
    }
    if (email !== undefined) await changeEmail(store, user.key, email);
    return this.#present(request, userId, { ignored });
  }

  async delete(request: Request, { userId }: Principal): Promise<Response> {
    requireAcceptable(request);
    const user = this.#own(userId);
    const password = await readConfirmation(request);
    if (!(await this.#password.isGiven(user, password)))
      throw forbidden('The password is wrong; nothing was deleted.', { pointer: '/password' });
    await deleteUser(this.context.store, user.key);
    return nothingLeft(request);
  }

  get #isOpen(): boolean {
    return this.context.settings.registration === 'open';
  }

  /** Whether whoever registers is to be the first administrator. Throws where registration is closed to them. */
  #isSetUp(code: string | undefined): boolean {
    const { store } = this.context;
    if (this.#setUpCode.isAwaited && !hasNoUsers(store, store.reader)) this.#setUpCode.end();
    if (code === undefined && this.#isOpen) return false;
    if (code === undefined || !this.#setUpCode.isAwaited) throw code === undefined || !this.#isOpen ? closed() : voidCode();
    if (!this.#setUpCode.fits(code)) throw voidCode();
    return true;
  }

  #present(request: Request, id: string, differences?: Differences): Response {
    const row = this.#row(ownUser, id);
    if (!row) throw notFound('There is no such user any more.');
    return this.#documents.single(request, row, differences);
  }

  #row(resource: Resource, id: string): AnyRow | undefined {
    const { db, reader } = this.context.store;
    return first(reader, resource.rows(db).where('user.id', '=', id)) as AnyRow | undefined;
  }

  #own(id: string): User {
    const user = findUserById(this.context.store, id);
    if (!user) throw notFound('There is no such user any more.');
    return user;
  }
}

const closed = (): DomainError => forbidden('Registration is closed. Whoever runs this server makes accounts: leitmotif user create NAME.');

const voidCode = (): DomainError =>
  forbidden('The set-up code is wrong, or void since there is a user.', { pointer: '/data/attributes/setup_code' });
