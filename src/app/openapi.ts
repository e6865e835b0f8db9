import { commonHeaderSchemas, commonResponses, components } from '../api/openapi/components';
import { catalogPaths, catalogTags, type Paths, type Tag, tagOf } from '../api/openapi/document';
import { type DescribedApp, declaredRoutes, pathsOf } from '../api/openapi/routes';
import type { Registry } from '../api/schema/registry';
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
    description:
      'With handling=strict, a parameter that means nothing here is a 400 that names it, instead of being ignored, and Preference-Applied says so (RFC 7240)',
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

/** Assembled from the routes and the resource declarations. */
export function openApiDocument(registry: Registry, app: DescribedApp, kinds: Kinds, basePath: string): object {
  return {
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
    paths: withPreferences(together(pathsOf(declaredRoutes(app)), together(editingPaths(kinds, tagOf), catalogPaths(registry)))),
    components: {
      schemas: { ...components(registry, holdingsSchema), ...writtenSchemas(kinds) },
      parameters: preferenceParameters,
      responses: commonResponses,
      headers: commonHeaderSchemas,
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'An access token: of POST /api/token, or one that lasts, of POST /api/users/me/tokens or leitmotif token create.',
        },
      },
    },
  };
}

/** Merges operations, also on common paths. */
function together(some: Paths, others: Paths): Paths {
  const shared = Object.entries(others).map(([path, operations]) => [path, { ...some[path], ...operations }] as const);
  return { ...some, ...Object.fromEntries(shared) };
}

/** In reading order. */
const tagsOf = (registry: Registry): readonly Tag[] => [
  { name: 'Tokens', description: 'Signing in: a name and a password for an access token, and one to renew it with.' },
  { name: 'Search', description: 'What goes across kinds: search, slugs and addresses, ids of other sites, totals.' },
  ...catalogTags(registry),
  { name: 'Users', description: 'Accounts, and the API access tokens that their users make for programs.' },
  { name: 'Administration', description: 'What administrators look after: users, invitations, settings, imports, backups.' },
  { name: 'Duplicates', description: 'Records that may be one, and what people said of them.' },
  { name: 'Revisions', description: 'What people changed in the catalog, and how it is taken back.' },
  { name: 'Vocabularies', description: 'The words that attributes may be.' },
  { name: 'Changes', description: 'The whole catalog, and what has changed in it: what mirrors follow.' },
  { name: 'Server', description: 'What answers here, and whether it works.' },
];
