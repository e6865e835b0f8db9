import type { Configuration, CustomFetchOptions } from 'openid-client';
import { conflict, DomainError, unauthenticated } from '../../errors';
import { fetchBounded } from '../../http/bounded-fetch';
import type { PublicAddress } from '../../http/public-address';
import { message } from '../../messages/message';
import type { UserRole } from '../principal';
import { type LiveSettings, providerHost } from '../settings/live-settings';
import { isGoodTicket, newTicket, secretOfTicket } from '../token';
import { callbackPath, type ProviderIdentity } from './identities';

/** Seconds at the provider. */
const stepSeconds = 600;

/** Configurations, keys and claims take some kilobytes. */
const maximumAnswerBytes = 1_000_000;

/** Longest subject (OpenID Connect Core 1.0, section 2). */
const longestSubject = 255;

/** Seconds for an answer of the provider. */
const patienceSeconds = 10;

/** Seconds that the clocks of provider and server may differ. */
const clockTolerance = 150;

/** What the provider told of itself is read again after this long: keys are exchanged, and read when an unknown one signs. */
const configurationMilliseconds = 3_600_000;

/** Loaded on first use, in some 30 ms. */
const library = () => import('openid-client');

/** Steps that led to an answer, with their end in milliseconds: none leads to two. */
const answered = new Map<string, number>();

export interface ProviderTest {
  readonly milliseconds: number;
  /** Null if it works. */
  readonly problem: string | null;
  readonly redirect_uri: string;
}

/** Sign-in with OpenID Connect: the authorization code flow with PKCE (OpenID Connect Core 1.0, section 3.1; RFC 7636). */
export class SignInProvider {
  #known: { readonly key: string; readonly until: number; readonly configuration: Promise<Configuration> } | undefined;

  constructor(
    private readonly live: LiveSettings,
    private readonly address: PublicAddress,
  ) {}

  /** Address of the provider as browsers see it. @param to what comes back with the answer */
  async begin(request: Request, browser: string, to: string): Promise<string> {
    const configuration = await this.#configuration();
    const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await library();
    const ticket = newTicket(purposeOf(browser, to), stepSeconds);
    const url = buildAuthorizationUrl(configuration, {
      redirect_uri: this.#redirect(request),
      scope: this.live.values().oidcScopes,
      state: `${ticket}.${Buffer.from(to).toString('base64url')}`,
      nonce: secretOfTicket(ticket, 'nonce'),
      code_challenge: await calculatePKCECodeChallenge(secretOfTicket(ticket, 'verifier')),
      code_challenge_method: 'S256',
    });
    return url.href;
  }

  /**
   * Who somebody is, by the answer that the provider gave their browser.
   * @param answer query of the callback
   * @throws {DomainError} unauthenticated; unavailable, if the provider does not respond
   */
  async complete(request: Request, browser: string, answer: string): Promise<{ readonly identity: ProviderIdentity; readonly to: string }> {
    const url = new URL(this.#redirect(request));
    url.search = answer;
    const expectedState = url.searchParams.get('state') ?? '';
    const [ticket = '', written = ''] = expectedState.split('.');
    const to = Buffer.from(written, 'base64url').toString();
    for (const [old, end] of answered) if (end < Date.now()) answered.delete(old);
    if (!isGoodTicket(ticket, purposeOf(browser, to), stepSeconds) || answered.has(ticket)) throw unauthenticated('sign_in_again');
    answered.set(ticket, Date.now() + stepSeconds * 1000);
    const configuration = await this.#configuration();
    const { authorizationCodeGrant, fetchUserInfo } = await library();
    const checks = {
      ...{ expectedState, idTokenExpected: true },
      ...{ pkceCodeVerifier: secretOfTicket(ticket, 'verifier'), expectedNonce: secretOfTicket(ticket, 'nonce') },
    };
    try {
      const tokens = await authorizationCodeGrant(configuration, url, checks);
      const claims = tokens.claims();
      if (!claims || claims.sub.length > longestSubject) throw unauthenticated('provider_refused', { reason: 'wrong_subject' });
      const more = configuration.serverMetadata().userinfo_endpoint
        ? await fetchUserInfo(configuration, tokens.access_token, claims.sub)
        : {};
      return { identity: this.#identityIn({ ...claims, ...more }, claims.iss, claims.sub), to };
    } catch (error) {
      throw refusalOf(error, providerHost(this.live.values()) ?? '');
    }
  }

  /** Where people end their session at the provider; undefined if it has no such page, or does not respond. */
  async signOutAddress(request: Request): Promise<string | undefined> {
    const configuration = await this.#configuration().catch(() => undefined);
    if (!configuration?.serverMetadata().end_session_endpoint) return undefined;
    const { buildEndSessionUrl } = await library();
    return buildEndSessionUrl(configuration, { post_logout_redirect_uri: this.address.urlOf(request, '/sign-in') }).href;
  }

  /** Reads what the provider tells of itself, and lets it refuse a code that cannot exist: only a known client gets that far. */
  async test(request: Request): Promise<ProviderTest> {
    const start = performance.now();
    this.#known = undefined;
    const { genericGrantRequest } = await library();
    const redirect_uri = this.#redirect(request);
    const parameters = { code: 'test', redirect_uri, code_verifier: 'x'.repeat(43) };
    const problem = await this.#configuration()
      .then((configuration) => genericGrantRequest(configuration, 'authorization_code', parameters))
      .then(
        () => null,
        (error: unknown) => {
          const reason = reasonOf(error);
          return reason === 'invalid_grant' ? null : reason;
        },
      );
    return { milliseconds: Math.round(performance.now() - start), problem, redirect_uri };
  }

  #redirect = (request: Request): string => this.address.urlOf(request, callbackPath);

  async #configuration(): Promise<Configuration> {
    const { oidcIssuer: issuer, oidcClientId: id, oidcClientSecret: secret } = this.live.values();
    if (providerHost(this.live.values()) === undefined) throw conflict('no_provider');
    const key = JSON.stringify([issuer, id, secret]);
    if (this.#known?.key !== key || this.#known.until < Date.now()) {
      const configuration = discover(issuer, id, secret);
      this.#known = { key, until: Date.now() + configurationMilliseconds, configuration };
      configuration.catch(() => {
        if (this.#known?.configuration === configuration) this.#known = undefined;
      });
    }
    return this.#known.configuration.catch((error: unknown) => {
      throw refusalOf(error, new URL(issuer).host);
    });
  }

  #identityIn(claims: Readonly<Record<string, unknown>>, issuer: string, subject: string): ProviderIdentity {
    const textOf = (name: string) => (typeof claims[name] === 'string' ? claims[name].slice(0, longestSubject) : undefined);
    const { oidcRoleClaim } = this.live.values();
    const role = oidcRoleClaim === '' ? undefined : roleIn(claims[oidcRoleClaim]);
    return {
      issuer,
      subject,
      username: textOf('preferred_username'),
      email: textOf('email'),
      isEmailVerified: claims.email_verified === true,
      role,
    };
  }
}

const purposeOf = (browser: string, to: string): string => `provider of ${browser} to ${to}`;

async function discover(issuer: string, id: string, secret: string): Promise<Configuration> {
  const openid = await library();
  const { allowInsecureRequests, clockTolerance: tolerance, ClientSecretBasic, customFetch, discovery, None } = openid;
  // Settings allow http on this machine only.
  const execute = [openid.enableNonRepudiationChecks, ...(issuer.startsWith('http:') ? [allowInsecureRequests] : [])];
  const options = {
    timeout: patienceSeconds,
    execute,
    [customFetch]: (url: string, { body, ...request }: CustomFetchOptions) =>
      fetchBounded(url, { ...request, body: body as RequestInit['body'] }, maximumAnswerBytes),
  };
  const own = { [tolerance]: clockTolerance };
  const server = new URL(issuer);
  const configuration = await discovery(server, id, own, secret === '' ? None() : ClientSecretBasic(secret), options);
  const { authorization_endpoint = '', token_endpoint = '', jwks_uri = '', ...more } = configuration.serverMetadata();
  for (const [name, value] of Object.entries({ authorization_endpoint, token_endpoint, jwks_uri, ...more })) {
    if (!/_(endpoint|uri)$/.test(name)) continue;
    const protocol = URL.parse(String(value))?.protocol;
    if (protocol !== 'https:' && protocol !== server.protocol) throw unauthenticated('provider_refused', { reason: `wrong ${name}` });
  }
  return configuration;
}

/** Of the claim's values, the one with the most rights; undefined without the claim. */
function roleIn(claim: unknown): UserRole | undefined {
  if (claim === undefined || claim === null) return undefined;
  const values = [claim].flat().flatMap((value: unknown) => (typeof value === 'string' ? value.replace(/^leitmotif-/, '') : []));
  const has = (...words: readonly string[]) => words.some((word) => values.includes(word));
  return has('admin', 'admins') ? 'admin' : has('editor', 'editors') ? 'editor' : 'user';
}

/** Error codes of OAuth 2.0 and of the library, for people who set it up. */
function reasonOf(error: unknown): string {
  const { error: ofProvider, code, name, message } = error as { error?: unknown; code?: unknown; name?: string; message?: string };
  // A 401 is about id and secret (RFC 6749, section 5.2).
  if (code === 'OAUTH_WWW_AUTHENTICATE_CHALLENGE') return 'invalid_client';
  return String(ofProvider ?? code ?? (name === 'TimeoutError' ? 'timeout' : message))
    .slice(0, 200)
    .replace(/\.$/, '');
}

/** Errors of the network, and others: the provider refuses, or what it says is not to be trusted. */
function refusalOf(error: unknown, host: string): DomainError {
  if (error instanceof DomainError) return error;
  const { code, cause } = error as { readonly code?: string; readonly cause?: { readonly code?: string } };
  const reason = reasonOf(error);
  const isSilent =
    code === 'OAUTH_TIMEOUT' || /unable to connect|fetch failed|timed? ?out|ECONN|ENOTFOUND|response is/i.test(`${reason} ${cause?.code}`);
  return isSilent || code === 'OAUTH_RESPONSE_IS_NOT_CONFORM'
    ? new DomainError('unavailable', message('provider_unreachable', { host, reason }))
    : unauthenticated('provider_refused', { reason });
}
