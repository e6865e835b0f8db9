import { type Static, type TProperties, Type as t } from '@sinclair/typebox';
import type { Guard } from '../../accounts/access';
import { guarded } from '../../accounts/answers';
import { jsonApi, notFound, readAnswers } from '../../api/openapi/answers';
import { exampleUuid, listOwner, neededScope } from '../../api/openapi/shared';
import { metaOf } from '../../api/read/document';
import { defineRoute } from '../../api/route';
import { type ParameterType, text as textParameter } from '../../api/schema/parameters';
import { closed, count, iri, list, objectDocument, orNull, text, uuid } from '../../api/schema/schemas';
import { artistTypes } from '../../catalog/vocabularies/vocabularies';
import { badParameter } from '../../errors';
import { respond } from '../../http/respond';
import { message } from '../../messages/message';
import type { Store } from '../../store/database/open';
import { RevisionCache } from '../../store/database/revision-cache';
import { mostByDuration } from './acquisitions';
import { CollectionCounts, isOfPrices, pricedShown, type StatisticsPart, statisticsParts } from './queries';

const counted = <P extends TProperties>(by: P, description: string) =>
  list(closed({ ...by, items: count(), copies: count() }), description);

const namedRecord = { iri: iri(), id: uuid(), name: text(), slug: text() };
const record = closed(namedRecord);
const priced = closed({
  item: iri(),
  release: closed({ iri: iri(), id: uuid(), title: text(), slug: text() }),
  amount_cents: count(),
  currency: orNull(text()),
});

const worth = {
  currency: orNull(text()),
  value_cents: count('Values, else prices paid'),
  paid_cents: count('Prices in this currency'),
  valued_items: count('Items with a value of their own'),
};

const printed = 'a name printed on an unreviewed release may have no record';

/** Sparse fieldsets (JSON:API 1.1, section 5.5): unrequested attributes are not computed. */
const fieldsOfStatistics = 'fields[CollectionStatistics]';

const attributes = t.Partial(
  closed({
    items: count('Number of items'),
    copies: count('Sum of quantities'),
    releases: count('Number of distinct releases'),
    dated_by_added: count('Items without a date of purchase or order: acquired_by_year, acquired_by_month and years use the day added'),
    spending: list(
      closed({
        currency: orNull(text()),
        year: orNull(t.Integer()),
        amount_cents: count('In minor units of the currency'),
        items: count(),
      }),
      'Spending: the purchase price, else the order price, in the year of the purchase, else of the order. A price is that of the whole item.',
    ),
    spending_by_month: list(
      closed({ currency: orNull(text()), month: text('YYYY-MM'), amount_cents: count(), items: count() }),
      'By month, for known dates',
    ),
    spending_by_shop: list(
      closed({ currency: orNull(text()), shop: text(), amount_cents: count(), items: count() }),
      'By shop, else order vendor, highest total first',
    ),
    spending_by_decade: list(
      closed({ currency: orNull(text()), year: orNull(t.Integer()), decade: orNull(t.Integer()), amount_cents: count(), items: count() }),
      'By year and decade of the release',
    ),
    most_expensive: list(priced, `The ${pricedShown} most expensive items of each currency`),
    least_expensive: list(priced, `The ${pricedShown} cheapest items of each currency, without gifts`),
    extremes: list(
      closed({
        record: t.Union([t.Literal('longest'), t.Literal('shortest'), t.Literal('oldest')]),
        item: iri(),
        release: closed({ iri: iri(), id: uuid(), title: text(), slug: text() }),
        duration_seconds: orNull(t.Integer()),
        year: orNull(t.Integer()),
      }),
      'Items with the longest, shortest and oldest releases; releases with tracks of unknown length are neither longest nor shortest',
    ),
    acquired_by_year: counted(
      { year: orNull(t.Integer()), decade: orNull(t.Integer()), format_type: orNull(text()), duration_seconds: count() },
      'By year of purchase, else of the order, else in which it was added; decade of the release and format; with the total length of the releases, counting each item once',
    ),
    acquired_by_month: counted({ month: text('YYYY-MM'), decade: orNull(t.Integer()) }, 'By month and decade'),
    years: list(
      closed({
        year: t.Integer(),
        new_labels: count('Labels whose first item was acquired in that year'),
        oldest_release_year: orNull(t.Integer()),
        composer: orNull(closed({ artist: orNull(record), name: text(), items: count(), copies: count() })),
      }),
      'Each year of acquisitions: new labels, the year of the oldest release, and the most collected composer',
    ),
    value_by_location: counted(
      { storage_location: orNull(text()), status: text(), ...worth },
      'What items are worth, by storage location, else the vendor of ordered items, and status, highest total first',
    ),
    value_by_format: counted({ format_type: orNull(text()), ...worth }, 'What items are worth, by format as in by_format'),
    by_format: counted({ format_type: orNull(text()) }, 'By format of the item, else of its release if that has a single format'),
    by_condition: counted({ condition: orNull(text()) }, 'By condition'),
    by_sleeve_condition: counted({ sleeve_condition: orNull(text()) }, 'By sleeve condition'),
    by_rating: counted({ rating: orNull(t.Integer()) }, 'By rating'),
    by_folder: counted({ folder: orNull(text()) }, 'By folder, at most 1,000'),
    by_tag: counted({ tag: text() }, 'By tag (case-insensitive); an item counts for each of its tags'),
    by_storage_location: counted({ storage_location: orNull(text()) }, 'By storage location'),
    by_shop: counted({ shop: orNull(text()) }, 'By shop, else order vendor'),
    by_status: counted({ status: text() }, 'By status'),
    by_label: counted(
      { label: orNull(record), name: orNull(text()) },
      `By label; an item counts for each label of its release; ${printed}; both are null without a label; at most 1,000`,
    ),
    by_label_country: counted(
      { country: orNull(text()), decade: orNull(t.Integer()) },
      'By country of the label and decade of the release; an item counts for each country of its labels',
    ),
    by_decade: counted({ decade: orNull(t.Integer()) }, 'By decade of release, named by its first year'),
    composers: counted(
      { artist: orNull(record), name: text() },
      `By composer of productions or releases, most collected first; ${printed}; at most 1,000`,
    ),
    composers_by_duration: counted(
      {
        artist: closed({
          ...namedRecord,
          type: t.Union(artistTypes.words.map((type) => t.Literal(type))),
        }),
        duration_seconds: count(),
        decades: list(closed({ decade: orNull(t.Integer()), duration_seconds: count() }), 'By decade of release'),
      },
      `The ${mostByDuration} composers with the longest total length of releases`,
    ),
  }),
);

export type CollectionStatistics = Required<Static<typeof attributes>>;

const id = `/api/users/${exampleUuid}/collection/statistics`;
const exampleCounts = { items: 1, copies: 2 };
const exampleWorth = { currency: 'EUR', value_cents: 4500, paid_cents: 2499, valued_items: 1 };
const exampleArtist = { iri: `/api/artists/${exampleUuid}`, id: exampleUuid, name: 'Bernard Herrmann', slug: 'bernard-herrmann' };
const examplePurchase = {
  item: `/api/users/${exampleUuid}/collection/${exampleUuid}`,
  release: { iri: `/api/releases/${exampleUuid}`, id: exampleUuid, title: 'Psycho', slug: 'psycho' },
};

/** Statistics of a large collection take tenths of a second and some hundred kilobytes, and pages read parts of them often. */
const maximumCached = 20 * statisticsParts.length;

export function statisticsRoutes(guard: Guard, store: Store) {
  const counts = new CollectionCounts(store);
  const cache = new RevisionCache<unknown>(store, maximumCached);
  return [
    defineRoute({
      method: 'get',
      path: '/api/users/:userId/collection/statistics',
      operationId: 'collectionStatistics',
      tags: ['Collection'],
      summary: 'Get statistics of a collection',
      description: neededScope('collection:read'),
      pathParameters: { userId: listOwner },
      query: {
        [fieldsOfStatistics]: {
          ...textParameter(1_000, 'items,copies,spending'),
          description: 'Comma-separated attributes to return; all by default',
        },
        currency: {
          ...currencyCode,
          description:
            'Converts prices to this currency at the [rates](#tag/Administration/operation/exchangeRates) of the day of purchase or order, else of that of adding, and values at those of `valued_on`; without rates they stay in theirs',
        },
      },
      answers: {
        200: {
          description: 'The statistics',
          media: jsonApi(objectDocument('CollectionStatistics', attributes, {}), {
            data: {
              id,
              type: 'CollectionStatistics',
              attributes: {
                ...exampleCounts,
                releases: 1,
                dated_by_added: 0,
                spending: [{ currency: 'EUR', year: 2024, amount_cents: 2499, items: 1 }],
                spending_by_month: [{ currency: 'EUR', month: '2024-05', amount_cents: 2499, items: 1 }],
                spending_by_shop: [{ currency: 'EUR', shop: 'Dusty Groove', amount_cents: 2499, items: 1 }],
                spending_by_decade: [{ currency: 'EUR', year: 2024, decade: 1960, amount_cents: 2499, items: 1 }],
                most_expensive: [{ ...examplePurchase, amount_cents: 2499, currency: 'EUR' }],
                least_expensive: [{ ...examplePurchase, amount_cents: 2499, currency: 'EUR' }],
                extremes: [{ record: 'longest', ...examplePurchase, duration_seconds: 3_060, year: 1960 }],
                acquired_by_year: [{ year: 2024, decade: 1960, format_type: 'vinyl', duration_seconds: 3_060, ...exampleCounts }],
                acquired_by_month: [{ month: '2024-05', decade: 1960, ...exampleCounts }],
                years: [
                  {
                    year: 2024,
                    new_labels: 1,
                    oldest_release_year: 1960,
                    composer: { artist: exampleArtist, name: exampleArtist.name, ...exampleCounts },
                  },
                ],
                value_by_location: [{ storage_location: 'Shelf B3', status: 'active', ...exampleWorth, ...exampleCounts }],
                value_by_format: [{ format_type: 'vinyl', ...exampleWorth, ...exampleCounts }],
                by_format: [{ format_type: 'vinyl', ...exampleCounts }],
                by_condition: [{ condition: 'near_mint', ...exampleCounts }],
                by_sleeve_condition: [{ sleeve_condition: null, ...exampleCounts }],
                by_rating: [{ rating: 5, ...exampleCounts }],
                by_folder: [{ folder: 'Hitchcock', ...exampleCounts }],
                by_tag: [{ tag: 'mono', ...exampleCounts }],
                by_storage_location: [{ storage_location: 'Shelf B3', ...exampleCounts }],
                by_shop: [{ shop: 'Dusty Groove', ...exampleCounts }],
                by_status: [{ status: 'active', ...exampleCounts }],
                by_label: [{ label: null, name: 'Unicorn', ...exampleCounts }],
                by_label_country: [{ country: 'US', decade: 1960, ...exampleCounts }],
                by_decade: [{ decade: 1960, ...exampleCounts }],
                composers: [{ artist: exampleArtist, name: exampleArtist.name, ...exampleCounts }],
                composers_by_duration: [
                  {
                    artist: { ...exampleArtist, type: 'person' },
                    duration_seconds: 3_060,
                    decades: [{ decade: 1960, duration_seconds: 3_060 }],
                    ...exampleCounts,
                  },
                ],
              },
              links: { self: id },
            },
          }),
        },
        ...readAnswers,
        ...guarded,
        404: notFound,
      },
      access: guard.owner('collection:read'),
      otherParameters: 'ignore',
      handle: ({ request, principal: { userId, userKey }, query, ignored }) => {
        const { currency } = query;
        const part = (name: StatisticsPart) =>
          cache.find(`${userId} ${name} ${isOfPrices(name) ? currency : ''}`, () => counts.part(name, userKey, userId, currency));
        const names = partsIn(query[fieldsOfStatistics]);
        const attributes = store.read(() => Object.fromEntries(names.map((name) => [name, part(name)])));
        const iri = `/api/users/${userId}/collection/statistics`;
        return respond(request, { data: { id: iri, type: 'CollectionStatistics', attributes, links: { self: iri } }, ...metaOf(ignored) });
      },
    }),
  ];
}

export const currencyCode: ParameterType<string> = {
  schema: t.String({ pattern: '^[A-Z]{3}$' }),
  example: 'EUR',
  read: (text) => text,
  expected: message('invalid_currency'),
};

/** Requested attributes, each once; all by default. */
function partsIn(fields: string | undefined): readonly StatisticsPart[] {
  if (fields === undefined) return statisticsParts;
  const names = fields.split(',').filter((name) => name !== '');
  const unknown = names.find((name) => !isPart(name));
  if (unknown !== undefined)
    throw badParameter(fieldsOfStatistics, 'unknown_field', {
      type: 'CollectionStatistics',
      name: unknown.slice(0, 50),
      possible: statisticsParts,
    });
  return statisticsParts.filter((name) => names.includes(name));
}

const isPart = (name: string): name is StatisticsPart => (statisticsParts as readonly string[]).includes(name);
