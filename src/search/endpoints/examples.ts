import { exampleUuid } from '../../jsonapi/openapi-shared';
import type { Kind } from '../../kinds';

/** A record of a kind as its declaration has it for an example. */
export const exampleOf = (kind: Kind) => {
  const id = kind.iri({ id: exampleUuid, ...Object.fromEntries(kind.ancestors.map(({ parameter }) => [parameter, exampleUuid])) });
  return { id, type: kind.type, attributes: { _id: exampleUuid, ...kind.example }, links: { self: id } };
};

/** The links of a list that has one page. */
export const linksOf = (list: string) => ({ self: `${list}page=1`, first: `${list}page=1`, last: `${list}page=1` });
