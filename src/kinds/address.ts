import type { Target } from '../api/schema/resource';
import type { Table } from './attribute';

/** A parent table with the foreign key of the nested one. */
export interface Above {
  readonly table: Table;
  readonly column: string;
  /** Whether all nested records come from one source, the best available. */
  readonly isOneSource?: boolean;
}

/** Table and IRI structure of a kind. */
export interface Address extends Target {
  /** Outermost first. */
  readonly above: readonly Above[];
}

// SQL aliases: the record has a name, its parents the name with a number, innermost first: x, x1, x2 …

const quoted = (name: string): string => `"${name}"`;

const aboveAs = ({ above }: Address, alias: string, index: number): string => `${alias}${above.length - index}`;

/** Ids of an IRI, outermost first. */
export const idsOf = (address: Address, alias: string): string[] => [
  ...address.above.map((_, index) => `${aboveAs(address, alias, index)}.id`),
  `${alias}.id`,
];

/** IRI of an alias whose parents are joined. */
export function iriOf(address: Address, alias: string): string {
  const ids = idsOf(address, alias);
  return `${address.path}/`
    .split(/:\w+/)
    .map((part, index) => `'${part}' || ${ids[index]}`)
    .join(' || ');
}

/** Joins from the record up; for look-ups by record. */
export function fromRecord(address: Address, alias: string): string {
  const { table, above } = address;
  const joins = above.map(({ table, column }, index) => {
    const below = index === above.length - 1 ? alias : aboveAs(address, alias, index + 1);
    const as = aboveAs(address, alias, index);
    return `CROSS JOIN ${quoted(table)} AS ${as} ON ${as}.key = ${below}.${column}`;
  });
  return [`${quoted(table)} AS ${alias}`, ...joins.toReversed()].join(' ');
}

/** Joins from the outermost parent down: in IRI order, so that only siblings are sorted. */
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

/** Addresses by type, for kinds that reference each other. */
const addresses = new Map<string, Address>();

/** Registers a kind when it is declared. */
export function declareAddress(type: string, address: Address): void {
  addresses.set(type, address);
}

/** Address of a type. Call only after all kinds are declared. */
export function addressOf(type: string): Address {
  const found = addresses.get(type);
  if (!found) throw new Error(`No kind of record is declared for the type ${type}.`);
  return found;
}

/** Deferred {@link addressOf}, since kinds are declared in any order. */
export const whereIs = (type: string) => (): Address => addressOf(type);
