import type { GivenRecord } from '../../../records/given-record';
import { named } from './records';

/** As many as name each other within reach of a dump; when there are more, they are given again. */
const mostKept = 50_000;

/**
 * What documents say in passing of artists, labels and roles, they say again and again. It is given once in a run, as long
 * as it is the same.
 */
export class GivenBefore {
  readonly #said = new Map<string, number | bigint>();

  /** The records that have not been given yet by documents of a kind: what each kind names is remembered under it. */
  fresh(entity: string, records: readonly GivenRecord[]): readonly GivenRecord[] {
    return records.filter((record) => !this.#wasGiven(entity, record));
  }

  #wasGiven(entity: string, { record, mode, authority, waitsQuietly }: GivenRecord): boolean {
    if (mode !== 'fill' || authority !== named.authority || waitsQuietly) return false;
    const { type, id, attributes } = record as { type: string; id: string; attributes: object };
    const said = Bun.hash.wyhash(JSON.stringify(attributes));
    const name = `${entity} ${type} ${id}`;
    if (this.#said.get(name) === said) return true;
    if (this.#said.size >= mostKept) this.#said.clear();
    this.#said.set(name, said);
    return false;
  }
}
