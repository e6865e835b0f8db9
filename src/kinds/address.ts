import { uuidText } from '../store/values/identifiers';
import type { Table } from './attribute';

/** A record above another: its table, and the column by which the one below points to it. */
export interface Above {
  readonly table: Table;
  readonly column: string;
  /** Whether all that stands below one record is of one source: of those that have some, the best. */
  readonly isOneSource?: boolean;
}

/** Where the records of a kind stand: in a table, and in the IRIs that name them. */
export interface Address {
  readonly table: Table;
  /** Of the list, with `:name` for the UUID of each record above. */
  readonly path: string;
  /** The outermost first. */
  readonly above: readonly Above[];
  /** The columns of what a record is called: as it is shown, and folded. */
  readonly named?: { readonly shown: string; readonly folded: string } | undefined;
}

// In SQL a record goes by an alias, and those above it by the alias and a number, from the innermost out: x, x1, x2 …

const quoted = (name: string): string => `"${name}"`;

const aboveAs = ({ above }: Address, alias: string, index: number): string => `${alias}${above.length - index}`;

/** The ids that an IRI is made of, the outermost first. */
export const idsOf = (address: Address, alias: string): string[] => [
  ...address.above.map((_, index) => `${aboveAs(address, alias, index)}.id`),
  `${alias}.id`,
];

/** The IRI of the record of an alias, whose records above are joined. */
export function iriOf(address: Address, alias: string): string {
  const ids = idsOf(address, alias);
  return `${address.path}/`
    .split(/:\w+/)
    .map((part, index) => `'${part}' || ${ids[index]}`)
    .join(' || ');
}

/** The record and those above it, from the record up. Read in this order: what is asked for is known by the record. */
export function fromRecord(address: Address, alias: string): string {
  const { table, above } = address;
  const joins = above.map(({ table, column }, index) => {
    const below = index === above.length - 1 ? alias : aboveAs(address, alias, index + 1);
    const as = aboveAs(address, alias, index);
    return `CROSS JOIN ${quoted(table)} AS ${as} ON ${as}.key = ${below}.${column}`;
  });
  return [`${quoted(table)} AS ${alias}`, ...joins.toReversed()].join(' ');
}

/** The same from the outermost record down: in the order of IRIs, so that nothing but what is below one record is sorted. */
export function fromAbove(address: Address, alias: string): string {
  const down = [...address.above.map(({ table }) => table), address.table];
  const as = (index: number) => (index === address.above.length ? alias : aboveAs(address, alias, index));
  return down
    .map((table, index) => {
      const step = `${quoted(table)} AS ${as(index)}`;
      return index === 0 ? step : `CROSS JOIN ${step} ON ${as(index)}.${address.above[index - 1]?.column} = ${as(index - 1)}.key`;
    })
    .join(' ');
}

const patterns = new Map<string, RegExp>();

/** The UUIDs in an IRI of a record, the outermost first; none, where it is no such IRI. */
export function idsOfIri({ path }: Address, iri: string): string[] | undefined {
  let pattern = patterns.get(path);
  if (!pattern) {
    pattern = new RegExp(`^${path.replace(/:\w+/g, `(${uuidText})`)}/(${uuidText})$`, 'i');
    patterns.set(path, pattern);
  }
  return pattern.exec(iri)?.slice(1);
}
