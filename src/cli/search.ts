import { readSettings } from '../config';
import { DomainError } from '../errors';
import type { Kind } from '../kinds';
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
      withStore(flags, async (store) => {
        const { publicUrl, basePath } = readSettings(flags);
        const limit = Math.min(flags.limit ?? defaultLimit, mostHits);
        await search(await searcherOf(store, publicUrl || basePath), text.join(' '), limit, flags.json ?? false);
      }),
    );

type Searcher = Awaited<ReturnType<typeof searcherOf>>;

async function search({ find, cellsOf }: Searcher, text: string, limit: number, isJson: boolean): Promise<void> {
  const found = await find(text, limit);
  const { corrected, didYouMean } = found.meta;
  if (isJson) return print(json(found));
  if (corrected) note(`leitmotif: Nothing matches ${corrected.from}. Showing results for ${corrected.to}.`);
  else if (didYouMean !== null) note(`leitmotif: Did you mean ${didYouMean}?`);
  if (found.data.length === 0) throw new DomainError('not_found', `Nothing matches ${text.slice(0, 100)}.`);
  print(table(['KIND', 'NAME', 'DETAILS', 'ADDRESS'], found.data.flatMap(cellsOf)));
}

type Named = Readonly<Record<string, unknown>>;

type Found = Named & {
  readonly artist_credit?: string | null;
  readonly labels?: readonly { readonly name: string | null; readonly catalog_number: string | null }[];
  readonly composers?: readonly { readonly name: string }[];
  readonly begin_date?: string | null;
  readonly end_date?: string | null;
  readonly country?: string | null;
};

interface Results {
  readonly data: readonly { readonly type: string; readonly id: string; readonly attributes: Found }[];
  readonly meta: { readonly corrected?: { readonly from: string; readonly to: string }; readonly didYouMean: string | null };
}

async function searcherOf(store: Store, website: string) {
  const [{ catalog }, { Registry }, { MixedDocuments }, { PageUrls }, { Records }, { Search }] = await Promise.all([
    import('../catalog'),
    import('../api/schema/registry'),
    import('../search/documents'),
    import('../search/page-addresses'),
    import('../search/records'),
    import('../search/search'),
  ]);
  const registry = new Registry([...catalog.shown]);
  const [documents, records, urls] = [new MixedDocuments(store, registry), new Records(store), new PageUrls()];
  const searched = new Search(store, registry, documents, records);
  const ownerOf = (kind: Kind, id: string): Named | undefined => {
    const found = records.byId(kind, id);
    return found && documents.rows(kind, [found.key])[0];
  };
  return {
    /** @throws {DomainError} for a text that the API refuses */
    find: async (text: string, limit: number): Promise<Results> => {
      const query = new URLSearchParams({ q: text, itemsPerPage: String(limit) });
      const answer = await searched.answer(new Request(`http://localhost/api/search?${query}`));
      return answer.json() as Promise<Results>;
    },
    /** Kind, name, what distinguishes it, and its page; records without a page have that of the record above them. */
    cellsOf: ({ type, id, attributes }: Results['data'][number]): string[][] => {
      const kind = catalog.find(type);
      if (!kind) return [];
      const [top] = kind.above.map(({ table }) => catalog.ofTable(table));
      const owner = top && ownerOf(top, id.split('/')[3] as string);
      const slugs = [owner?.slug, attributes.slug].filter((slug) => typeof slug === 'string');
      const address = website + urls.pathOf({ kind: top && !urls.has(kind) ? top : kind, slugs });
      return [[kind.noun, nameOf(attributes), [...(owner ? [nameOf(owner)] : []), ...detailsOf(attributes)].join(', '), address]];
    },
  };
}

const nameOf = ({ display_name, title, name, role, year }: Named): string =>
  `${display_name ?? title ?? name ?? role}${year ? ` (${year})` : ''}`;

function detailsOf({ artist_credit, labels = [], composers = [], begin_date, end_date, country }: Found): string[] {
  const [from, to] = [begin_date, end_date].map((date) => date?.slice(0, 4) ?? '');
  return [
    artist_credit ?? '',
    ...composers.map(({ name }) => name),
    ...labels.map(({ name, catalog_number }) => [name, catalog_number].filter(Boolean).join(' ')),
    from || to ? `${from}–${to}` : '',
    country ?? '',
  ].filter((detail) => detail !== '');
}
