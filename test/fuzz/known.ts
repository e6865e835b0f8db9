import type { Dice } from './dice';
import type { Operation } from './grammar';

/** Records made in the run are many: of one kind these are kept, the newest. */
const maximumOfShape = 500;

/** The addresses of records that are there, by the shape of their path. */
export class Known {
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

  /** Paths of this template to records that are there, as far as such are known: what follows the last is left as it is. */
  paths(template: string): string[] {
    for (let end = template.lastIndexOf('}'); end >= 0; end = template.lastIndexOf('}', end - 1)) {
      const known = this.#byShape.get(template.slice(0, end + 1).replace(/\{\w+\}/g, '{}'));
      if (known) return known.map((iri) => iri + template.slice(end + 1));
    }
    return [];
  }

  uuid(dice: Dice): string {
    return /[\da-f]{8}-[\da-f-]{27}$/.exec(this.any(dice))?.[0] ?? dice.uuid();
  }

  any(dice: Dice): string {
    return dice.pick(dice.pick([...this.#byShape.values()]));
  }
}

/** Of lists below records, those of so many records are read: enough to find some of every kind. */
const recordsTried = 40;

/** What the lists give at first. Tokens are left out: a run that revoked its own would go on as a stranger. */
export async function learnRecords(known: Known, operations: readonly Operation[], get: (path: string) => Promise<string>): Promise<void> {
  const lists = operations.filter(({ method, path }) => method === 'GET' && !/tokens|export/.test(path)).map(({ path }) => path);
  for (const template of lists.toSorted((a, b) => a.split('{').length - b.split('{').length)) {
    const paths = template.includes('{') ? known.paths(template).slice(0, recordsTried) : [template];
    for (const path of paths) for (const [, iri] of (await get(path)).matchAll(/"(\/api\/[\w/-]+)"/g)) known.learn(iri as string);
  }
}
