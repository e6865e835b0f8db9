import type { Settings } from '../config';
import { logOf } from './log';

/** Whether a service manager started this process that wants to know how it is. */
export const isManaged = (): boolean => !!process.env.NOTIFY_SOCKET;

/** Tells the service manager that started this process, where one did that wants to know. */
export async function tellManager(state: 'READY=1' | 'STOPPING=1', settings: Settings): Promise<void> {
  const socket = process.env.NOTIFY_SOCKET ?? '';
  if (!isManaged()) return;
  try {
    const { tellServiceManager } = await import('./service-manager');
    if (tellServiceManager(state, socket)) return;
    logOf(settings)('service manager not told', { state, socket }, 'warn');
  } catch (error) {
    logOf(settings)('service manager not told', { state, error: (error as Error).message }, 'warn');
  }
}
