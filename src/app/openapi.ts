import { setImmediate } from 'node:timers/promises';
import { commonHeaderSchemas, commonResponses, components } from '../api/openapi/components';
import { catalogPaths, catalogTags, type Paths, type Tag, tagOf } from '../api/openapi/document';
import { published } from '../api/openapi/published';
import { type DescribedApp, declaredRoutes, pathsOf } from '../api/openapi/routes';
import type { Registry } from '../api/schema/registry';
import { plain } from '../api/schema/schemas';
import { completenessSchema } from '../collection/completeness/routes';
import { holdingsSchema } from '../collection/holdings';
import { editingPaths } from '../editing/openapi';
import { writtenSchemas } from '../editing/openapi-bodies';
import type { Kinds } from '../kinds';
import { interfaceVersion } from '../version';

// The `Prefer` header for strict parameter handling in the OpenAPI document.

/** By the name that operations reference. */
const preferenceParameters: Record<string, unknown> = {
  Prefer: {
    name: 'Prefer',
    in: 'header',
    required: false,
    description: 'With handling=strict, an unknown parameter is a 400 instead of being ignored (RFC 7240)',
    schema: { type: 'string', examples: ['handling=strict'] },
  },
};

const prefer = { $ref: '#/components/parameters/Prefer' };

/** Adds the preference to operations with query parameters. */
const withPreferences = (paths: Paths): Paths =>
  Object.fromEntries(
    Object.entries(paths).map(([path, operations]) => [path, readsParameters(path) ? withPreference(operations) : operations]),
  );

/** Server and token routes have none. */
const readsParameters = (path: string): boolean => path.startsWith('/api/') && !path.startsWith('/api/token');

const withPreference = (operations: Paths[string]): Paths[string] =>
  Object.fromEntries(
    Object.entries(operations).map(([method, operation]) => {
      const { parameters = [] } = operation as { parameters?: unknown[] };
      return [method, method === 'delete' ? operation : { ...(operation as object), parameters: [...parameters, prefer] }];
    }),
  );

/** Assembled from the routes and the resource declarations, in steps: together they would block other requests for too long. */
export async function openApiDocument(registry: Registry, app: DescribedApp, kinds: Kinds, basePath: string): Promise<object> {
  const paths = withPreferences(together(pathsOf(declaredRoutes(app)), together(editingPaths(kinds, tagOf), catalogPaths(registry))));
  await setImmediate();
  const schemas = { ...components(registry, holdingsSchema, { completeness: plain(completenessSchema) }), ...writtenSchemas(kinds) };
  await setImmediate();
  return published({
    openapi: '3.1.1',
    info: {
      title: 'Leitmotif',
      version: interfaceVersion,
      description: 'A film music catalog: artists, roles, portrayals, productions, recordings, releases and tracks, as JSON:API.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: basePath || '/', description: 'This server' }],
    security: [{ bearer: [] }],
    tags: tagsOf(registry),
    paths,
    components: {
      schemas,
      parameters: preferenceParameters,
      responses: commonResponses,
      headers: commonHeaderSchemas,
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description:
            'An access token from POST /api/token, or an API access token from POST /api/users/me/tokens or leitmotif token create.',
        },
      },
    },
  });
}

/** Merges operations, also on common paths. */
function together(some: Paths, others: Paths): Paths {
  const shared = Object.entries(others).map(([path, operations]) => [path, { ...some[path], ...operations }] as const);
  return { ...some, ...Object.fromEntries(shared) };
}

/** In reading order. */
const tagsOf = (registry: Registry): readonly Tag[] => [
  { name: 'Tokens', description: 'Sign in with a name and a password, and refresh access tokens.' },
  { name: 'Search', description: 'Across all types: search, slugs and addresses, external ids, statistics.' },
  ...catalogTags(registry),
  { name: 'Users', description: 'Accounts, and API access tokens for programs.' },
  { name: 'Administration', description: 'Administration: users, invitations, settings, imports and backups.' },
  { name: 'Duplicates', description: 'Likely duplicates, and decisions about them.' },
  { name: 'Revisions', description: 'Revisions of the catalog, and how to undo them.' },
  { name: 'Vocabularies', description: 'Closed lists of attribute values.' },
  { name: 'Changes', description: 'Exports of the catalog and its change feed, for mirrors.' },
  { name: 'Server', description: 'Version and health of the server.' },
];
