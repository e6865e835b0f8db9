import serviceWorker from './service-worker.js' with { type: 'file' };
import shopScript from './shop.js' with { type: 'file' };

/** TypeScript types the import as a module, not as a path. */
const pathOf = (module: unknown): string => module as string;

/** Scripts of the shop page, paths in the executable. */
export const shop = {
  'shop.js': pathOf(shopScript),
  'service-worker.js': pathOf(serviceWorker),
} as const;
