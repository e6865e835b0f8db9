import type { ApiQuery } from '../../api/client';
import type { PageQuery } from '../../http/addresses';
import { pageNumber } from '../../http/page';
import type { RequestContext } from '../../http/request-context';
import { type Copy, collectionPath, type ItemPage, readItems } from './items';

export const copiesAtOnce = 60;

/** For printing; browsers struggle with more. */
const copiesAtMost = 500;

/** Parameters of the address and filters of the API. */
const copyFilters = {
  q: 'q',
  folder: 'folder',
  tag: 'tag',
  condition: 'condition',
  format: 'format',
  decade: 'decade',
  composer: 'composerName',
  label: 'labelName',
  place: 'storageLocation',
  status: 'status',
  signed: 'signed',
  rating: 'rating',
  release: 'release',
  bought: 'boughtYear',
} as const;

export type CopyFilter = keyof typeof copyFilters;

/** The first is the default. */
export const copyOrders = {
  bought: ['bought', 'desc'],
  added: ['added', 'desc'],
  title: ['sortTitle', 'asc'],
  artist: ['artist', 'asc'],
  year: ['year', 'asc'],
  price: ['price', 'desc'],
  rating: ['rating', 'desc'],
  condition: ['condition', 'asc'],
  place: ['storageLocation', 'asc'],
  entered: ['createdAt', 'desc'],
} as const;

export const wishOrders = {
  wanted: ['createdAt', 'desc'],
  priority: ['priority', 'asc'],
  title: ['sortTitle', 'asc'],
  artist: ['artist', 'asc'],
  year: ['year', 'asc'],
  price: ['maxPrice', 'desc'],
} as const;

export type Orders = Readonly<Record<string, readonly [name: string, direction: 'asc' | 'desc']>>;

/** Without the `-` of a reversed order. */
export const plainOrder = (order: string): string => order.replace(/^-/, '');

/** With `-` if it is reversed. */
export function askedOrder({ query }: Pick<RequestContext, 'query'>, orders: Orders): string {
  const order = query.get('order') ?? '';
  return Object.hasOwn(orders, plainOrder(order)) ? order : (Object.keys(orders)[0] ?? '');
}

export function directionOf(orders: Orders, order: string): 'asc' | 'desc' {
  const direction = orders[plainOrder(order)]?.[1] ?? 'desc';
  if (!order.startsWith('-')) return direction;
  return direction === 'asc' ? 'desc' : 'asc';
}

export const askedFilters = ({ query }: Pick<RequestContext, 'query'>): Partial<Record<CopyFilter, string>> =>
  Object.fromEntries(Object.keys(copyFilters).flatMap((name) => (query.get(name)?.trim() ? [[name, query.get(name)?.trim()]] : [])));

const filtersForApi = (filters: Partial<Record<CopyFilter, string>>): ApiQuery =>
  Object.fromEntries(Object.entries(filters).map(([name, value]) => [copyFilters[name as CopyFilter], value]));

export const orderForApi = (orders: Orders, order: string): ApiQuery => ({
  [`order[${orders[plainOrder(order)]?.[0] ?? 'createdAt'}]`]: directionOf(orders, order),
});

export const copiesForApi = (context: RequestContext): ApiQuery => ({
  ...filtersForApi(askedFilters(context)),
  ...orderForApi(copyOrders, askedOrder(context, copyOrders)),
});

export const asksForAll = ({ query }: Pick<RequestContext, 'query'>): boolean => query.get('rows') === 'all';

/** Parameters that forms carry along. */
const lasting = ['view', 'order', 'rows', 'page', ...Object.keys(copyFilters)] as const;

/** Without one-time parameters. */
export function listQuery(query: URLSearchParams): PageQuery {
  return Object.fromEntries(lasting.flatMap((name) => (query.get(name) ? [[name, query.get(name) ?? '']] : [])));
}

/** As a form field. */
export const backOf = (query: URLSearchParams): string =>
  new URLSearchParams(Object.entries(listQuery(query)).map(([name, value]) => [name, String(value)])).toString();

export const queryOfBack = (back: string): PageQuery => listQuery(new URLSearchParams(back));

/** The maximum. */
const pageOfApi = 100;

export function readAskedCopies(context: RequestContext): Promise<ItemPage<Copy>> {
  if (asksForAll(context)) return readMany(context);
  return readItems<Copy>(context.api, collectionPath, { ...copiesForApi(context), page: pageNumber(context), itemsPerPage: copiesAtOnce });
}

/** Combines several API pages. */
async function readMany(context: RequestContext): Promise<ItemPage<Copy>> {
  const currentPage = pageNumber(context);
  const pages = copiesAtMost / pageOfApi;
  const read = (part: number) => {
    const page = (currentPage - 1) * pages + part;
    return readItems<Copy>(context.api, collectionPath, { ...copiesForApi(context), page, itemsPerPage: pageOfApi });
  };
  const first = await read(1);
  const { totalItems } = first.meta;
  const last = Math.min(pages, Math.ceil(totalItems / pageOfApi) - (currentPage - 1) * pages);
  const others = await Promise.all(Array.from({ length: Math.max(0, last - 1) }, (_, index) => read(index + 2)));
  return { items: [first, ...others].flatMap(({ items }) => items), meta: { totalItems, itemsPerPage: copiesAtMost, currentPage } };
}

export const maximumChosen = 500;
