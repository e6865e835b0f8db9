import type { Visit } from '../../http/request-context';
import { type Summary, totalsOf } from '../statistics/summary';
import { collectionPath } from './items';

/** Those that most records are sold in. */
const common = ['EUR', 'USD', 'GBP', 'JPY', 'CHF', 'CAD', 'AUD', 'SEK'];

/** Copies that are looked through for the currency that was used last. */
const lookedAt = 20;

/** What a field of currencies suggests: those that were used already, the most used first, then common ones. */
export const suggestedCurrencies = ({ spending }: Pick<Summary, 'spending'>): readonly string[] => [
  ...new Set([...totalsOf(spending).flatMap(({ currency }) => currency ?? []), ...common]),
];

/** The currency of the copy that was added last of those that have one; empty where none has. */
export async function readLastCurrency({ api }: Pick<Visit, 'api'>): Promise<string> {
  const asked = { 'order[added]': 'desc', itemsPerPage: lookedAt, 'fields[CollectionItem]': 'currency' };
  const { data } = await api.read<Currencies>(collectionPath, asked);
  return data.find(({ attributes }) => attributes.currency !== null)?.attributes.currency ?? '';
}

interface Currencies {
  readonly data: readonly { readonly attributes: { readonly currency: string | null } }[];
}
