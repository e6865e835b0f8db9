import { Elysia } from 'elysia';
import { requireOwn } from '../../accounts/own';
import type { Principal, Scope } from '../../accounts/principal';
import type { Store } from '../../database/open';
import { now } from '../../database/time';
import { forbidden } from '../../errors';
import { authentication } from '../../http/authentication';
import { answerHeadersOf, newRequestId } from '../../http/respond';
import { Query } from '../../jsonapi/query';
import { dataOf } from './data';
import { readData } from './endpoints';

/** What a token of limited scopes needs beside `admin`: there is more in the file than the account. */
const readingScopes: readonly Scope[] = ['collection:read', 'wishlist:read'];

/** The route by which users take out all that is kept of them. */
export const dataController = (store: Store, findPrincipal: (token: string) => Principal | undefined) =>
  new Elysia({ name: 'data' }).use(authentication(findPrincipal, 'admin')).get(
    readData.route,
    ({ request, principal, params }) => {
      requireOwn(request, principal, readData.named(params).userId);
      requireReading(principal);
      // A file has no place to name what was ignored.
      new Query(request).ignored();
      return new Response(
        `${JSON.stringify(
          store.read(() => dataOf(store, principal)),
          null,
          2,
        )}\n`,
        {
          headers: {
            'content-type': 'application/json',
            'content-disposition': `attachment; filename="leitmotif-account-${now().slice(0, 10)}.json"`,
            vary: 'Authorization',
            'x-content-type-options': 'nosniff',
            'x-request-id': newRequestId(),
            ...answerHeadersOf(request),
          },
        },
      );
    },
    readData.hook,
  );

function requireReading({ scopes }: Principal): void {
  const missing = scopes === null ? [] : readingScopes.filter((scope) => !scopes.has(scope));
  if (missing.length > 0) throw forbidden(`The token lacks the ${missing.length > 1 ? 'scopes' : 'scope'} ${missing.join(' and ')}.`);
}
