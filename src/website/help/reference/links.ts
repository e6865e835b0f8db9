import type { Addresses } from '../../http/addresses';
import type { PlacedOperation, ReferenceResource } from './model';

export interface ReferenceLinks {
  readonly start: string;
  readonly resource: (resource: ReferenceResource) => string;
  readonly operation: (placed: PlacedOperation) => string;
  readonly documentation: string;
  /** By slug. */
  readonly chapter: (slug: string) => string;
  readonly openApi: string;
  readonly settings: string;
  /** Returns to the operation. */
  readonly signIn: (placed: PlacedOperation) => string;
}

export function referenceLinks(to: Addresses): ReferenceLinks {
  const operation = ({ resource, operation }: PlacedOperation): string => to.reference(resource.slug, operation.slug);
  return {
    start: to.reference(),
    resource: ({ slug }) => to.reference(slug),
    operation,
    documentation: to.documentation(),
    chapter: (slug) => to.documentation(slug),
    openApi: to.api('openapi.json'),
    settings: to.settings(),
    signIn: (placed) => to.signIn({ to: operation(placed) }),
  };
}
