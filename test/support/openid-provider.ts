import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

export interface OpenIdProvider {
  readonly issuer: string;
  /** Who signs in next, without being asked. */
  person: {
    readonly sub: string;
    readonly preferred_username?: string;
    readonly email?: string;
    readonly email_verified?: boolean | undefined;
    readonly groups?: readonly string[];
  };
  /** Milliseconds that its clock is ahead. */
  ahead: number;
  /** Opens an address as a browser does, and returns the address that it leads back to. */
  readonly browse: (url: string, back: string) => Promise<string>;
  readonly stop: () => void;
}

/** Where the servers of tests expect the answer. */
export const providerCallback = 'http://localhost/sign-in/provider/callback';

export const clientSecret = 'a-secret-of-forty-characters-or-a-few-more';

/** A provider on loopback whose people are signed in already. It knows the server as "leitmotif". */
export async function startProvider(redirect = providerCallback): Promise<OpenIdProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const own: Pick<OpenIdProvider, 'person' | 'ahead'> = { person: { sub: 'one' }, ahead: 0 };
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'leitmotif',
        client_secret: clientSecret,
        redirect_uris: [redirect],
        post_logout_redirect_uris: [redirect.replace('/provider/callback', '')],
      },
    ],
    claims: { openid: ['sub'], profile: ['preferred_username', 'groups'], email: ['email', 'email_verified'] },
    findAccount: (_, sub) => ({
      accountId: sub,
      claims: () => ({ ...own.person, groups: own.person.groups && [...own.person.groups], sub }),
    }),
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    cookies: { keys: ['test'] },
    ttl: { AuthorizationCode: 10_000, Grant: 10_000, Interaction: 600, Session: 10_000, AccessToken: 3_600, IdToken: 3_600 },
    pkce: { required: () => true },
  });
  const realNow = Date.now;
  provider.use(async ({ path }, next) => {
    if (path === '/token') Date.now = () => realNow() + own.ahead;
    try {
      await next();
    } finally {
      Date.now = realNow;
    }
  });
  const answer = provider.callback();
  const agree = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { prompt, params, session } = await provider.interactionDetails(request, response);
    if (prompt.name === 'login') return provider.interactionFinished(request, response, { login: { accountId: own.person.sub } });
    const grant = new provider.Grant({ accountId: session?.accountId, clientId: String(params.client_id) });
    grant.addOIDCScope(String(params.scope));
    return provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } });
  };
  server.on(
    'request',
    (request, response) => void (request.url?.startsWith('/interaction/') ? agree(request, response) : answer(request, response)),
  );
  const browse = async (start: string, back: string): Promise<string> => {
    const cookies = new Map<string, string>();
    for (let url = start; ; ) {
      if (url.startsWith(back)) return url;
      const headers = { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') };
      const response = await fetch(url, { headers, redirect: 'manual' });
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        cookies.set(name, value);
      }
      const location = response.headers.get('location');
      if (location === null) throw new Error(`The provider answered ${response.status}: ${(await response.text()).slice(0, 300)}`);
      url = new URL(location, url).href;
    }
  };
  return Object.assign(own, { issuer, browse, stop: () => void server.close() });
}
