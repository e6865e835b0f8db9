import type { ImportFiles } from '../../accounts/imports/files';
import type { importRuns } from '../../accounts/imports/resource';
import type { ImportReport } from '../../accounts/imports/routes';
import type { invitations } from '../../accounts/invitations/routes';
import type { ServerAttributes } from '../../accounts/server/routes';
import type { settingsResource } from '../../accounts/settings/routes';
import type { otherUser } from '../../accounts/users/resources';
import type { BackupsAttributes } from '../../backups/documents';
import type { ExchangeRates } from '../../collection/rates/routes';
import { type Api, type ApiQuery, type Item, readAttributesAt, readAttributesPage, withQuery } from '../api/client';

export type Person = Item<typeof otherUser>['attributes'];
export type Invitation = Item<typeof invitations>['attributes'];
export type ServerStatus = ServerAttributes;
export type Backups = BackupsAttributes;
export type Backup = Backups['backups'][number];
export type KnownRates = ExchangeRates;
export type ImportRun = Item<typeof importRuns>['attributes'];

export interface Settings {
  readonly values: Item<typeof settingsResource>['attributes'];
  /** Settings fixed by the operator, with their origin. */
  readonly fixed: Readonly<Record<string, string>>;
}

export type SettingName = Exclude<keyof Settings['values'], '_id'>;

export const ratesPath = '/api/exchange-rates';

/** One page. */
const peopleShown = 30;

/** The maximum. */
const invitationsShown = 100;

export const readPeople = (api: Api, query: ApiQuery = {}) =>
  readAttributesPage<Person>(api, '/api/users', { ...query, itemsPerPage: peopleShown });

export const readPerson = (api: Api, id: string) => readAttributesAt<Person>(api, `/api/users/${encodeURIComponent(id)}`);

export const readInvitations = (api: Api) => readAttributesPage<Invitation>(api, '/api/invitations', { itemsPerPage: invitationsShown });

export const readInvitation = (api: Api, id: string) => readAttributesAt<Invitation>(api, `/api/invitations/${encodeURIComponent(id)}`);

export async function readSettings(api: Api): Promise<Settings> {
  const { data } = await api.read<{ data: { attributes: Settings['values']; meta: { fixed: Record<string, string> } } }>('/api/settings');
  return { values: data.attributes, fixed: data.meta.fixed };
}

export const readStatus = (api: Api) => readAttributesAt<ServerStatus>(api, '/api/server');

export const readBackups = (api: Api) => readAttributesAt<Backups>(api, '/api/backups');

export const readRates = (api: Api) => readAttributesAt<KnownRates>(api, ratesPath);

export const readImports = (api: Api, query: ApiQuery) => readAttributesPage<ImportRun>(api, '/api/imports', query);

/** Undefined if the viewer may not see imports. */
export async function findRunningImport(api: Api): Promise<ImportRun | undefined> {
  const { ok, document } = await api.send('GET', withQuery('/api/imports', { itemsPerPage: 5 }));
  const runs: readonly { readonly attributes: ImportRun }[] = ok ? document.data : [];
  return runs.find(({ attributes }) => attributes.state === 'running')?.attributes;
}

export const readImport = (api: Api, id: string) =>
  readAttributesAt<ImportRun & { readonly report: ImportReport }>(api, `/api/imports/${encodeURIComponent(id)}`);

export const readImportFiles = (api: Api) => readAttributesAt<ImportFiles>(api, '/api/import-files');
