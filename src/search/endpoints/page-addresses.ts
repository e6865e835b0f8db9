import { type Static, Type as t } from '@sinclair/typebox';
import { catalogRead } from '../../jsonapi/catalog-read';
import { closed, count, list, objectDocument, text } from '../../jsonapi/schemas';

/** As many addresses as a part has at most: a megabyte as a sitemap, which may have fifty. */
export const addressesPerPart = 10_000;

const path = '/api/page-addresses';

const part = text('Names the part: `releases-2`');

const contents = closed({
  parts: list(closed({ part, addresses: count() }), 'Every part with how many addresses it has; those without any are left out'),
});

const addresses = closed({
  addresses: list(closed({ path: text('Of the page, below the address of the server'), changed_at: t.String({ format: 'date-time' }) })),
});

export type PageAddressContents = Static<typeof contents>;
export type PageAddressPart = Static<typeof addresses>;

const tag = 'Search';

const examplePart = 'releases-1';

export const pageAddressesEndpoint = catalogRead({
  path,
  operationId: 'pageAddresses',
  tag,
  summary: 'List the parts of all addresses of pages',
  description: `What a sitemap consists of. A record stays in its part, which has up to ${addressesPerPart} addresses. Of a large catalog that changes, the numbers may be some minutes old.`,
  query: {},
  answer: {
    description: 'The parts',
    schema: objectDocument('PageAddresses', contents, {}),
    example: {
      data: { id: path, type: 'PageAddresses', attributes: { parts: [{ part: examplePart, addresses: 1 }] }, links: { self: path } },
    },
  },
});

export const pageAddressPartEndpoint = catalogRead({
  path: '/api/page-addresses/:part',
  operationId: 'pageAddressPart',
  tag,
  summary: 'List addresses of pages',
  description: 'Those of one part, with when each record was changed last.',
  pathParameters: { part: { description: 'The name of the part', schema: t.String({ examples: [examplePart] }) } },
  query: {},
  answer: {
    description: 'The addresses, in the order in which the records came into the catalog',
    schema: objectDocument('PageAddressPart', addresses, {}),
    example: {
      data: {
        id: `${path}/${examplePart}`,
        type: 'PageAddressPart',
        attributes: { addresses: [{ path: '/releases/psycho', changed_at: '2026-01-31T12:00:00Z' }] },
        links: { self: `${path}/${examplePart}` },
      },
    },
  },
  errors: { 404: 'NotFound' },
});
