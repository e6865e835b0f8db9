import { Invalid, violation } from '../../api/write/write';
import type { Context } from '../../context';
import { type DomainError, forbidden } from '../../errors';
import { addressGroup } from '../../http/client-address';
import { type AddressOf, budgetOf, type RateLimitPolicy } from '../../http/rate-limit';
import { message } from '../../messages/message';
import { OneTimeCodes } from '../codes/one-time-codes';
import type { LiveSettings } from '../settings/live-settings';
import { codesOf, readNewUser, readRegistration } from './input';
import type { SetUpCode } from './set-up-code';
import { addUser, hasNoUsers, type NewUser, type User } from './users';

/** Per address: enough for a household or a class, too few to fill the server with accounts or to probe which names are taken. */
const registrations: RateLimitPolicy = { name: 'registration', quota: 20, windowSeconds: 3_600, counted: 'registrations' };

/** Why someone may register: first user, invitation, or open registration. */
type Way = { readonly as: 'first' | 'anyone' } | { readonly as: 'invited'; readonly code: string };

export interface Registered {
  readonly user: User;
  readonly ignored: readonly string[];
}

export class Registration {
  readonly #codes: OneTimeCodes;
  readonly #spend: (address: string) => void;

  constructor(
    private readonly context: Context,
    private readonly live: LiveSettings,
    private readonly addressOf: AddressOf,
    private readonly setUpCode: SetUpCode,
  ) {
    this.#spend = budgetOf(context, registrations);
    this.#codes = new OneTimeCodes(context.store);
  }

  /** @throws {DomainError} if nobody can register */
  requirePossible(): void {
    if (this.#registration === 'closed' && !this.setUpCode.isAwaited) throw this.#refusal();
  }

  /** An account that people create for themselves. */
  async register(request: Request, body: unknown): Promise<Registered> {
    const way = this.#wayIn(body);
    const { ignored, ...registration } = readRegistration(body);
    if (way.as !== 'first') this.#spend(addressGroup(this.addressOf(request)));
    const user = await this.#add(way, registration);
    if (way.as === 'first') this.setUpCode.end();
    if (user) return { user, ignored };
    if (way.as === 'first') throw voidSetUpCode();
    if (way.as === 'invited' && !this.#codes.isGood('invitation', way.code)) throw voidInvitation();
    throw usernameTaken();
  }

  /** An account created by an administrator. */
  async create(body: unknown): Promise<Registered> {
    const { ignored, ...registration } = readNewUser(body);
    const user = await addUser(this.context.store, registration);
    if (!user) throw usernameTaken();
    return { user, ignored };
  }

  #add(way: Way, registration: NewUser): Promise<User | undefined> {
    const { store } = this.context;
    if (way.as === 'first') return addUser(store, { ...registration, role: 'admin' }, () => hasNoUsers(store.writer));
    if (way.as === 'invited') return addUser(store, registration, () => this.#codes.spend('invitation', way.code) !== undefined);
    return addUser(store, registration);
  }

  /** @throws {DomainError} if registration is closed to the sender of this body */
  #wayIn(body: unknown): Way {
    const { store } = this.context;
    if (this.setUpCode.isAwaited && !hasNoUsers(store.reader)) this.setUpCode.end();
    const { setUp, invitation } = codesOf(body);
    if (setUp !== undefined) {
      if (!this.setUpCode.isAwaited) throw this.#registration === 'open' ? voidSetUpCode() : this.#refusal();
      if (!this.setUpCode.fits(setUp)) throw voidSetUpCode();
      return { as: 'first' };
    }
    if (this.live.values().passwords === 'no') throw forbidden('passwords_off');
    if (invitation !== undefined && this.#registration !== 'closed') {
      if (!this.#codes.isGood('invitation', invitation)) throw voidInvitation();
      return { as: 'invited', code: invitation };
    }
    if (this.#registration !== 'open') throw this.#refusal();
    return { as: 'anyone' };
  }

  #refusal(): DomainError {
    return this.#registration === 'invitation' ? forbidden('invitation_required') : forbidden('closed_registration');
  }

  get #registration() {
    return this.live.values().registration;
  }
}

const voidSetUpCode = (): DomainError => forbidden('invalid_setup_code', {}, { pointer: '/data/attributes/setup_code' });

const voidInvitation = (): DomainError => forbidden('invalid_invitation', {}, { pointer: '/data/attributes/invitation_code' });

const usernameTaken = (): Invalid => new Invalid([violation('username', message('username_taken'))]);
