import { DomainError } from '../../errors';
import { wantsStrictHandling } from '../../http/respond';
import { message, sentenceOf } from '../../messages/message';
import { nearestName } from '../../nearest';
import {
  allValues,
  filterValue,
  integer,
  onlyValue,
  type ParameterType,
  queryEntries,
  readValue,
  type SentParameter,
} from '../schema/parameters';

/** 30 rows fill a page of any client; 100 keep the largest response well under a megabyte. */
export const defaultItemsPerPage = 30;
export const maximumItemsPerPage = 100;

/** A number that is too large to be read exactly would lead to another page. */
export const pageKind: ParameterType<number> = {
  ...integer(1, Number.MAX_SAFE_INTEGER, 1),
  read: (text) => (/^[+-]?\d+$/.test(text) ? Number(text) : text),
};

/** Larger values are accepted and clamped. */
export const itemsPerPageKind = integer(1, Number.MAX_SAFE_INTEGER, defaultItemsPerPage);

/**
 * Most ignored parameters reported. A URL can hold thousands, each compared with all known names; a person who mistyped one
 * needs only the first.
 */
export const maximumIgnored = 30;

/** Ignored parameters of a request, as members of `meta`. */
export interface Ignored {
  readonly ignoredParameters?: string[];
  /** Similar known names for some of them. */
  readonly nearestParameters?: Record<string, string>;
}

export const nothingIgnored: Ignored = {};

export interface Paging {
  readonly page: number;
  readonly itemsPerPage: number;
  /** All parameters but the page, repeated in page links. */
  readonly others: readonly (readonly [string, string])[];
}

const listIndex = /\[\d*\]$/;
const filterForm = 'filter[';

/** A parameter, and whether it has been read. */
interface Collected extends SentParameter {
  readonly values: string[];
  asList: boolean;
  isRead: boolean;
}

/**
 * Query parameters of a request. Readers take the ones they know, under any alias; what remains is reported as ignored, or
 * refused under strict handling.
 */
export class Query {
  readonly #entries: readonly (readonly [string, string])[];
  /** Keyed without list brackets: `performer[]` and `performer[0]` become `performer`. */
  readonly #collected = new Map<string, Collected>();
  readonly #known: string[] = [];
  #hasFilterForm = false;

  constructor(private readonly request: Request) {
    this.#entries = queryEntries(request.url);
    let last: { name: string; parameter: Collected } | undefined;
    for (const [name, value] of this.#entries) {
      // A list repeats its name for each value, up to a hundred times.
      if (last?.name !== name) last = { name, parameter: this.#collect(name) };
      last.parameter.values.push(value);
    }
  }

  #collect(name: string): Collected {
    const base = name.endsWith(']') ? name.replace(listIndex, '') : name;
    const asList = base !== name;
    this.#hasFilterForm ||= name.startsWith(filterForm);
    const parameter = this.#collected.get(base) ?? { name, values: [], asList, isRead: false };
    parameter.asList ||= asList;
    this.#collected.set(base, parameter);
    return parameter;
  }

  /** Parameter names without list brackets, in request order. */
  get names(): Iterable<string> {
    return this.#collected.keys();
  }

  /** Takes a parameter by its name or an alias. */
  take(name: string, others: readonly string[] = []): SentParameter | undefined {
    this.#known.push(name);
    let found: SentParameter | undefined = this.#mark(name);
    for (const other of others) {
      const more = this.#mark(other);
      if (more) found = found ? { name: found.name, values: [...found.values, ...more.values], asList: found.asList || more.asList } : more;
    }
    return found;
  }

  #mark(name: string): SentParameter | undefined {
    const parameter = this.#collected.get(name);
    if (parameter) parameter.isRead = true;
    return parameter;
  }

  /** Takes a filter, also in the common JSON:API form `filter[name]`. */
  takeFilter(name: string, aliases: readonly string[] = []): SentParameter | undefined {
    if (!this.#hasFilterForm) return this.take(name, aliases);
    return this.take(name, [...aliases, ...[name, ...aliases].map((alias) => `${filterForm}${alias}]`)]);
  }

  /** Takes all parameters `name[word]`, also in the form `filter[name][word]`. */
  takeKeyed(name: string): { readonly word: string; readonly sent: SentParameter }[] {
    const beginnings = this.#hasFilterForm ? [`${name}[`, `${filterForm}${name}][`] : [`${name}[`];
    return [...this.#collected.keys()].flatMap((base) => {
      const beginning = beginnings.find((start) => base.startsWith(start));
      if (beginning === undefined || !base.endsWith(']')) return [];
      return [{ word: base.slice(beginning.length, -1), sent: this.#mark(base) as SentParameter }];
    });
  }

  /** A filter with one value; a list of one is accepted. */
  one<V>(name: string, kind: ParameterType<V>): V | undefined {
    const sent = this.takeFilter(name);
    return sent && readValue(kind, filterValue(sent), sent.name);
  }

  /** A filter with one value, or several as a list. */
  many<V>(name: string, kind: ParameterType<V>): V[] | undefined {
    const sent = this.takeFilter(name);
    return sent && allValues(sent).map((value) => readValue(kind, value, sent.name));
  }

  paging(): Paging {
    return {
      page: this.#number('page', 'page[number]', pageKind) ?? 1,
      itemsPerPage: Math.min(this.#number('itemsPerPage', 'page[size]', itemsPerPageKind) ?? defaultItemsPerPage, maximumItemsPerPage),
      others: this.#entries.filter(([name]) => name !== 'page' && name !== 'page[number]'),
    };
  }

  #number(name: string, alias: string, kind: ParameterType<number>): number | undefined {
    const sent = this.take(name, [alias]);
    return sent && readValue(kind, onlyValue(sent), sent.name);
  }

  /**
   * Parameters that nothing has taken. Call it after all known ones.
   * @param known other valid names, for suggestions
   * @param overruled parameters without effect beside another one, named as in `names`
   * @throws {DomainError} invalid, naming each, if the client asked for strict handling; overruled parameters are no error
   */
  ignored(known: () => readonly string[] = () => [], overruled: ReadonlySet<string> = nothingOverruled): Ignored {
    if (wantsStrictHandling(this.request)) this.#refuseUnknown(known);
    const ignored = [...this.#collected].filter(([base, { isRead }]) => !isRead || overruled.has(base));
    if (ignored.length === 0) return nothingIgnored;
    const { nearest } = this.#unknown(known);
    return {
      ignoredParameters: ignored.slice(0, maximumIgnored).map(([, { name }]) => name),
      ...(nearest.size > 0 && { nearestParameters: Object.fromEntries(nearest) }),
    };
  }

  /**
   * Refuses parameters that nothing has taken, for requests where an ignored parameter would do harm.
   * @throws {DomainError} invalid, naming each
   */
  refuseUnknown(): void {
    // Sets the flag that acknowledges strict handling in the response.
    wantsStrictHandling(this.request);
    this.#refuseUnknown(() => []);
  }

  #refuseUnknown(known: () => readonly string[]): void {
    const { names, nearest } = this.#unknown(known);
    throwUnknown(names, nearest);
  }

  /** Names of unknown parameters, as sent, with similar known names. */
  #unknown(known: () => readonly string[]): { names: readonly string[]; nearest: ReadonlyMap<string, string> } {
    const unknown = [...this.#collected].filter(([, { isRead }]) => !isRead).slice(0, maximumIgnored);
    if (unknown.length === 0) return { names: [], nearest: new Map() };
    const meant = [...this.#known, ...known()];
    const nearest = unknown.flatMap(([base, { name }]) => {
      const near = nearestName(base.startsWith(filterForm) ? base.slice(filterForm.length) : base, meant);
      return near === undefined ? [] : [[name, near] as const];
    });
    return { names: unknown.map(([, { name }]) => name), nearest: new Map(nearest) };
  }
}

const nothingOverruled: ReadonlySet<string> = new Set();

function throwUnknown(names: readonly string[], nearest: ReadonlyMap<string, string>): void {
  const problems = names.map((name) => {
    const near = nearest.get(name);
    const shortened = name.slice(0, 100);
    const problem =
      near === undefined
        ? message('unknown_parameter', { name: shortened })
        : message('unknown_parameter_near', { name: shortened, nearest: near });
    return { problem, detail: sentenceOf(problem), source: { parameter: name } };
  });
  const [first, ...further] = problems;
  if (first) throw new DomainError('invalid', first.problem, { source: first.source, further });
}
