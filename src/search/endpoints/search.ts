import { Type as t } from '@sinclair/typebox';
import type { Catalog } from '../../catalog';
import { pageParameters } from '../../jsonapi/answers';
import { catalogRead } from '../../jsonapi/catalog-read';
import type { MixedDocument } from '../../jsonapi/client-types';
import { flag, type ParameterType, text as upTo } from '../../jsonapi/parameters';
import { comparableType } from '../../jsonapi/registry';
import { closed, component, count, ignored, iri, list, orNull, pageLinks, pageNumbers, text, word } from '../../jsonapi/schemas';
import type { Kinds } from '../../kinds';
import { type SearchedType, searchedKindsOf } from '../kinds';
import { exampleOf, linksOf } from './examples';

/** How far the pages of a search reach. Whoever has not found it by then needs other words, and ranking has an end. */
export const maximumHits = 400;

/**
 * How many hits of a kind are looked at. A prefix such as "a" has half of a catalog as its hits: counting stops here, and
 * of more, those that come first by their keys are ranked. Names that begin with what was typed are found on another way,
 * however many hits there are.
 */
export const maximumCounted = 1_000;

/** One of these types, whatever its case and separators, and with a plural s or without. */
const typeAmong = (types: readonly SearchedType[]): ParameterType<SearchedType> => ({
  schema: word(types),
  expected: `one of ${types.join(', ')}`,
  read: (written) => types.find((type) => comparableType(type) === comparableType(written)),
  isAllowed: (type) => type !== undefined,
});

const hit = closed({
  id: iri(),
  type: text(),
  field: text('The attribute that has what was typed'),
  snippet: text('HTML: the text with what was typed in <mark>; everything else in it is escaped'),
});

const holding = closed({ release: iri(), edition: word(['this', 'another']), item: iri(), itemRelease: iri() });

export function searchEndpoint(kinds: Kinds) {
  const searched = searchedKindsOf(kinds).map(({ resource }) => resource);
  const types = searched.map(({ type }) => type) as SearchedType[];
  const example = searched[0] && exampleOf(searched[0]);
  return catalogRead({
    path: '/api/search',
    operationId: 'search',
    tag: 'Search',
    summary: 'Search across kinds',
    description: `${types.join(', ')}: every word counts, the last one as far as it is typed. A record whose identifier is typed exactly comes first (UUID, barcode, ISRC, catalogue number, slug, id of another site), whichever its kind; then exact names, other names, names that begin so, and then the best matches.`,
    query: {
      q: { ...upTo(200, 'herrmann psycho'), description: 'What to search for', required: true },
      type: { ...typeAmong(types), description: 'Only records of this type', listDescription: 'Only records of these types' },
      holdings: {
        ...flag,
        description: "Whether meta.owned and meta.wanted say what of the page is in the user's own collection and on their wishlist",
      },
      ...pageParameters,
    },
    answer: {
      description: 'The hits, the best first',
      schema: closed({
        data: list(t.Unsafe<MixedDocument<Catalog>['data'][number]>({ anyOf: kinds.shown.map(({ type }) => component(type)) })),
        links: pageLinks,
        meta: closed({
          ...pageNumbers,
          totalItems: count(`Pages reach as far as the first ${maximumHits}`),
          counts: t.Unsafe<Record<SearchedType, number>>({
            type: 'object',
            additionalProperties: count(),
            description: 'How many hits there are by type, whichever types are asked for',
          }),
          atLeast: list(t.Unsafe<SearchedType>(text()), `The types whose hits were counted up to ${maximumCounted}, and may be more`),
          hits: list(hit, 'Where each record of the page was found, in their order'),
          didYouMean: orNull(text(), 'Where nothing was found: the most similar text that finds something'),
          didYouMeanLink: orNull(iri(), 'The search for that'),
          owned: t.Optional(list(holding, 'With holdings. Only where the token may read the collection')),
          wanted: t.Optional(list(holding, 'With holdings. Only where the token may read the wishlist')),
          ...ignored,
        }),
      }),
      example: {
        data: [example],
        links: linksOf('/api/search?q=gorecki&'),
        meta: {
          totalItems: 1,
          itemsPerPage: 30,
          currentPage: 1,
          counts: Object.fromEntries(types.map((type, index) => [type, index === 0 ? 1 : 0])),
          atLeast: [],
          hits: [{ id: example?.id, type: 'Artist', field: 'name', snippet: 'Henryk <mark>Górecki</mark>' }],
          didYouMean: null,
          didYouMeanLink: null,
        },
      },
    },
  });
}
