import type { Address } from './address';

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
