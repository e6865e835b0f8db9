import { DomainError } from '../errors';
import type { Store } from '../store/database/open';
import { wholeNumberOption } from './import/import-options';
import { command, withStore } from './terminal/options';
import { asJson, json, note, print, table } from './terminal/output';

const defaultLimit = 20;
const mostHits = 100;

export const searchCommand = () =>
  command('search', 'search the catalog, as the website does')
    .argument('<text...>', 'what to look for, such as: blade runner 1982')
    .option('--limit <number>', `number of results, at most ${mostHits} (default: ${defaultLimit})`, (text) => wholeNumberOption(text, 1))
    .option(...asJson)
    .action((text, flags) =>
      withStore(flags, (store) => search(store, text.join(' '), Math.min(flags.limit ?? defaultLimit, mostHits), flags.json ?? false)),
    );

async function search(store: Store, text: string, limit: number, isJson: boolean): Promise<void> {
  const first = await find(store, text, limit);
  const { didYouMean } = first.meta;
  const isNothing = first.data.length === 0;
  const found = isNothing && didYouMean !== null ? await find(store, didYouMean, limit) : first;
  if (isJson) return print(json(found));
  if (didYouMean !== null)
    note(isNothing ? `leitmotif: Nothing matches ${text}. Showing results for ${didYouMean}.` : `leitmotif: Did you mean ${didYouMean}?`);
  if (found.data.length === 0) throw new DomainError('not_found', `Nothing matches ${text.slice(0, 100)}.`);
  const rows = found.data.map(({ type, id, attributes: { display_name, title, name, role, year } }) => [
    type,
    `${display_name ?? title ?? name ?? role}${year ? ` (${year})` : ''}`,
    id,
  ]);
  print(table(['TYPE', 'NAME', 'ID'], rows));
}

type Named = Readonly<Record<'display_name' | 'title' | 'name' | 'role', string | undefined>> & { readonly year?: number | null };

interface Results {
  readonly data: readonly { readonly type: string; readonly id: string; readonly attributes: Named }[];
  readonly meta: { readonly didYouMean: string | null };
}

/** @throws {DomainError} for a text that the API refuses */
async function find(store: Store, text: string, limit: number): Promise<Results> {
  const [{ catalog }, { Registry }, { MixedDocuments }, { Records }, { Search }] = await Promise.all([
    import('../catalog'),
    import('../api/schema/registry'),
    import('../search/documents'),
    import('../search/records'),
    import('../search/search'),
  ]);
  const registry = new Registry([...catalog.shown]);
  const search = new Search(store, registry, new MixedDocuments(store, registry), new Records(store));
  const query = new URLSearchParams({ q: text, itemsPerPage: String(limit) });
  const answer = await search.answer(new Request(`http://localhost/api/search?${query}`));
  return answer.json() as Promise<Results>;
}
