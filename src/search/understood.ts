import { type RawBuilder, sql } from 'kysely';
import { choosableCountries, countryName } from '../catalog/countries';
import { readSearchText, type SearchText, words } from '../store/database/full-text';
import type { Store } from '../store/database/open';
import { parameter, Statements } from '../store/database/sql';
import { fold } from '../store/values/folding';
import { nearness, type SearchHit, shareTyped } from './hits';
import type { SearchedKind } from './kinds';

/** A word that is taken as a filter: `1982`, `lp`, `germany`, `intrada`. */
export interface UnderstoodWord {
  readonly word: string;
  readonly filter: 'year' | 'format_type' | 'country' | 'label';
  /** As filters of lists write it; of a label its name. */
  readonly value: string;
}

/** A search text with words that are taken as filters. */
export interface UnderstoodText {
  readonly filters: readonly UnderstoodWord[];
  /** All other words. */
  readonly text: SearchText;
}

const formats: Readonly<Record<string, string>> = {
  cd: 'cd',
  cds: 'cd',
  vinyl: 'vinyl',
  lp: 'vinyl',
  lps: 'vinyl',
  cassette: 'cassette',
  mc: 'cassette',
  digital: 'digital',
  download: 'digital',
  dvd: 'dvd',
  bluray: 'blu_ray',
  sacd: 'sacd',
  minidisc: 'minidisc',
};

/** Codes by their folded names. */
let countries: ReadonlyMap<string, string> | undefined;

const countryOf = (name: string): string | undefined => {
  countries ??= new Map(
    choosableCountries().flatMap((code) => ['en', 'de'].map((locale) => [fold(countryName(code, locale)), code] as const)),
  );
  return countries.get(name);
};

const longestCountry = 3;

/** Undefined if no word is a filter, or every word is. */
export function understand(typed: string): UnderstoodText | undefined {
  const all = fold(typed).match(words) ?? [];
  const filters: UnderstoodWord[] = [];
  const rest: string[] = [];
  for (let at = 0; at < all.length; ) {
    const found = filterAt(all, at);
    const isFirst = found && filters.every(({ filter }) => filter !== found.filter);
    if (isFirst) filters.push(found);
    else rest.push(all[at] as string);
    at += isFirst ? found.word.split(' ').length : 1;
  }
  return filters.length === 0 || rest.length === 0 ? undefined : { filters, text: readSearchText(rest.join(' ')) };
}

function filterAt(all: readonly string[], at: number): UnderstoodWord | undefined {
  const word = all[at] as string;
  if (/^(?:1[89]|20)\d\d$/.test(word)) return { word, filter: 'year', value: word };
  const format = Object.hasOwn(formats, word) ? formats[word] : undefined;
  if (format) return { word, filter: 'format_type', value: format };
  for (let length = longestCountry; length > 0; length--) {
    const name = all.slice(at, at + length).join(' ');
    const country = countryOf(name);
    if (country) return { word: name, filter: 'country', value: country };
  }
  return undefined;
}

/** Full-text hits looked at for their filters: some 20 ms. */
const mostLookedAt = 10_000;

/** Longer texts are not tried with labels. */
const mostWords = 6;

const isYear = sql`named.year = ${parameter('year')} + 0`;
const isOfCountry = sql`named.country = ${parameter('country')}`;

/** The label of a name, or whose name begins with it. */
const isLabel = sql`label.name_folded >= ${parameter('label')} AND label.name_folded < ${parameter('label')} || ' \u{10ffff}'`;

/** What a kind can be filtered by. */
const conditions: Readonly<Record<string, Readonly<Partial<Record<UnderstoodWord['filter'], RawBuilder<unknown>>>>>> = {
  Production: { year: isYear, country: isOfCountry },
  Album: { year: isYear },
  Release: {
    year: isYear,
    country: isOfCountry,
    format_type: sql`EXISTS (SELECT 1 FROM release_format AS f WHERE f.release_key = named.key AND f.format_type = ${parameter('format_type')})`,
    label: sql`EXISTS (SELECT 1 FROM release_label AS l JOIN label ON label.key = l.label_key WHERE l.release_key = named.key AND ${isLabel})`,
  },
};

interface Named {
  readonly key: number;
  readonly name: string;
  readonly total: number;
}

/** Searches with words taken as filters. */
export class UnderstoodHits {
  readonly #statements: Statements;

  constructor(store: Store) {
    this.#statements = new Statements(store);
  }

  /** The first reading of a text that finds something: with years, formats and countries, else with a label too. */
  find(typed: string, kinds: readonly SearchedKind[], limit: number) {
    const understood = understand(typed);
    const readings = [...(understood ? [understood] : []), ...this.#withLabels(understood ?? { filters: [], text: readSearchText(typed) })];
    for (const reading of readings) {
      const found = kinds.flatMap((kind) => {
        const { hits, total } = this.#best(kind, reading, limit);
        return total === 0 ? [] : [{ kind, hits, total }];
      });
      if (found.length > 0) return { filters: reading.filters, found };
    }
    return undefined;
  }

  *#withLabels({ filters, text: { words: all } }: UnderstoodText): Generator<UnderstoodText> {
    if (all.length < 2 || all.length > mostWords) return;
    const statement = this.#statements.get<{ name: string }>(
      'label',
      () => sql`SELECT name FROM label WHERE ${isLabel} ORDER BY name_folded LIMIT 1`,
    );
    for (const [index, word] of all.entries()) {
      const label = statement.get({ label: word });
      if (!label) continue;
      const text = readSearchText(all.filter((_, at) => at !== index).join(' '));
      yield { filters: [...filters, { word, filter: 'label', value: label.name }], text };
    }
  }

  #best(kind: SearchedKind, { filters, text }: UnderstoodText, limit: number): { hits: SearchHit[]; total: number } {
    const known = conditions[kind.resource.type] ?? {};
    const asked = filters.map(({ filter }) => known[filter]);
    if (text.match === null || asked.includes(undefined)) return { hits: [], total: 0 };
    const index = sql.table(kind.index);
    const rows = this.#statements
      .get<Named>(
        `${kind.index} ${filters.map(({ filter }) => filter).join(' ')}`,
        () => sql`
          WITH hit AS MATERIALIZED (SELECT rowid AS key FROM ${index} WHERE ${index} MATCH ${parameter('match')} LIMIT ${parameter('most')} + 0)
          SELECT named.key, named.${sql.ref(kind.name)} AS name, count(*) OVER () AS total
          FROM hit CROSS JOIN ${sql.table(kind.resource.table)} AS named ON named.key = hit.key
          WHERE ${sql.join(asked, sql` AND `)}
          ORDER BY length(named.${sql.ref(kind.name)}), named.${sql.ref(kind.name)}, named.id LIMIT ${parameter('limit')} + 0`,
      )
      .all({ ...valuesOf(filters), match: text.match, most: mostLookedAt, limit });
    const hits = rows.map(({ key, name }): SearchHit => {
      const near = name === text.exact ? nearness.name : nearness.words;
      return { kind, key, name, near, relevance: kind.boost * shareTyped(name, text.words) };
    });
    return { hits, total: rows[0]?.total ?? 0 };
  }
}

/** A label is found by its word. */
const valuesOf = (filters: readonly UnderstoodWord[]): Record<string, string> =>
  Object.fromEntries(filters.map(({ filter, word, value }) => [filter, filter === 'label' ? word : value]));
