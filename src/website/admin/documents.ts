import { type Api, type ApiQuery, withQuery } from '../api/client';

export interface Person {
  readonly _id: string;
  readonly username: string;
  readonly role: 'user' | 'editor' | 'admin';
  readonly disabled_at: string | null;
  readonly last_seen_at: string | null;
  readonly collection_items: number;
}

export interface Invitation {
  readonly _id: string;
  readonly note: string | null;
  readonly created_by: string;
  readonly expires_at: string;
}

interface ServerSettings {
  readonly registration: 'open' | 'invitation' | 'closed';
  readonly catalog_visibility: 'private' | 'public';
  readonly search_engines: 'no' | 'yes';
  readonly editing: 'editors' | 'users' | 'off';
  /** `6h`, `1d`, `1w` or `off`. */
  readonly backup_every: string;
  /** `7d`, or `7d,4w,12m`. */
  readonly backup_keep: string;
}

export interface Settings {
  readonly values: ServerSettings;
  /** Where those are set that cannot be changed here, by name. */
  readonly fixed: Readonly<Record<string, string>>;
}

export interface ServerStatus {
  readonly version: string;
  readonly interface_version: string;
  readonly address: string | null;
  readonly started_at: string;
  readonly uptime_seconds: number;
  readonly users: { readonly total: number; readonly administrators: number; readonly disabled: number };
  readonly database: {
    readonly path: string;
    readonly schema_version: number;
    readonly bytes: number;
    readonly log_bytes: number;
    readonly disk_free_bytes: number | null;
    readonly last_checkpoint_at: string | null;
  };
  readonly last_import: { readonly state: string } | null;
  readonly requests: { readonly total: number; readonly last_hour: LastHour } | null;
  readonly sign_ins: { readonly good: number; readonly failed: number } | null;
  readonly memory_bytes: number;
  readonly cache: { readonly hits: number; readonly misses: number };
  readonly checks: readonly Check[];
}

interface LastHour {
  readonly requests: number;
  readonly failed: number;
  readonly refused: number;
  readonly slow: number;
  readonly median_ms: number | null;
  readonly p99_ms: number | null;
}

/** Something that the server needs, and what is wrong with it. */
interface Check {
  readonly name: string;
  readonly status: 'ok' | 'warning' | 'failed';
  readonly detail: string | null;
}

export interface Backup {
  readonly name: string;
  readonly made_at: string;
  readonly reason: 'schedule' | 'asked' | 'upgrade' | 'replaced';
  readonly extent: 'all' | 'users';
  readonly bytes: number;
  readonly records: number;
  readonly collection_items: number;
  readonly verified_at: string;
  readonly is_being_verified: boolean;
  /** Why it cannot be restored. */
  readonly faults: readonly string[];
  readonly findings: readonly string[];
}

export interface Backups {
  /** `null` of a catalog in memory, which has none. */
  readonly folder: string | null;
  readonly every_hours: number;
  readonly last_made_at: string | null;
  readonly due_at: string | null;
  readonly is_late: boolean;
  readonly is_running: boolean;
  readonly last_failure: { readonly failed_at: string; readonly detail: string } | null;
  readonly backups: readonly Backup[];
}

export interface ImportRun {
  readonly _id: string;
  readonly source: string;
  readonly inputs: readonly string[];
  readonly state: 'running' | 'done' | 'failed' | 'interrupted';
  readonly started_at: string;
  readonly updated_at: string;
  readonly finished_at: string | null;
  readonly documents: number;
  readonly records: number;
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly kept: number;
  readonly waiting: number;
  readonly rejected: number;
  readonly bytes: number;
  readonly total_bytes: number | null;
  readonly message: string | null;
}

/** What an import says of itself beside its sums. */
export interface ImportReport {
  readonly documents_kept: number;
  readonly skipped_by_licence: number;
  readonly not_taken?: Readonly<Record<string, number>>;
  readonly types: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly rejects: readonly { readonly file: string; readonly line: number; readonly reason: string }[];
  readonly went_on?: boolean;
  readonly can_go_on?: boolean;
  readonly gone?: number;
  readonly records_per_second?: number;
  readonly warnings?: readonly string[];
  readonly examples?: readonly string[];
  readonly reject_file?: string | null;
}

interface Meta {
  readonly totalItems: number;
  readonly itemsPerPage: number;
  readonly currentPage: number;
}

/** A page of a list. */
export interface Listed<A> {
  readonly items: readonly A[];
  readonly meta: Meta;
}

/** As many as fit on one page to be looked through. */
const peopleShown = 30;

/** More than may be open. */
const invitationsShown = 100;

export const readPeople = (api: Api, query: ApiQuery = {}): Promise<Listed<Person>> =>
  list(api, '/api/users', { ...query, itemsPerPage: peopleShown });

export const readPerson = async (api: Api, id: string): Promise<Person> => (await single<Person>(api, '/api/users', id)).attributes;

export const readInvitations = (api: Api): Promise<Listed<Invitation>> => list(api, '/api/invitations', { itemsPerPage: invitationsShown });

export const readInvitation = async (api: Api, id: string): Promise<Invitation> =>
  (await single<Invitation>(api, '/api/invitations', id)).attributes;

export async function readSettings(api: Api): Promise<Settings> {
  const { data } = await api.read<{ data: { attributes: ServerSettings; meta: { fixed: Record<string, string> } } }>('/api/settings');
  return { values: data.attributes, fixed: data.meta.fixed };
}

export const readStatus = async (api: Api): Promise<ServerStatus> =>
  (await api.read<{ data: { attributes: ServerStatus } }>('/api/server')).data.attributes;

export const readBackups = async (api: Api): Promise<Backups> =>
  (await api.read<{ data: { attributes: Backups } }>('/api/backups')).data.attributes;

export const readImports = (api: Api, query: ApiQuery): Promise<Listed<ImportRun>> => list(api, '/api/imports', query);

/** The latest import that runs, as far as whoever asks may know of it. */
export async function findRunningImport(api: Api): Promise<ImportRun | undefined> {
  const { ok, document } = await api.send('GET', withQuery('/api/imports', { itemsPerPage: 5 }));
  const runs: readonly { readonly attributes: ImportRun }[] = ok ? document.data : [];
  return runs.find(({ attributes }) => attributes.state === 'running')?.attributes;
}

export const readImport = async (api: Api, id: string): Promise<ImportRun & { readonly report: ImportReport }> =>
  (await single<ImportRun & { report: ImportReport }>(api, '/api/imports', id)).attributes;

async function list<A>(api: Api, path: string, query: ApiQuery): Promise<Listed<A>> {
  const { data, meta } = await api.read<{ data: readonly { attributes: A }[]; meta: Meta }>(path, query);
  return { items: data.map(({ attributes }) => attributes), meta };
}

const single = async <A>(api: Api, path: string, id: string): Promise<{ readonly attributes: A }> =>
  (await api.read<{ data: { attributes: A } }>(`${path}/${encodeURIComponent(id)}`)).data;
