import { type ReleaseSource, releaseSources, type Settings } from '../../config';
import type { RequestContext } from '../http/request-context';

export interface ServerMeta extends Pick<Settings, 'registration' | 'catalogVisibility' | 'editing' | 'onlineSources'> {
  readonly serverVersion: string;
  readonly isSetUp: boolean;
}

export const readServerMeta = async ({ api }: RequestContext): Promise<ServerMeta> => (await api.read<{ meta: ServerMeta }>('/api')).meta;

/** Sites that look-ups of discs ask. */
export async function readSites(visit: RequestContext): Promise<readonly ReleaseSource[]> {
  const { onlineSources } = await readServerMeta(visit);
  return releaseSources.filter((source) => onlineSources.includes(source));
}

/** Whether any account exists. */
export const isSetUp = async (visit: RequestContext): Promise<boolean> => (await readServerMeta(visit)).isSetUp;

/** Whether the setting `editing` lets the viewer edit. */
export async function mayEdit(visit: RequestContext): Promise<boolean> {
  if (!visit.user) return false;
  const { editing } = await readServerMeta(visit);
  return editing === 'users' || (editing === 'editors' && visit.user.role !== 'user');
}
