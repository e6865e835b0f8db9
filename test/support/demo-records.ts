import { readFileSync } from 'node:fs';
import { demo, vocabularies } from '../../seed';

/** A record of the demo or the vocabularies, as in its file. */
export interface DemoRecord {
  readonly type: string;
  readonly id: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly relationships?: Readonly<Record<string, { readonly data: Identifier | readonly Identifier[] | null }>>;
}

interface Identifier {
  readonly type: string;
  readonly id: string;
}

const records: readonly DemoRecord[] = [...vocabularies, ...demo]
  .flatMap(({ path }) => readFileSync(path, 'utf8').split('\n'))
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line));

/** Records of a type in file order. */
export const demoRecords = (type: string): readonly DemoRecord[] => byType.get(type) ?? [];

const byType = Map.groupBy(records, ({ type }) => type);

export function demoRecord(iri: string): DemoRecord {
  const found = records.find((record) => record.id === iri);
  if (!found) throw new Error(`The demo has no ${iri}.`);
  return found;
}

/** The first record of a type with this name, title or role. */
export function demoRecordNamed(type: string, name: string): DemoRecord {
  const found = demoRecords(type).find(({ attributes }) => [attributes.name, attributes.title, attributes.role].includes(name));
  if (!found) throw new Error(`The demo has no ${type} ${name}.`);
  return found;
}

/** The IRI of the target of a to-one relationship. */
export function demoReference(record: DemoRecord, relationship: string): string {
  const data = record.relationships?.[relationship]?.data;
  if (!data || !('id' in data)) throw new Error(`${record.id} has no ${relationship}.`);
  return data.id;
}

export const uuidOf = (iri: string): string => iri.slice(iri.lastIndexOf('/') + 1);
