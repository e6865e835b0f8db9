import { labels } from '../../../catalog/labels';
import { productions } from '../../../catalog/productions';
import { releases } from '../../../catalog/releases';
import type { CompletenessAttributes } from '../../../collection/completeness/routes';
import { type Item, readInParts, uuidOfIri, valuesAtOnce } from '../../api/client';
import { yearOfDate } from '../../catalog/artist/age';
import { framedFields } from '../../catalog/browse/lists';
import { findRecord } from '../../editing/form/edited-record';
import { pageNumber } from '../../http/page';
import type { RequestContext } from '../../http/request-context';
import type { Texts } from '../../i18n';
import { displayName } from '../../ui/credits';
import { sleevedAttributes } from '../../ui/pictures';
import type { Unit } from './figure';

export type ListedScore = CompletenessAttributes['scores'][number];

export type ReadCompleteness = Awaited<ReturnType<typeof readCompleteness>>;

export const unitOfType = {
  Artist: 'scores',
  Franchise: 'scores',
  Label: 'releases',
  LabelSeries: 'releases',
  Album: 'editions',
  Organization: 'releases',
  Work: 'releases',
} as const;

const currentOfType = {
  Artist: 'artists',
  Franchise: 'productions',
  Label: 'labels',
  LabelSeries: 'labels',
  Album: 'albums',
  Organization: 'organizations',
  Work: 'works',
} as const;

export const missingAtOnce = 60;

type Choice = keyof Texts['completeness']['choices'];

/** The choices in the address. */
export const choicesIn = ({ query, t }: RequestContext): readonly Choice[] =>
  (Object.keys(t.completeness.choices) as Choice[]).filter((choice) => query.get(choice) === 'true');

/** @throws {MovedPage} if the record's page has moved */
export async function readCompleteness(context: RequestContext) {
  const { api, to, query } = context;
  const { iri, page, called, attributes, document } = await findRecord(context);
  const type = document.data.type as keyof typeof unitOfType;
  const { data } = await api.read<{ data: { attributes: CompletenessAttributes } }>('/api/users/me/collection/completeness', {
    record: iri,
    role: query.get('role') || undefined,
    ...Object.fromEntries(choicesIn(context).map((choice) => [choice, true])),
  });
  const { attributes: completeness } = data;
  const unit: Unit = completeness.numbers ? 'numbers' : unitOfType[type];
  /** In a numbered series, those with a number. */
  const counted = completeness.numbers ? completeness.scores.filter(({ number }) => number !== null) : completeness.scores;
  const missing = counted.filter(({ state }) => state === 'missing' || state === 'wanted');
  const currentPage = pageNumber(context);
  const onPage = missing.slice((currentPage - 1) * missingAtOnce, currentPage * missingAtOnce);
  const owned = completeness.scores.filter(({ state, number }) => state === 'owned' || (completeness.numbers && number === null));
  const [label, sleeves, frames] = await Promise.all([
    type === 'LabelSeries' ? api.single(labels, uuidOfIri(iri.slice(0, iri.lastIndexOf('/series/')))) : undefined,
    readByIri(
      context,
      releases,
      [...owned.slice(0, 2 * valuesAtOnce), ...(unit === 'scores' ? [] : onPage)].flatMap(({ release }) => release ?? []),
      sleevedAttributes,
    ),
    readByIri(context, productions, unit === 'scores' ? onPage.map(({ iri }) => iri) : [], framedFields),
  ]);
  const begin = type === 'Artist' && typeof attributes.begin_date === 'string' ? yearOfDate(attributes.begin_date) : null;
  return {
    ...{ type, completeness, unit, counted, missing, onPage, sleeves, frames, page: to.page(page) },
    meta: { totalItems: missing.length, itemsPerPage: missingAtOnce, currentPage },
    /** Of a series. */
    name: type === 'Artist' ? displayName(context.t, called) : called,
    label: label && { name: label.data.attributes.name, page: to.label(label.data.attributes) },
    frame: { current: currentOfType[type], year: begin ?? counted.at(-1)?.year ?? null },
  };
}

async function readByIri<R extends typeof releases | typeof productions>(
  { api }: RequestContext,
  kind: R,
  iris: readonly string[],
  fields: string,
): Promise<ReadonlyMap<string, Item<R>['attributes']>> {
  const pages = await readInParts(iris, (id) => api.list(kind, { id, itemsPerPage: valuesAtOnce, [`fields[${kind.type}]`]: fields }));
  return new Map(pages.flatMap(({ data }) => data.map(({ id, attributes }) => [id, attributes] as const)));
}
