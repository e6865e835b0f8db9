import type { Addresses } from '../../http/addresses';
import type { ApiReference, PlacedOperation, ReferenceResource } from './model';
import type { ReferenceTexts } from './texts';

/** What all pages of the reference show. */
export interface ReferenceParts {
  readonly reference: ApiReference;
  readonly links: ReferenceLinks;
  readonly texts: ReferenceTexts;
}

export type ReferenceLinks = ReturnType<typeof referenceLinks>;

export function referenceLinks(to: Addresses) {
  const operation = ({ resource, operation }: PlacedOperation): string => to.reference(resource.slug, operation.slug);
  return {
    start: to.reference(),
    resource: ({ slug }: ReferenceResource) => to.reference(slug),
    operation,
    documentation: to.documentation(),
    /** By slug. */
    chapter: (slug: string) => to.documentation(slug),
    openApi: to.api('openapi.json'),
    settings: to.settings(),
    /** Returns to the operation. */
    signIn: (placed: PlacedOperation) => to.signIn({ to: operation(placed) }),
  };
}
