import type { Resource } from './resource';

/** All record kinds by type. */
export class Registry {
  readonly #byType = new Map<string, Resource>();
  readonly #byWrittenType = new Map<string, Resource>();

  constructor(readonly resources: readonly Resource[]) {
    for (const resource of resources) {
      this.#byType.set(resource.type, resource);
      this.#byWrittenType.set(comparableType(resource.type), resource);
    }
    for (const { type, relationships } of resources) {
      for (const [name, { target }] of Object.entries(relationships)) {
        if (!this.#byType.has(target)) throw new Error(`${type}.${name} points to ${target}, which is not declared.`);
      }
    }
  }

  resource(type: string): Resource {
    const found = this.find(type);
    if (!found) throw new Error(`There is no resource of type ${type}.`);
    return found;
  }

  find(type: string): Resource | undefined {
    return this.#byType.get(type);
  }

  /** Finds a kind by a type name, ignoring case, separators and a plural s. */
  findByWrittenType(written: string): Resource | undefined {
    return this.#byWrittenType.get(comparableType(written));
  }
}

/** Normalizes a type name for comparison. */
export function comparableType(type: string): string {
  return type
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replace(/s+$/, '');
}
