import { choosableCountries, countryName } from '../catalog/countries';
import { readSearchText, wholeMatch, wordsIn } from '../store/database/full-text';
import type { Store } from '../store/database/open';
import { fold } from '../store/values/folding';
import type { FilterName, WordFilter } from './filters';
import type { HitOptions, Hits } from './hits';
import type { SearchedKind } from './kinds';

/** Words that are taken as a filter: `1982`, `lp`, `germany`, `intrada`, `john williams`. */
export interface UnderstoodWord extends WordFilter {
  readonly word: string;
  readonly filter: FilterName;
}

/** A search text with words that are taken as filters. */
interface UnderstoodText {
  readonly filters: readonly UnderstoodWord[];
  /** All other words. */
  readonly rest: readonly string[];
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

/** French names of Mauritius and Dominica, which composers have too. */
const forenames: ReadonlySet<string> = new Set(['maurice', 'dominique']);

/** Codes by their folded names. */
let countries: ReadonlyMap<string, string> | undefined;

const countryOf = (name: string): string | undefined => {
  countries ??= new Map(
    choosableCountries()
      .flatMap((code) => ['en', 'de', 'fr'].map((locale) => [fold(countryName(code, locale)).replaceAll('-', ' '), code] as const))
      .filter(([name]) => !forenames.has(name)),
  );
  return countries.get(name);
};

const longestCountry = 3;

/** With years, formats and countries as filters. */
function understand(typed: string): UnderstoodText {
  const all = wordsIn(fold(typed));
  const filters: UnderstoodWord[] = [];
  const rest: string[] = [];
  for (let at = 0; at < all.length; ) {
    const found = filterAt(all, at);
    const isFirst = found && filters.every(({ filter }) => filter !== found.filter);
    if (isFirst) filters.push(found);
    else rest.push(all[at] as string);
    at += isFirst ? found.word.split(' ').length : 1;
  }
  return { filters, rest };
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

/** Conjunctions that other spellings of a name replace with "&" or omit. */
const connectives: ReadonlySet<string> = new Set(['and', 'und', 'et', 'y', 'e', 'i']);

/** Longer texts are not compared with record names. */
const mostWords = 6;

const longestName = 3;

/** Each is a search. */
const maximumReadings = 8;

/** Kinds whose names are taken as filters, most specific first. */
const namedKinds = [
  ['Label', 'label'],
  ['Artist', 'artist'],
  ['Production', 'production'],
  ['ArtistRole', 'role'],
] as const satisfies readonly (readonly [type: string, filter: FilterName])[];

/** Records that a name may mean. */
const maximumMeant = 20;

/** Searches with words taken as filters. */
export class UnderstoodHits {
  constructor(
    private readonly store: Store,
    private readonly hits: Hits,
    private readonly kinds: readonly SearchedKind[],
  ) {}

  /**
   * The first reading of a text that finds something: with years, formats and countries, else with a record too.
   * @param isFound whether all words together found something: then the whole text may still be an artist, whose records follow
   */
  find(typed: string, isFound: boolean, options: Pick<HitOptions, 'limit' | 'isWhole'>) {
    const plain = understand(typed);
    for (const { filters, rest } of this.#readings(plain, isFound).take(maximumReadings)) {
      const text = readSearchText(rest.join(' '));
      const byName = Object.fromEntries(filters.map((word) => [word.filter, word]));
      const found = this.hits.best(this.kinds, text, { ...options, filters: byName }).filter(({ total }) => total > 0);
      if (found.length > 0) return { filters, found };
    }
    return undefined;
  }

  *#readings({ filters, rest }: UnderstoodText, isFound: boolean): Generator<UnderstoodText> {
    if (filters.length > 0) yield { filters, rest };
    const spare = rest.filter((word) => !connectives.has(word));
    if (!isFound && spare.length > 0 && spare.length < rest.length) yield { filters, rest: spare };
    if (rest.length > mostWords) return;
    for (const [type, filter] of namedKinds.filter(([, filter]) => !isFound || filter === 'artist')) {
      const kind = this.kinds.find(({ resource }) => resource.type === type);
      for (let length = Math.min(longestName, rest.length); kind && length > (isFound ? rest.length - 1 : 0); length--)
        for (let at = 0; at + length <= rest.length; at++) {
          const word = rest.slice(at, at + length).join(' ');
          const found = this.#meant(kind, word);
          if (found) yield { filters: [...filters, { word, filter, ...found }], rest: rest.toSpliced(at, length) };
        }
    }
  }

  /** Records with the words in their name or another name. */
  #meant(kind: SearchedKind, word: string): Pick<UnderstoodWord, 'value' | 'keys'> | undefined {
    const text = readSearchText(word);
    // Whole words, where a script separates them.
    const whole = { ...text, match: text.match === null ? null : wholeMatch(text), exact: `${word} ` };
    const [found] = this.hits.best([kind], /\p{Script=Latin}/u.test(word) ? whole : text, { limit: maximumMeant, most: maximumMeant });
    const [first] = found?.hits ?? [];
    if (!found || !first) return undefined;
    const { table, named } = kind.resource;
    const select = `SELECT ${named?.shown ?? 'name'} AS name FROM "${table}" WHERE key = :key`;
    const row = this.store.reader.get<{ name: string }>(select, { key: first.key });
    return { value: row?.name ?? word, keys: found.hits.map(({ key }) => key) };
  }
}
