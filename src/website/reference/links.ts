import type { Placed, Resource } from './model';

/** Where the pages of the reference are, and the pages that they lead to. */
export interface ReferenceLinks {
  readonly start: string;
  readonly resource: (resource: Resource) => string;
  readonly operation: (placed: Placed) => string;
  readonly documentation: string;
  /** A chapter of the documentation, by its slug. */
  readonly chapter: (slug: string) => string;
  readonly openApi: string;
  readonly settings: string;
  readonly signIn: string;
}

/** The paths of the pages, as a router writes them. */
export const referencePaths = {
  start: '/api-reference',
  resource: '/api-reference/:resource',
  operation: '/api-reference/:resource/:operation',
  documentation: '/docs',
  chapter: '/docs/:chapter',
} as const;

/** @param to makes a path of this server an address, below whatever path the server is at */
export const referenceLinks = (to: (path: string) => string): ReferenceLinks => ({
  start: to(referencePaths.start),
  resource: ({ slug }) => to(`${referencePaths.start}/${slug}`),
  operation: ({ resource, operation }) => to(`${referencePaths.start}/${resource.slug}/${operation.slug}`),
  documentation: to(referencePaths.documentation),
  chapter: (slug) => to(`${referencePaths.documentation}/${slug}`),
  openApi: to('/api/openapi.json'),
  settings: to('/settings'),
  signIn: to('/sign-in'),
});
