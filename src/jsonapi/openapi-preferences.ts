import type { Paths } from './openapi';

// How a client says that it wants errors instead of what is passed over, as the OpenAPI document has it: once.

/** The parameter, by the name that operations refer to it. */
export const preferenceParameters: Record<string, unknown> = {
  Prefer: {
    name: 'Prefer',
    in: 'header',
    required: false,
    description:
      'With handling=strict, a parameter that means nothing here is a 400 that names it, instead of being ignored, and Preference-Applied says so (RFC 7240)',
    schema: { type: 'string', examples: ['handling=strict'] },
  },
};

const prefer = { $ref: '#/components/parameters/Prefer' };

/** The same paths, with the preference on each operation that reads the parameters of its address. */
export const withPreferences = (paths: Paths): Paths =>
  Object.fromEntries(
    Object.entries(paths).map(([path, operations]) => [path, readsParameters(path) ? withPreference(operations) : operations]),
  );

/** The server's own and those of tokens do not. */
const readsParameters = (path: string): boolean => path.startsWith('/api/') && !path.startsWith('/api/token');

const withPreference = (operations: Paths[string]): Paths[string] =>
  Object.fromEntries(
    Object.entries(operations).map(([method, operation]) => {
      const { parameters = [] } = operation as { parameters?: unknown[] };
      return [method, method === 'delete' ? operation : { ...(operation as object), parameters: [...parameters, prefer] }];
    }),
  );
