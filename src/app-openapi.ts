import { toOpenAPISchema } from '@elysiajs/openapi';
import { holdingsSchema } from './accounts/holdings';
import { vocabularyEndpoints } from './catalog/vocabulary-endpoints';
import { exportEndpoints } from './export/endpoints';
import { catalogPaths, catalogTags, type Paths, type Tag } from './jsonapi/openapi';
import { commonHeaderSchemas, commonResponses, components } from './jsonapi/openapi-components';
import { pathsOf } from './jsonapi/openapi-endpoints';
import { preferenceParameters, withPreferences } from './jsonapi/openapi-preferences';
import type { Registry } from './jsonapi/registry';
import type { Kinds } from './kinds';
import { searchEndpoints } from './search/endpoints';
import { interfaceVersion } from './version';

/** An app whose routes say in their `detail` what they are. */
export interface DescribedApp {
  readonly routes: readonly { readonly method: string; readonly path: string; readonly hooks?: { readonly detail?: Detail } }[];
}

interface Detail {
  readonly parameters?: readonly unknown[];
}

/** The OpenAPI document: what the routes say of themselves, and what the declarations say of theirs. */
export function openApiDocument(registry: Registry, app: DescribedApp, kinds: Kinds): object {
  return {
    openapi: '3.1.1',
    info: {
      title: 'Leitmotif',
      version: interfaceVersion,
      description: 'A film music catalog: artists, roles, portrayals, productions, recordings, releases and tracks, as JSON:API.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'This server' }],
    security: [{ bearer: [] }],
    tags: tagsOf(registry),
    paths: withPreferences({
      ...routePaths(app),
      ...pathsOf([...exportEndpoints, ...searchEndpoints(kinds), ...vocabularyEndpoints]),
      ...catalogPaths(registry),
    }),
    components: {
      schemas: components(registry, holdingsSchema),
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

/** The groups of operations, in the order in which a reader needs them. */
const tagsOf = (registry: Registry): readonly Tag[] => [
  { name: 'Tokens', description: 'Signing in: a name and a password for an access token, and one to renew it with.' },
  { name: 'Search', description: 'What goes across kinds: search, slugs and addresses, ids of other sites, totals.' },
  ...catalogTags(registry),
  { name: 'Users', description: 'Accounts, and the API access tokens that their users make for programs.' },
  { name: 'Vocabularies', description: 'The words that attributes may be.' },
  { name: 'Changes', description: 'The whole catalog, and what has changed in it: what mirrors follow.' },
  { name: 'Server', description: 'What answers here, and whether it works.' },
];

function routePaths(app: DescribedApp): Paths {
  const { paths } = toOpenAPISchema(app as never) as { paths: Paths };
  return withPlainIds(withAllParameters(paths, app));
}

/** Of a route with parameters in its path the library names these alone: what else the route says of them is put back. */
function withAllParameters(paths: Paths, { routes }: DescribedApp): Paths {
  for (const { method, path, hooks } of routes) {
    const operation = paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
    if (operation && hooks?.detail?.parameters) Object.assign(operation, { parameters: hooks.detail.parameters });
  }
  return paths;
}

/** The routes number their ids, as the router wants it: the last is the record's own, one before it the user's. */
const withPlainIds = (paths: Paths): Paths =>
  Object.fromEntries(
    Object.entries(paths).map(([path, operations]) => {
      const named = path.replace(/\{id1\}(?=\/)/, '{userId}').replace(/\{id\d\}/, '{id}');
      const first = named.includes('{userId}') ? 'userId' : 'id';
      const text = JSON.stringify(operations)
        .replace(/"name":"id1"/g, `"name":"${first}"`)
        .replace(/"name":"id2"/g, '"name":"id"');
      return [named, JSON.parse(text)];
    }),
  );
