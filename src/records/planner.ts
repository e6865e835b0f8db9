import type { Value } from '../database/prepare';
import type { Kind } from '../kinds';
import type { Attributes, FindKey } from '../kinds/attribute';
import type { Entrance } from '../kinds/entrance';
import type { Mode } from './given-record';
import type { Columns } from './kind-table';
import type { Plan } from './plan';
import { RecordError, type ResourceObject } from './record';
import type { References } from './references';
import type { Rules } from './rules';

/** Works out what a record becomes: the columns and rows of it, and of its parts. Nothing is written. */
export class Planner {
  readonly #findKey: FindKey;

  constructor(
    private readonly references: References,
    private readonly rules: Rules,
  ) {
    this.#findKey = (table, reference) => this.references.key(table, reference);
  }

  /**
   * @param ids the UUIDs in its IRI, the outermost first
   * @param changes whether a list of the record may be another than the one that is there; others are not planned
   * @throws {RecordError} for a reference or an address that breaks a rule
   */
  plan(kind: Kind, { attributes, relationships }: ResourceObject, ids: readonly string[], mode: Mode, changes = everyList): Plan {
    const above = { ...this.#above(kind, ids), ...this.#relationships(kind, relationships, mode) };
    this.rules.requireTargets(kind, above);
    const { relationshipOf } = kind.entrance;
    const says = (origin: string | undefined) =>
      mode === 'whole' ||
      origin === undefined ||
      Object.hasOwn(attributes, origin) ||
      Object.hasOwn(relationships, relationshipOf(origin) ?? '');
    const references = kind.parts ? { ...above, [kind.parts.column]: null } : above;
    const given = (attribute: string | undefined) =>
      attribute === undefined ? ids.at(-2)?.toLowerCase() : (attributes[attribute] ?? relationships[attribute]);
    const planned = this.#planOne(kind, kind.entrance, (ids.at(-1) as string).toLowerCase(), attributes, references, says, changes);
    return { ...planned, given };
  }

  #planOne(
    kind: Kind,
    entrance: Entrance,
    id: string,
    attributes: Attributes,
    references: Columns,
    says: Plan['says'],
    changes: (list: string) => boolean,
  ): Plan {
    const columns = { ...entrance.columns(attributes, this.#findKey), ...references };
    const changing = changes === everyList ? attributes : Object.fromEntries(Object.entries(attributes).filter(([name]) => changes(name)));
    const owned = entrance.owned(changing, this.#findKey).filter(({ attribute }) => changes(attribute));
    const { attribute: list } = entrance.parts ?? {};
    const hasParts = list !== undefined && says(list) && changes(list);
    const parts = entrance.parts && hasParts ? this.#planParts(kind, entrance.parts, attributes, columns) : undefined;
    const given = (attribute: string | undefined) => (attribute === undefined ? undefined : attributes[attribute]);
    return { kind, entrance, id, attributes, columns, owned, parts, says, given };
  }

  /** Parts stand in the same table under their record, and below what it stands below; they are what it says, all of it. */
  #planParts(kind: Kind, parts: NonNullable<Entrance['parts']>, attributes: Attributes, columns: Columns): Plan[] {
    const given = (attributes[parts.attribute] ?? []) as readonly { readonly id: string }[];
    if (given.length === 0) return [];
    const references: Record<string, Value> = { [parts.column]: null };
    for (const { column } of Object.values(kind.entrance.relationships)) references[column] = null;
    const above = kind.above.at(-1);
    if (above) references[above.column] = columns[above.column] ?? null;
    return given.map(({ id, ...said }) => this.#planOne(kind, parts.entrance, id.toLowerCase(), said, references, () => true, everyList));
  }

  #above(kind: Kind, ids: readonly string[]): Columns {
    const above = kind.above.at(-1);
    if (!above) return {};
    const key = this.references.key(above.table, ids.at(-2));
    this.rules.requireAbove(kind, key, ids);
    return { [above.column]: key };
  }

  #relationships(kind: Kind, relationships: Attributes, mode: Mode): Columns {
    const known = kind.entrance.relationships;
    for (const name in relationships) {
      if (!Object.hasOwn(known, name)) throw new RecordError(`relationships.${name.slice(0, 60)}: this kind has no such relationship.`);
    }
    const columns: Record<string, number | null> = {};
    for (const name in known) {
      const { column, table, required } = known[name] as Entrance['relationships'][string];
      columns[column] = this.references.related(name, table, relationships[name], required && mode === 'whole');
    }
    return columns;
  }
}

const everyList = (_: string): boolean => true;
