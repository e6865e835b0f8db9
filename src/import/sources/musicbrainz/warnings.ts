import { counted } from '../../../counted';
import type { OtherMember } from './document-lines';
import type { Input } from './dump-files';
import type { Json } from './json';

/** The newest schema of the database whose documents are known to be understood. */
const newestSchema = 31;

/** The form of the dumps that is read. */
const dumpsSchema = '1';

/** As many keys that nobody knows are told of; a broken file has any number. */
const mostUnknownKeys = 100;

/** What is worth a line at the end of an import. */
export class Warnings {
  readonly #lines = new Set<string>();
  readonly #unknownKeys = new Map<string, number>();

  lines(): string[] {
    const keys = [...this.#unknownKeys].map(([name, count]) => `${name} is not known: it was left out of ${counted(count, 'document')}.`);
    return [...this.#lines, ...keys];
  }

  add(line: string): void {
    this.#lines.add(line);
  }

  /** What is to be said of files before they are read. */
  addAbout(inputs: readonly Input[]): void {
    const entities = new Set(inputs.map(({ entity }) => entity));
    for (const { file, entity, schemaSequence } of inputs) {
      if (schemaSequence !== undefined && !(Number(schemaSequence) <= newestSchema))
        this.add(
          `${file}: its schema is ${schemaSequence}, and the newest that is known is ${newestSchema}; what is new in it may be left out.`,
        );
      if (entity === 'recording') this.add(`${file}: it is not read, since it holds only recordings that are on no release.`);
    }
    if (entities.has('release') && !entities.has('release-group'))
      this.add(
        'Without release-group, nothing says which films releases belong to: each album stands for a production of its own until release-group comes, with this import or a later one.',
      );
  }

  /** What stands in an archive after the dump. */
  addMember(file: string, { name, bytes }: OtherMember): void {
    const content = Buffer.from(bytes).toString('latin1').trim();
    if (name.endsWith('JSON_DUMPS_SCHEMA_NUMBER') && content !== dumpsSchema)
      this.add(
        `${file}: its dumps are of form ${content.slice(0, 20)}, and only ${dumpsSchema} is known; what is new in it may be left out.`,
      );
    if (/(^|\/)mbdump\//.test(name)) this.add(`${file}: ${name} in it is not read; an archive is read for one dump.`);
  }

  addKeys(entity: string, document: Json, known: ReadonlySet<string>): void {
    for (const key of Object.keys(document)) {
      if (known.has(key)) continue;
      const name = `"${key.slice(0, 100)}" of ${entity}`;
      const count = this.#unknownKeys.get(name);
      if (count !== undefined || this.#unknownKeys.size < mostUnknownKeys) this.#unknownKeys.set(name, (count ?? 0) + 1);
    }
  }
}
