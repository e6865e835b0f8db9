import { DomainError } from '../../errors';
import { wantsStrictHandling } from '../../http/negotiation';
import { message, sentenceOf } from '../../messages/message';
import { nearestName } from '../../nearest';
import { allValues, filterValue, type Given, integer, onlyValue, type ParameterType, queryEntries, readValue } from '../schema/parameters';

/** 30 rows fill a page of any client; 100 keep the largest answer well under a megabyte. */
export const defaultItemsPerPage = 30;
export const maximumItemsPerPage = 100;

export const pageKind = integer(1, Number.MAX_SAFE_INTEGER, 1);
/** Larger pages are asked for and clamped. */
export const itemsPerPageKind = integer(1, Number.MAX_SAFE_INTEGER, defaultItemsPerPage);

/**
 * The most parameters that an answer says it ignored. A URL has room for thousands, each of which is compared with all names
 * that are known: a person who mistyped one is helped by the first of them, and nobody by more than a screen of them.
 */
export const maximumIgnored = 30;

/** What a request sent that meant nothing where it was sent: members of `meta`. */
export interface Ignored {
  readonly ignoredParameters?: string[];
  /** The known names that some of them are near to. */
  readonly nearestParameters?: Record<string, string>;
}

export const nothingIgnored: Ignored = {};

/** The page that a request asks for. */
export interface Paging {
  readonly page: number;
  readonly itemsPerPage: number;
  /** Every parameter but the page, as it came: what the links of the pages keep. */
  readonly kept: readonly (readonly [string, string])[];
}

const listIndex = /\[\d*\]$/;
const filterForm = 'filter[';

/** Whether there is anything to read. Where there is not, a client's wish for strict handling is met at once. */
export function hasQuery(request: Request): boolean {
  if (request.url.includes('?')) return true;
  wantsStrictHandling(request);
  return false;
}

/** A parameter, and whether anybody asked for it. */
interface Collected extends Given {
  readonly values: string[];
  asList: boolean;
  isTaken: boolean;
}

/**
 * The parameters of a request. Whoever answers it takes those that mean something to it, under any of their names; what
 * nobody took is ignored in the end, or refused where the client wants it strictly.
 */
export class Query {
  readonly #entries: readonly (readonly [string, string])[];
  /** By the name without the brackets of a list: `performer[]` and `performer[0]` are `performer`. */
  readonly #given = new Map<string, Collected>();
  readonly #known: string[] = [];
  #hasFilterForm = false;

  constructor(private readonly request: Request) {
    this.#entries = queryEntries(request.url);
    let last: { name: string; given: Collected } | undefined;
    for (const [name, value] of this.#entries) {
      // A list has the same name for each of its values, a hundred times over.
      if (last?.name !== name) last = { name, given: this.#collect(name) };
      last.given.values.push(value);
    }
  }

  #collect(name: string): Collected {
    const base = name.endsWith(']') ? name.replace(listIndex, '') : name;
    const asList = base !== name;
    this.#hasFilterForm ||= name.startsWith(filterForm);
    let given = this.#given.get(base);
    if (given) given.asList ||= asList;
    else {
      given = { name, values: [], asList, isTaken: false };
      this.#given.set(base, given);
    }
    return given;
  }

  /** The names of all parameters, without the brackets of lists, in the order in which they came. */
  get names(): Iterable<string> {
    return this.#given.keys();
  }

  /** A parameter, under its name or another that it is known by. */
  take(name: string, others: readonly string[] = []): Given | undefined {
    this.#known.push(name);
    let found: Given | undefined = this.#mark(name);
    for (const other of others) {
      const more = this.#mark(other);
      if (more) found = found ? { name: found.name, values: [...found.values, ...more.values], asList: found.asList || more.asList } : more;
    }
    return found;
  }

  #mark(name: string): Given | undefined {
    const given = this.#given.get(name);
    if (given) given.isTaken = true;
    return given;
  }

  /** A parameter that narrows what is found: also in the form `filter[name]`, in which many clients of JSON:API write it. */
  takeFilter(name: string, aliases: readonly string[] = []): Given | undefined {
    if (!this.#hasFilterForm) return this.take(name, aliases);
    return this.take(name, [...aliases, ...[name, ...aliases].map((one) => `${filterForm}${one}]`)]);
  }

  /** Every parameter `name[word]` with its word: also in the form `filter[name][word]`. */
  takeKeyed(name: string): { readonly word: string; readonly given: Given }[] {
    const beginnings = this.#hasFilterForm ? [`${name}[`, `${filterForm}${name}][`] : [`${name}[`];
    return [...this.#given.keys()].flatMap((base) => {
      const beginning = beginnings.find((one) => base.startsWith(one));
      if (beginning === undefined || !base.endsWith(']')) return [];
      return [{ word: base.slice(beginning.length, -1), given: this.#mark(base) as Given }];
    });
  }

  /** A filter that takes one value, also as a list of one. */
  one<V>(name: string, kind: ParameterType<V>): V | undefined {
    const given = this.takeFilter(name);
    return given && readValue(kind, filterValue(given), given.name);
  }

  /** A filter that takes one value, or as a list several. */
  many<V>(name: string, kind: ParameterType<V>): V[] | undefined {
    const given = this.takeFilter(name);
    return given && allValues(given).map((value) => readValue(kind, value, given.name));
  }

  paging(): Paging {
    return {
      page: this.#number('page', 'page[number]', pageKind) ?? 1,
      itemsPerPage: Math.min(this.#number('itemsPerPage', 'page[size]', itemsPerPageKind) ?? defaultItemsPerPage, maximumItemsPerPage),
      kept: this.#entries.filter(([name]) => name !== 'page' && name !== 'page[number]'),
    };
  }

  #number(name: string, alias: string, kind: ParameterType<number>): number | undefined {
    const given = this.take(name, [alias]);
    return given && readValue(kind, onlyValue(given), given.name);
  }

  /**
   * What nobody took, once everything that means something was taken.
   * @param known names that mean something beside those that were asked for
   * @param overruled parameters, as `names` has them, that were taken and mean nothing beside another
   * @throws {DomainError} invalid, that names each, where the client wants strict handling; what is overruled is no error
   */
  ignored(known: () => readonly string[] = () => [], overruled: ReadonlySet<string> = nothingOverruled): Ignored {
    if (wantsStrictHandling(this.request)) this.#refuseUnknown(known);
    const ignored = [...this.#given].filter(([base, { isTaken }]) => !isTaken || overruled.has(base));
    if (ignored.length === 0) return nothingIgnored;
    const { nearest } = this.#unknown(known);
    return {
      ignoredParameters: ignored.slice(0, maximumIgnored).map(([, { name }]) => name),
      ...(nearest.size > 0 && { nearestParameters: Object.fromEntries(nearest) }),
    };
  }

  /**
   * Lets no parameter pass that nobody took, once everything that means something was taken: for what would do harm if a
   * parameter that was to prevent it were ignored.
   * @throws {DomainError} invalid, that names each
   */
  refuseUnknown(): void {
    // The answer says that strict handling was heeded, where the client asks for it.
    wantsStrictHandling(this.request);
    this.#refuseUnknown(() => []);
  }

  #refuseUnknown(known: () => readonly string[]): void {
    const { names, nearest } = this.#unknown(known);
    throwUnknown(names, nearest);
  }

  /** The names of what nobody took, as they were sent, and the known ones that some of them are near to. */
  #unknown(known: () => readonly string[]): { names: readonly string[]; nearest: ReadonlyMap<string, string> } {
    const unknown = [...this.#given].filter(([, { isTaken }]) => !isTaken).slice(0, maximumIgnored);
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
    const given = name.slice(0, 100);
    const problem =
      near === undefined
        ? message('unknown_parameter', { name: given })
        : message('unknown_parameter_near', { name: given, nearest: near });
    return { problem, detail: sentenceOf(problem), source: { parameter: name } };
  });
  const [first, ...further] = problems;
  if (first) throw new DomainError('invalid', first.problem, { source: first.source, further });
}

/** The member `meta` of a document that has none but for this. */
export const metaOf = (ignored: Ignored): { meta?: Ignored } => (ignored.ignoredParameters ? { meta: ignored } : {});
