import { Addresses } from './addresses';
import { Api } from './api';
import type { Assets } from './assets';
import { formatsOf } from './formats';
import { isTheme, preferencesOf } from './preferences';
import type { Server } from './server';
import { readCookies } from './session-cookie';
import { languages } from './texts';
import type { Visit, Visitor } from './visit';

/** What of a page is known before it is asked for: by its request, and by the session that came with it. */
export async function lookAt(server: Server, assets: Assets, request: Request): Promise<Visit> {
  const url = new URL(request.url);
  const cookies = readCookies(request);
  const base = server.publicAddress.basePath;
  const session = cookies.session !== undefined && server.findPrincipal(cookies.session) ? cookies.session : undefined;
  const api = new Api(server.handle, request, session);
  const account = session === undefined ? undefined : await readAccount(api);
  const { language, locale } = preferencesOf(account?.language ?? cookies.language, request.headers.get('accept-language'));
  const theme = account?.theme ?? cookies.theme;
  return {
    request,
    path: url.pathname,
    query: url.searchParams,
    user: account?.visitor,
    api,
    to: new Addresses(base),
    origin: server.publicAddress.originOf(request) + base,
    language,
    t: languages[language],
    format: formatsOf(locale),
    theme: isTheme(theme) ? theme : undefined,
    asset: (name) => assets.url(name),
    formToken: () => '',
    isIndexed: false,
    now: new Date(),
  };
}

interface Account {
  readonly visitor: Visitor;
  readonly language: string | null | undefined;
  readonly theme: string | null | undefined;
}

interface AccountDocument {
  readonly data: {
    readonly attributes: {
      readonly _id: string;
      readonly username: string;
      readonly role: string;
      readonly email: string | null;
      readonly created_at: string;
      readonly language?: string | null;
      readonly theme?: string | null;
    };
  };
}

async function readAccount(api: Api): Promise<Account> {
  const { data } = await api.read<AccountDocument>('/api/users/me');
  const { _id: id, username, role, email, created_at: createdAt, language, theme } = data.attributes;
  return { visitor: { id, username, role, email, createdAt }, language, theme };
}
