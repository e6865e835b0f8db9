import type { Guard } from '../accounts/access';
import { guarded, needsAdministrator } from '../accounts/answers';
import { nothingLeft } from '../accounts/documents';
import { failure, nothing, serviceUnavailable } from '../api/openapi/answers';
import { defineRoute } from '../api/route';
import { conflict } from '../errors';
import { message } from '../messages/message';
import type { Store } from '../store/database/open';

/** Fills an empty catalog with the demo. */
export const demoRoute = (guard: Guard, store: Store) =>
  defineRoute({
    method: 'post',
    path: '/api/demo',
    operationId: 'addDemo',
    tags: ['Administration'],
    summary: 'Load the demo catalog',
    description: `Adds the demo records to an empty catalog. No request body. ${needsAdministrator}`,
    answers: {
      204: nothing('The demo is in the catalog'),
      ...guarded,
      409: failure('The catalog has data', 409, message('catalog_not_empty')),
      503: serviceUnavailable,
    },
    access: guard.administrator,
    handle: async ({ request }) => {
      const { isEmptyCatalog } = await import('./seed-state');
      if (!isEmptyCatalog(store)) throw conflict('catalog_not_empty');
      const { seedDemo } = await import('./seed');
      await seedDemo(store);
      return nothingLeft(request);
    },
  });
