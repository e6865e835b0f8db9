import type { Address } from './address';

/** Where the records of each type stand, for kinds that point to each other by type: each may be declared before the other. */
const addresses = new Map<string, Address>();

/** Makes a kind known by its type, as it is declared. */
export function declareAddress(type: string, address: Address): void {
  addresses.set(type, address);
}

/** Where the records of a type stand. Asked once all kinds are declared: when a query is built, or a record comes. */
export function addressOf(type: string): Address {
  const found = addresses.get(type);
  if (!found) throw new Error(`No kind of record is declared for the type ${type}.`);
  return found;
}

/** Asks for it later: kinds are declared in any order. */
export const whereIs = (type: string) => (): Address => addressOf(type);
