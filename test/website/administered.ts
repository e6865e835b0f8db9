import { createUser } from '../../src/accounts/users';
import { startServer, type TestServer } from '../support/server';
import { signedIn, type Visitor } from '../support/visitor';

export const password = 'correct horse battery';

/** A server with the administrator anna, who is signed in. */
export async function administered(settings: Parameters<typeof startServer>[1] = {}): Promise<{ server: TestServer; anna: Visitor }> {
  const server = await startServer([], settings);
  await createUser(server.store, 'anna', password, 'admin');
  return { server, anna: await signedIn(server, 'anna') };
}

/** The secret that a page shows only once. */
export const shownOnce = ({ page }: Visitor): string | undefined => /<textarea id="once" readonly[^>]*>([^<]*)</.exec(page.html)?.[1];

export const pathOf = (url: string | undefined): string => (url ?? '').replace('http://localhost', '').replaceAll('&amp;', '&');

/** The CSRF token of the forms on a page. */
export const formToken = (html: string): string => /name="_token" value="([^"]*)"/.exec(html)?.[1] ?? '';
