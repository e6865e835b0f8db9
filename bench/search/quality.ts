/** A search with the record that should rank first. */
export interface Query {
  readonly catalog: string;
  readonly text: string;
  /** Type and slug, or type and title for types without slugs. */
  readonly record: string;
}

/** The evaluated part of a search response. */
export interface Answer {
  readonly data: readonly { readonly type: string; readonly attributes: { readonly slug?: string; readonly title?: string } }[];
  readonly meta: { readonly didYouMean: string | null };
}

export interface Quality {
  readonly meanReciprocalRank: number;
  /** Searches without results. */
  readonly empty: readonly string[];
  /** A line for each search whose record does not rank first. */
  readonly later: readonly string[];
  readonly milliseconds: readonly number[];
}

export async function readQueries(catalog: string): Promise<Query[]> {
  const lines = (await Bun.file(new URL('queries.tsv', import.meta.url)).text()).split('\n');
  return lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t'))
    .map(([catalog = '', text = '', record = '']) => ({ catalog, text, record }))
    .filter((query) => query.catalog === catalog);
}

/** Evaluates what the search page shows: if a search has no results, those of the suggested correction. */
export async function measureQuality(queries: readonly Query[], search: (text: string) => Promise<Answer>): Promise<Quality> {
  const ranks: number[] = [];
  const [empty, later, milliseconds]: [string[], string[], number[]] = [[], [], []];
  for (const { text, record } of queries) {
    const started = performance.now();
    const typed = await search(text);
    milliseconds.push(performance.now() - started);
    const { data } = typed.data.length === 0 && typed.meta.didYouMean !== null ? await search(typed.meta.didYouMean) : typed;
    const names = data.map(({ type, attributes: { slug, title } }) => `${type} ${slug ?? title}`);
    const rank = names.indexOf(record) + 1;
    ranks.push(rank === 0 ? 0 : 1 / rank);
    if (names.length === 0) empty.push(text);
    if (rank !== 1) later.push(`${text}: ${record} is ${rank === 0 ? 'not among the first' : `number ${rank}`}, the first is ${names[0]}`);
  }
  return { meanReciprocalRank: ranks.reduce((sum, rank) => sum + rank, 0) / ranks.length, empty, later, milliseconds };
}
