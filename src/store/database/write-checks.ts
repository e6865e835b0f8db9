import { AsyncLocalStorage } from 'node:async_hooks';

/** Throws if a request may not write any more. */
type Check = () => void;

/** Checks of the request that the running code belongs to, across everything it awaits. */
const checks = new AsyncLocalStorage<Check[]>();

/**
 * Runs the handler of a request. Until it is done, every write of it runs the check first, inside the writing transaction: a
 * right may end while the body arrives or while the write waits for the lock.
 */
export async function withWriteCheck<T>(check: Check, handle: () => T | Promise<T>): Promise<T> {
  const ofRequest = [check];
  try {
    return await checks.run(ofRequest, handle);
  } finally {
    // Background work that the request started, such as an import, has its own checks.
    ofRequest.length = 0;
  }
}

/** Adds a check to the further writes of the running request. Without one, as in a command, there is nothing to check. */
export const checkBeforeWrites = (check: Check): void => void checks.getStore()?.push(check);

/** The check of the running request, for writes that are not in the database, or that run later. */
export function writeCheck(): Check {
  const ofRequest = checks.getStore() ?? [];
  return () => {
    for (const check of ofRequest) check();
  };
}

/** Runs writes that nothing may stop, such as the undo of an interrupted import. */
export const withoutWriteChecks = <T>(work: () => T): T => checks.run([], work);
