import type { loans } from '../../../collection/loans/loans';
import { etagOf } from '../../../http/respond';
import { dayMilliseconds, dayOf } from '../../../store/values/dates';
import { type Api, type ApiQuery, type Item, type PageMeta, readInParts, uuidOfIri, valuesAtOnce } from '../../api/client';
import type { RequestContext } from '../../http/request-context';
import { type Copy, collectionPath, type ItemList, type ListedItem, readNamed } from '../items/items';

export type Loan = Item<typeof loans>['attributes'];

/** With its copy. */
export interface ListedLoan extends ListedItem<Copy> {
  readonly loan: Loan;
}

export const loanList: ItemList = { path: '/api/users/me/loans', type: 'Loan' };

interface Linked {
  readonly attributes: Loan;
  readonly relationships: { readonly item: { readonly data: { readonly id: string } } };
}

export async function readLoans(api: Api, query: ApiQuery) {
  const { data, meta } = await api.read<{ data: readonly Linked[]; meta: PageMeta }>(loanList.path, query);
  const copies = await readNamed<Copy>(api, collectionPath, [...new Set(data.map(copyOf))]);
  const byId = new Map(copies.map((copy) => [copy.item._id, copy]));
  return { items: data.flatMap((one) => listed(one.attributes, byId.get(copyOf(one)))), meta };
}

/** @throws {ApiError} 404 */
export async function readLoan(api: Api, id: string): Promise<ListedLoan & { readonly tag: string }> {
  const document = await api.read<{ readonly data: Linked }>(`${loanList.path}/${encodeURIComponent(id)}`);
  const { data } = document;
  const [copy] = await readNamed<Copy>(api, collectionPath, [copyOf(data)]);
  if (!copy) throw new Error(`The copy of the loan ${id} was removed while it was read.`);
  return { loan: data.attributes, ...copy, tag: etagOf(JSON.stringify(document)) };
}

const copyOf = ({ relationships }: Linked): string => uuidOfIri(relationships.item.data.id);

const listed = (loan: Loan, copy: ListedItem<Copy> | undefined): ListedLoan[] => (copy ? [{ loan, ...copy }] : []);

/** By the UUID of the copy. */
export type LoansOfCopies = ReadonlyMap<string, readonly Loan[]>;

/** Loans of these copies; of each, the open one first, the others by their beginning. */
export async function readLoansOf(
  api: Api,
  copies: readonly { readonly item: Pick<Copy, '_id'> }[],
  query: ApiQuery = { open: true },
): Promise<LoansOfCopies> {
  const ids = copies.map(({ item }) => item._id);
  const pages = await readInParts(ids, (item) =>
    api.read<{ data: readonly Linked[] }>(loanList.path, { ...query, item, itemsPerPage: valuesAtOnce }),
  );
  const all = Map.groupBy(
    pages.flatMap(({ data }) => data),
    copyOf,
  );
  return new Map([...all].map(([copy, loans]) => [copy, loans.map(({ attributes }) => attributes)]));
}

export const todayOf = ({ now }: Pick<RequestContext, 'now'>): string => dayOf(now);

/** Whole days between two dates. */
export const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / dayMilliseconds);

/** Days since a loan was due; 0 if it is not overdue. */
export const daysLate = ({ due_on: due, returned_on: returned }: Loan, context: Pick<RequestContext, 'now'>): number =>
  due === null || returned !== null ? 0 : Math.max(0, daysBetween(due, todayOf(context)));

export const noLoans: LoansOfCopies = new Map();
