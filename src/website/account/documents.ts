import type { apiTokens } from '../../accounts/api-tokens/resource';
import type { credentials } from '../../accounts/credentials/resource';
import type { sessions } from '../../accounts/sessions/sessions';
import { type Item, readAttributesPage } from '../api/client';
import type { RequestContext } from '../http/request-context';

export type Credential = Item<typeof credentials>['attributes'];
export type ApiToken = Item<typeof apiTokens>['attributes'];
export type Session = Item<typeof sessions>['attributes'];

export const credentialsPath = '/api/users/me/credentials';

/** More credentials, tokens or sessions than anyone has. */
const maximumRows = 100;

export const readTokens = ({ api }: RequestContext) =>
  readAttributesPage<ApiToken>(api, '/api/users/me/tokens', { itemsPerPage: maximumRows });

export const readCredentials = async ({ api }: RequestContext): Promise<readonly Credential[]> =>
  (await readAttributesPage<Credential>(api, credentialsPath, { itemsPerPage: maximumRows })).items;

export const readSessions = ({ api }: RequestContext) =>
  readAttributesPage<Session>(api, '/api/users/me/sessions', { itemsPerPage: maximumRows });

export function updateMe({ api, user }: RequestContext, attributes: object) {
  return api.send('PATCH', '/api/users/me', { data: { id: user?.id, type: 'User', attributes } });
}
