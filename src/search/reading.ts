import { catalog } from '../catalog';
import { badParameter } from '../errors';
import { type Given, type Kind, maximumValues, onlyValue, queryEntries, readValue } from '../jsonapi/parameters';
import { type ListReading, readList } from '../jsonapi/reading';
import type { Registry } from '../jsonapi/registry';
import type { Resource } from '../jsonapi/resource';

const listIndex = /\[\d*\]$/;
const pageNames = new Set(['page', 'itemsPerPage']);
const fieldsName = /^fields\[.+\]$/;
const aliases: Readonly<Record<string, string>> = { 'page[number]': 'page', 'page[size]': 'itemsPerPage' };

interface Collected {
  readonly name: string;
  readonly values: string[];
  asList: boolean;
}

/** Reads the parameters of a request that is about no single kind of record. */
export class QueryReader {
  readonly #given = new Map<string, Collected>();
  readonly #known = new Set<string>();
  readonly #entries: readonly (readonly [string, string])[];

  constructor(
    url: string,
    private readonly registry: Registry,
  ) {
    this.#entries = queryEntries(url);
    for (const [written, value] of this.#entries) {
      const name = fieldsName.test(written) ? written : (aliases[written] ?? written.replace(listIndex, ''));
      const given = this.#given.get(name) ?? { name: written, values: [], asList: false };
      given.values.push(value);
      given.asList ||= name !== written && !aliases[written];
      this.#given.set(name, given);
    }
  }

  /** A parameter that takes one value. */
  one<V>(name: string, kind: Kind<V>): V | undefined {
    const given = this.#take(name);
    return given && readValue(kind, onlyValue(given), given.name);
  }

  /** A parameter that takes one value, or as `name[]` several. */
  many<V>(name: string, kind: Kind<V>): V[] | undefined {
    const given = this.#take(name);
    if (!given) return undefined;
    if (!given.asList) onlyValue(given);
    if (given.values.length > maximumValues) throw badParameter(given.name, `${given.name} takes at most ${maximumValues} values.`);
    return given.values.map((value) => readValue(kind, value, given.name));
  }

  /** A parameter as the request wrote it: `type` or `type[]`. */
  written(name: string): string {
    return this.#given.get(name)?.name ?? name;
  }

  /** What `include` names, of those that can be included; `undefined` where it is absent. */
  include(possible: readonly string[]): readonly string[] | undefined {
    const given = this.#take('include');
    if (!given) return undefined;
    const asked = onlyValue(given)
      .split(',')
      .filter((path) => path !== '');
    if (asked.length > 0 && possible.length === 0) throw badParameter('include', 'Nothing can be included here.');
    if (asked.some((path) => !possible.includes(path))) throw badParameter('include', `Here include takes ${possible.join(', ')}.`);
    return asked;
  }

  /** The page and the fields as the engine takes them; parameters that nobody has asked for until now mean nothing here. */
  reading(): ListReading {
    const isPresentation = (name: string) => fieldsName.test(name) || pageNames.has(aliases[name] ?? name);
    const presentation = this.#entries.filter(([name]) => isPresentation(name)).map(([name, value]) => [name, value] as [string, string]);
    // Which kind reads them does not matter: fields name theirs.
    const reading = readList(catalog[0] as Resource, this.registry, `?${new URLSearchParams(presentation)}`);
    const others = [...this.#given].filter(([name]) => !this.#known.has(name) && !isPresentation(name)).map(([, { name }]) => name);
    return {
      ...reading,
      ignored: [...reading.ignored, ...others],
      kept: this.#entries.filter(([name]) => (aliases[name] ?? name) !== 'page'),
    };
  }

  #take(name: string): Given | undefined {
    this.#known.add(name);
    return this.#given.get(name);
  }
}
