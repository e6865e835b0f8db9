import { type FacetValue, uuidOfIri } from '../../api/client';
import { useRequestContext } from '../../http/request-context';
import { CatalogText } from '../../ui/catalog-text';

interface OftenProps {
  readonly word: string;
  readonly people: readonly FacetValue[];
  /** By UUID. */
  readonly hrefOf: (id: string) => string;
}

/** Frequent collaborators, linked to their common productions. */
export function Often({ word, people, hrefOf }: OftenProps) {
  const { format } = useRequestContext();
  const often = people.filter(({ count }) => count > 1);
  if (often.length === 0) return null;
  return (
    <p class="chips">
      <span>{word}</span>
      {often.map(({ value, name, count }) => (
        <a key={value} href={hrefOf(uuidOfIri(String(value)))}>
          <CatalogText text={name} /> <span class="n">{format.number(count)}</span>
        </a>
      ))}
    </p>
  );
}
