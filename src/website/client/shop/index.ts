import serviceWorker from './service-worker.js' with { type: 'file' };
import shopScript from './shop.js' with { type: 'file' };

/** A compiler elsewhere that reads JavaScript takes a module for what is in it, and not for the path of its file. */
const pathOf = (module: unknown): string => module as string;

/** What the shop page loads beside the lens: the paths where the executable has them. */
export const shop = {
  'shop.js': pathOf(shopScript),
  'service-worker.js': pathOf(serviceWorker),
} as const;
