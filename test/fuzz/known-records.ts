import type { Operation } from './grammar';
import type { FuzzRandom } from './random-source';

/** Newest records of a kind that are remembered. */
const maximumOfShape = 500;

/** Paths of existing records, by the path with placeholders for ids. */
export class KnownRecords {
  readonly #byShape = new Map<string, string[]>();

  learn(iri: string): void {
    const shape = iri.replace(/(?<=\/)(?:[\da-f]{8}-[\da-f-]{27}|\d+)(?=\/|$)/g, '{}');
    if (shape === iri) return;
    const known = this.#byShape.get(shape) ?? [];
    if (known.includes(iri)) return;
    known.push(iri);
    if (known.length > maximumOfShape) known.shift();
    this.#byShape.set(shape, known);
  }

  /** Paths of a template filled with existing records, up to the last known placeholder. */
  paths(template: string): string[] {
    for (let end = template.lastIndexOf('}'); end >= 0; end = template.lastIndexOf('}', end - 1)) {
      const known = this.#byShape.get(template.slice(0, end + 1).replace(/\{\w+\}/g, '{}'));
      if (known) return known.map((iri) => iri + template.slice(end + 1));
    }
    return [];
  }

  uuid(random: FuzzRandom): string {
    return /[\da-f]{8}-[\da-f-]{27}$/.exec(this.any(random))?.[0] ?? random.uuid();
  }

  any(random: FuzzRandom): string {
    return random.pick(random.pick([...this.#byShape.values()]));
  }
}

/** Records whose lists are read: enough to find some of every kind. */
const recordsTried = 40;

/** Learns the records of all lists except tokens, since a run could revoke its own. */
export async function learnRecords(
  known: KnownRecords,
  operations: readonly Operation[],
  get: (path: string) => Promise<string>,
): Promise<void> {
  const lists = operations.filter(({ method, path }) => method === 'GET' && !/tokens|export/.test(path)).map(({ path }) => path);
  for (const template of lists.toSorted((a, b) => a.split('{').length - b.split('{').length)) {
    const paths = template.includes('{') ? known.paths(template).slice(0, recordsTried) : [template];
    for (const path of paths) for (const [, iri] of (await get(path)).matchAll(/"(\/api\/[\w/-]+)"/g)) known.learn(iri as string);
  }
}
