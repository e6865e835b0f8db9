import type { ImportFiles } from '../../accounts/imports/files';
import type { importRuns } from '../../accounts/imports/resource';
import type { ImportReport } from '../../accounts/imports/routes';
import type { invitations } from '../../accounts/invitations/resource';
import type { ServerAttributes } from '../../accounts/server/routes';
import type { settingsResource } from '../../accounts/settings/resource';
import type { otherUser } from '../../accounts/users/resources';
import type { BackupsAttributes } from '../../backups/documents';
import type { ExchangeRates } from '../../collection/rates/routes';
import { type Api, type ApiQuery, type Item, readAttributesPage, withQuery } from '../api/client';

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

export const readPerson = async (api: Api, id: string): Promise<Person> => (await single<Person>(api, '/api/users', id)).attributes;

export const readInvitations = (api: Api) => readAttributesPage<Invitation>(api, '/api/invitations', { itemsPerPage: invitationsShown });

export const readInvitation = async (api: Api, id: string): Promise<Invitation> =>
  (await single<Invitation>(api, '/api/invitations', id)).attributes;

export async function readSettings(api: Api): Promise<Settings> {
  const { data } = await api.read<{ data: { attributes: Settings['values']; meta: { fixed: Record<string, string> } } }>('/api/settings');
  return { values: data.attributes, fixed: data.meta.fixed };
}

export const readStatus = async (api: Api): Promise<ServerStatus> =>
  (await api.read<{ data: { attributes: ServerStatus } }>('/api/server')).data.attributes;

export const readBackups = async (api: Api): Promise<Backups> =>
  (await api.read<{ data: { attributes: Backups } }>('/api/backups')).data.attributes;

export const readRates = async (api: Api): Promise<KnownRates> =>
  (await api.read<{ data: { attributes: KnownRates } }>(ratesPath)).data.attributes;

export const readImports = (api: Api, query: ApiQuery) => readAttributesPage<ImportRun>(api, '/api/imports', query);

/** Undefined if the viewer may not see imports. */
export async function findRunningImport(api: Api): Promise<ImportRun | undefined> {
  const { ok, document } = await api.send('GET', withQuery('/api/imports', { itemsPerPage: 5 }));
  const runs: readonly { readonly attributes: ImportRun }[] = ok ? document.data : [];
  return runs.find(({ attributes }) => attributes.state === 'running')?.attributes;
}

export const readImport = async (api: Api, id: string): Promise<ImportRun & { readonly report: ImportReport }> =>
  (await single<ImportRun & { report: ImportReport }>(api, '/api/imports', id)).attributes;

export const readImportFiles = async (api: Api): Promise<ImportFiles> =>
  (await api.read<{ data: { attributes: ImportFiles } }>('/api/import-files')).data.attributes;

const single = async <A>(api: Api, path: string, id: string): Promise<{ readonly attributes: A }> =>
  (await api.read<{ data: { attributes: A } }>(`${path}/${encodeURIComponent(id)}`)).data;
