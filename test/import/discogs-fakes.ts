import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { idsOfIri } from '../../src/api/schema/registry';
import { catalog } from '../../src/catalog';
import { flush, type KnownRecords, type Position, type SourceItem } from '../../src/import/source';
import { discogs } from '../../src/import/sources/discogs';
import { type Mode, type RecordObject, readRecord, requireAttributes } from '../../src/records/write/record';
import { fold } from '../../src/store/values/folding';

const fixtures = join(import.meta.dir, 'fixtures');

export const fixture = (name: 'releases' | 'masters' | 'artists' | 'labels'): string => join(fixtures, `discogs-${name}.xml.gz`);

export const fixtureText = (name: Parameters<typeof fixture>[0]): string => gunzipSync(readFileSync(fixture(name))).toString();

const files: string[] = [];

/** Writes a file to a new folder that {@link removeFiles} deletes. */
export function fileOf(content: string | Uint8Array, name = 'dump.xml'): string {
  const directory = mkdtempSync(join(tmpdir(), 'leitmotif-discogs-'));
  files.push(directory);
  writeFileSync(join(directory, name), content);
  return join(directory, name);
}

export function removeFiles(): void {
  for (const directory of files.splice(0)) rmSync(directory, { recursive: true, force: true });
}

/** A release element of the genre that the import accepts. */
export const release = (id: number, content: string, title = 'A Score'): string =>
  `<release id="${id}" status="Accepted"><title>${title}</title><genres><genre>Stage &amp; Screen</genre></genres>${content}</release>`;

export const releases = (...elements: readonly string[]): string =>
  `<?xml version="1.0"?>\n<releases>\n${elements.join('\n')}\n</releases>\n`;

interface EmittedRecord {
  readonly record: RecordObject;
  readonly mode: Mode;
  readonly authority?: number | undefined;
  readonly guessed?: readonly string[] | undefined;
  readonly isQuietlyDeferred?: boolean | undefined;
  readonly source: string;
}

/** A catalog in memory that records what a source emits and answers its lookups. */
export class FakeCatalog implements KnownRecords {
  readonly emitted: EmittedRecord[] = [];
  readonly items: SourceItem[] = [];
  private readonly records = new Map<string, RecordObject>();
  private readonly links = new Map<string, string>();
  private readonly names = new Map<string, string>();
  private readonly notes = new Map<string, string>();
  private readonly roles = rolesOfTheSeed();

  has = (type: string, id: string): boolean => this.records.has(`${type} ${id}`);
  knows = this.has;
  findByLink = (type: string, provider: string, externalId: string): string | undefined =>
    this.links.get(`${type} ${provider} ${externalId}`);
  findByName = (type: string, name: string): string | undefined => this.names.get(`${type} ${fold(name)}`);
  tracksOf = () => [];
  findRole = (name: string): string | undefined => this.roles.get(fold(name));
  note = (source: string, name: string): string | undefined => this.notes.get(`${source} ${name}`);

  /** Reads files to their end, or up to a number of items. */
  async import(files: readonly string[], from?: Position, mostItems = Number.POSITIVE_INFINITY): Promise<SourceItem[]> {
    const source = discogs(files);
    const items: SourceItem[] = [];
    for await (const item of source.items(this, from)) {
      if (item === flush) continue;
      items.push(item);
      this.take(item);
      if (items.length >= mostItems) break;
    }
    return items;
  }

  link(type: 'Artist' | 'Release', externalId: string, id: string): void {
    this.links.set(`${type} discogs ${externalId}`, id);
  }

  name(type: string, name: string, id: string): void {
    this.names.set(`${type} ${fold(name)}`, id);
  }

  of(type: string): RecordObject[] {
    return this.emitted.filter(({ record }) => record.type === type).map(({ record }) => record);
  }

  /** The attributes of the record of a type with this title or name. */
  find(type: string, title: string): Readonly<Record<string, unknown>> {
    const found = this.of(type).findLast(({ attributes }) => [attributes.title, attributes.name, attributes.role].includes(title));
    if (found === undefined) throw new Error(`No ${type} was given by the name of ${title}.`);
    return { ...found.attributes, id: found.id };
  }

  credits(list: unknown): string[] {
    const credits = (list ?? []) as { iri: string; credit_role: string }[];
    return credits.map(({ iri, credit_role }) => `${this.nameOf(iri)}: ${credit_role}`);
  }

  nameOf(iri: string): unknown {
    return this.emitted.findLast(({ record }) => record.id === iri)?.record.attributes.name;
  }

  private take(item: SourceItem): void {
    this.items.push(item);
    for (const [name, value] of item.notes ?? []) if (value !== null) this.notes.set(`${item.source} ${name}`, value);
    for (const { record: given, ...manner } of item.records) {
      const record = readRecord(given);
      const kind = catalog.find(record.type) as NonNullable<ReturnType<typeof catalog.find>>;
      requireAttributes(kind, record.attributes);
      if (!idsOfIri(kind, record.id)) throw new Error(`${record.id} is no id of ${record.type}.`);
      this.emitted.push({ ...manner, record, source: item.source });
      this.remember(record);
    }
  }

  private remember(record: RecordObject): void {
    const [, , , owner, ...rest] = record.id.split('/');
    const id = rest.at(-1) ?? (owner as string);
    this.records.set(`${record.type} ${id}`, record);
    const { provider, external_id, name } = record.attributes;
    if (provider !== undefined) this.links.set(`${record.type.replace('ExternalLink', '')} ${provider} ${external_id}`, owner as string);
    if (record.type === 'Label') this.name('Label', name as string, id);
  }
}

/** A catalog after importing a dump of these release elements. */
export async function importReleases(...elements: readonly string[]): Promise<FakeCatalog> {
  const catalog = new FakeCatalog();
  await catalog.import([fileOf(releases(...elements))]);
  return catalog;
}

function rolesOfTheSeed(): Map<string, string> {
  const lines = readFileSync(join(import.meta.dir, '..', '..', 'seed', 'vocabularies', 'roles.jsonl'), 'utf8')
    .trim()
    .split('\n');
  const roles = lines.map((text) => JSON.parse(text).attributes as { role: string; slug: string; aliases: string[] });
  return new Map(roles.flatMap(({ role, slug, aliases }) => [role, ...aliases].map((name): [string, string] => [fold(name), slug])));
}
