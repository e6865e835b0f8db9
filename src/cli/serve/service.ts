import type { Settings } from '../../config';
import { type Repeated, repeat } from '../../repeated';
import { logOf } from './log';
import type { ManagedState } from './service-manager';

/** Whether a service manager started this process that wants to know how it is. */
export const isManaged = (): boolean => !!process.env.NOTIFY_SOCKET;

/** Between two signs of life, for which a manager that was not told waits no longer than `WATCHDOG_USEC` says (sd_watchdog_enabled(3)). */
function signInterval({ WATCHDOG_USEC: microseconds = '', WATCHDOG_PID: pid = '' }: NodeJS.ProcessEnv): number | undefined {
  if (!isManaged() || !/^[1-9]\d*$/.test(microseconds) || !['', String(process.pid)].includes(pid)) return undefined;
  // One may come late, or get lost.
  return Math.max(1, Number(microseconds) / 1000 / 3);
}

/** Gives signs of life to a service manager that ends and starts anew what gives none; nothing where none waits for them. */
export function giveSignsOfLife(settings: Settings): Repeated | undefined {
  const interval = signInterval(process.env);
  return interval === undefined
    ? undefined
    : repeat(
        () => tellManager('WATCHDOG=1', settings),
        interval,
        () => {},
      );
}

/** Tells the service manager that started this process, where one did that wants to know. */
export async function tellManager(state: ManagedState, settings: Settings): Promise<void> {
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
