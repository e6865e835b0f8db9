import { Elysia } from 'elysia';
import type { Context } from '../../context';
import { type DomainError, forbidden, notFound } from '../../errors';
import { authentication } from '../../http/authentication';
import { readJson } from '../../http/body';
import { addressGroup } from '../../http/client-address';
import { jsonApiMediaType } from '../../http/media-type';
import { requireAcceptable } from '../../http/negotiation';
import type { Policy } from '../../http/rate-limit';
import { type AddressOf, budgetOf } from '../../http/request-budget';
import { respond } from '../../http/respond';
import type { AnyRow } from '../../jsonapi/queries';
import { administrators, onlyAdministrators } from '../administrators';
import { OneTimeCodes } from '../codes/one-time-codes';
import { AccountDocuments, type Differences } from '../documents';
import { lastUses } from '../last-uses';
import { plainAnswer, readPlain } from '../plain-json';
import type { Principal } from '../principal';
import { first } from '../queries';
import { readStanding } from '../users/input';
import { otherUser } from '../users/resources';
import { changeStanding, findUserById, requirePassword, resetPassword, type User } from '../users/users';
import * as endpoints from './endpoints';

/** As for signing in: nobody is to guess a code, long as it is. */
const tries: Policy = { name: 'password-reset', quota: 10, windowSeconds: 60, counted: 'tries of a code' };

/** The routes by which administrators look after users, and the one by which a user takes up what they gave. */
export function administrationController(context: Context, addressOf: AddressOf, findPrincipal: (token: string) => Principal | undefined) {
  const { listUsers, changeUser, createPasswordReset, resetPassword } = endpoints;
  const users = new UserAdministration(context);
  const spendTry = budgetOf(context, tries);
  const guarded = new Elysia()
    .use(authentication(administrators(findPrincipal), 'admin'))
    .get(listUsers.route, ({ request }) => users.list(request), listUsers.hook);
  const ofOneUser = new Elysia()
    .use(authentication(findPrincipal, 'admin'))
    .patch(
      changeUser.route,
      ({ request, principal, params }) => users.change(request, principal, changeUser.named(params).id),
      changeUser.hook,
    )
    .post(
      createPasswordReset.route,
      ({ request, principal, params }) => users.makeReset(request, principal, createPasswordReset.named(params).id),
      createPasswordReset.hook,
    );
  return new Elysia({ name: 'administration' })
    .post(
      resetPassword.route,
      async ({ request }) => {
        const { code, password } = await readPlain(request, resetPassword.body, 'The body holds code and password, both text.');
        spendTry(addressGroup(addressOf(request)));
        await users.reset(code, password);
        return plainAnswer(request, 200, { message: 'The password is set.' });
      },
      resetPassword.hook,
    )
    .use(guarded)
    .use(ofOneUser);
}

class UserAdministration {
  readonly #documents: AccountDocuments;
  readonly #codes: OneTimeCodes;

  constructor(private readonly context: Context) {
    this.#documents = new AccountDocuments(context.store, otherUser);
    this.#codes = new OneTimeCodes(context.store);
  }

  list(request: Request): Response {
    lastUses(this.context.store).write();
    return this.#documents.listAll(request);
  }

  async change(request: Request, principal: Principal, asked: string): Promise<Response> {
    requireAdministrator(principal, asked);
    this.#documents.requireAnswerable(request);
    const body = await readJson(request, [jsonApiMediaType]);
    const user = this.#user(asked);
    const { standing, ignored } = readStanding(body, user.id);
    await changeStanding(this.context.store, user, standing);
    return this.#present(request, user, { ignored });
  }

  async makeReset(request: Request, principal: Principal, asked: string): Promise<Response> {
    requireAdministrator(principal, asked);
    requireAcceptable(request);
    const user = this.#user(asked);
    const { code, expiresAt } = await this.context.store.write(() =>
      this.#codes.make('password_reset', { makerKey: principal.userKey, userKey: user.key }),
    );
    const id = `${otherUser.iri({ id: user.id })}/password-reset`;
    const attributes = { username: user.username, code, expires_at: expiresAt };
    const document = { data: { id, type: 'PasswordReset', attributes, links: { self: id } } };
    return respond(request, document, 201, { 'cache-control': 'no-store' });
  }

  /** Sets the password of the user whom a code is for. */
  async reset(code: string, password: string): Promise<void> {
    requirePassword(password);
    const isSet = await resetPassword(this.context.store, password, () => this.#codes.spend('password_reset', code) ?? undefined);
    if (!isSet) throw forbidden('The code is wrong, was used before, or has expired.');
  }

  #user(asked: string): User {
    const user = findUserById(this.context.store, asked.toLowerCase());
    if (!user) throw noUser(asked);
    return user;
  }

  #present(request: Request, { key }: User, differences: Differences): Response {
    const { db, reader } = this.context.store;
    const row = first(reader, otherUser.rows(db).where('user.key', '=', key)) as AnyRow | undefined;
    if (!row) throw notFound('There is no such user any more.');
    return this.#documents.single(request, row, differences);
  }
}

/** To all others nobody is there but themselves. */
function requireAdministrator({ role, userId }: Principal, asked: string): void {
  if (role !== 'admin') throw asked.toLowerCase() === userId ? onlyAdministrators() : noUser(asked);
}

const noUser = (asked: string): DomainError => notFound(`There is no user ${asked.slice(0, 100)}.`);
