import { catalog } from '../../../catalog';

/** The address of the list that has the records of a type; of a list below records, with `:name` for each of them. */
export function listOf(type: string): string {
  const kind = catalog.find(type);
  if (!kind) throw new Error(`No kind of record is declared for the type ${type}.`);
  return kind.path;
}

/** The IRI of a record, from the UUIDs in it, the outermost first. */
export function iriFrom(type: string, ids: readonly string[]): string {
  let parts = partsOfPaths.get(type);
  if (!parts) {
    parts = `${listOf(type)}/`.split(/:\w+/);
    partsOfPaths.set(type, parts);
  }
  let iri = (parts[0] as string) + ids[0];
  for (let index = 1; index < parts.length; index++) iri += (parts[index] as string) + ids[index];
  return iri;
}

/** What stands before each UUID. */
const partsOfPaths = new Map<string, readonly string[]>();

/** The same from each by itself. */
export const recordIri = (type: string, ...ids: readonly string[]): string => iriFrom(type, ids);

/** A relationship to a record. */
export const linkTo = (type: string, ...ids: readonly string[]) => ({ data: { type, id: iriFrom(type, ids) } });
