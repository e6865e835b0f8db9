import { catalog } from '../../catalog';
import type { Store } from '../../database/open';
import { Statements } from '../../database/statements';
import { DomainError, invalid, SetupError } from '../../errors';
import { Invalid } from '../../jsonapi/violations';
import type { Attributes } from '../../kinds/attribute';
import { ContainedRecords } from '../../records/contained-records';
import type { Edit, Edited } from '../../records/edit';
import { type Fields, fieldsOf, readText, versionOf } from '../../records/record-text';
import { confirm } from '../confirm';
import { note as say } from '../output';
import { byCommand, numberOf, writeByHand } from './by-hand';
import { differences } from './difference';
import { keepText, openEditor } from './editor-program';
import { type FoundRecord, findRecord, recordLine, wordOf } from './find-record';
import { linesOf, readDocument, Unreadable, type WrongLine, withFaults, withoutFaults, writeDocument } from './record-document';

export interface EditFlags {
  readonly note?: string | undefined;
  readonly dryRun?: boolean | undefined;
}

/** What an edit came to, for a person or a program. */
export interface Outcome {
  readonly record: FoundRecord;
  readonly edited: Edited;
  /** Of the revision; none on a dry run, and where all was so already. */
  readonly number: number | undefined;
  /** What the record says twice, and not the same. */
  readonly contradiction?: string | undefined;
}

/** A record as it is, with all that stands in it. */
interface Seen extends Fields {
  readonly record: FoundRecord;
  readonly version: string;
}

export function see(store: Store, given: string): Seen {
  return store.read(() => {
    const record = findRecord(store, catalog, given);
    const statements = new Statements(store);
    try {
      const { kind, key } = record;
      const { attributes, relationships } = new ContainedRecords(statements, catalog).read(kind, key);
      const fields = fieldsOf({ attributes, relationships });
      return { record, ...fields, version: versionOf(readText(statements, kind, key)) };
    } finally {
      statements.close();
    }
  });
}

export const textOf = (seen: Seen): string => writeDocument(seen.record, seen, seen.version);

/** Writes what a text says of a record, whole. */
export async function writeText(store: Store, seen: Seen, text: string, flags: EditFlags): Promise<Outcome> {
  const document = readDocument(text, catalog);
  try {
    return await change(store, seen, document, { ...flags, note: flags.note ?? document.note }, document.version);
  } catch (error) {
    throw error instanceof DomainError ? new RefusedText(error, linesIn(error, document.lineOf)) : error;
  }
}

/** What cannot be written, with the lines of the text that it is about. */
class RefusedText extends DomainError {
  constructor(
    error: DomainError,
    readonly lines: readonly WrongLine[],
  ) {
    super(error.code, lines.length > 0 ? sentencesOf(lines) : error.detail);
  }
}

const sentencesOf = (lines: readonly WrongLine[]): string => lines.map(({ line, message }) => `Line ${line}: ${message}`).join('\n');

function linesIn(error: DomainError, lineOf: (pointer: string) => number): WrongLine[] {
  if (error instanceof Invalid) return linesOf(error.violations, lineOf);
  const all = [{ detail: error.detail, source: error.source }, ...error.further];
  return all.flatMap(({ detail, source }) => {
    const { pointer } = source ?? {};
    return pointer === undefined ? [] : [{ line: lineOf(pointer), message: detail, name: pointer.split('/')[3] }];
  });
}

/** Opens a record in the editor of whoever runs the command, until it can be written or nobody wants to go on. */
export async function editText(store: Store, given: string, flags: EditFlags): Promise<Outcome | undefined> {
  const seen = see(store, given);
  const original = textOf(seen);
  const file = `${wordOf(seen.record.kind)}.jsonc`;
  for (let text = original; ; ) {
    text = withoutFaults(await openEditor(text, file));
    if (text.trim() === '' || text === original) return undefined;
    try {
      return await writeText(store, seen, text, flags);
    } catch (error) {
      if (!(error instanceof DomainError || error instanceof Unreadable)) throw error;
      say(error.message);
      await requireAnotherTry(text, file);
      text = mended(store, seen, text, error);
    }
  }
}

/** What somebody wrote is not lost with the wish to go on. */
async function requireAnotherTry(text: string, file: string): Promise<void> {
  const kept = () => `Nothing was written. The text is in ${keepText(text, file)}; --file takes it.`;
  const goesOn = await confirm('Edit again?').catch((error: unknown) => {
    say(kept());
    throw error;
  });
  if (!goesOn) throw new SetupError(kept());
}

/** The text with what is wrong in it, at its lines. */
function mended(store: Store, { record }: Seen, text: string, error: DomainError | Unreadable): string {
  const lines = error instanceof Unreadable || error instanceof RefusedText ? error.lines : [];
  if (error instanceof Unreadable || error.code !== 'conflict') return withFaults(text, lines);
  // Whoever is told that somebody else changed the same goes on from what stands there now.
  const now = see(store, record.iri);
  const values: Attributes = { ...now.attributes, ...now.relationships };
  const told = lines.map(({ line, message, name = '' }) => ({
    line,
    message: `${message} It is now ${JSON.stringify(values[name] ?? null)}`,
  }));
  return withFaults(text, told).replace(/^\/\/ Version:.*$/m, () => `// Version: ${now.version}`);
}

/** Sets fields by their names; what a text is that is no JSON is that text. */
export async function setFields(store: Store, given: string, settings: readonly string[], flags: EditFlags): Promise<Outcome> {
  const seen = see(store, given);
  const { kind } = seen.record;
  const attributes: Record<string, unknown> = { ...seen.attributes };
  const relationships: Record<string, unknown> = { ...seen.relationships };
  for (const setting of settings) {
    const at = setting.indexOf('=');
    if (at < 1) throw invalid(`--set takes name=value, and not ${setting.slice(0, 100)}.`);
    const [name, value] = [setting.slice(0, at), setting.slice(at + 1)];
    const relationship = kind.entrance.relationships[name];
    if (Object.hasOwn(kind.entrance.schema.properties, name) || Object.hasOwn(kind.contains, name))
      put(attributes, name, valueIn(kind, name, value));
    else if (relationship) put(relationships, name, value === '' ? undefined : linkTo(store, value));
    else throw invalid(`${aNoun(kind)} has no ${name.slice(0, 100)}. It has ${fieldsOfKind(kind).join(', ')}.`);
  }
  return change(store, seen, { attributes, relationships }, flags);
}

/** "A release", "An artist", "An organization". */
const aNoun = ({ noun }: FoundRecord['kind']): string => `${/^[aeio]/.test(noun) ? 'An' : 'A'} ${noun}`;

const fieldsOfKind = ({ entrance, contains }: FoundRecord['kind']): string[] => [
  ...new Set([...Object.keys(entrance.schema.properties), ...Object.keys(entrance.relationships), ...Object.keys(contains)]),
];

function put(fields: Record<string, unknown>, name: string, value: unknown): void {
  if (value === undefined) delete fields[name];
  else fields[name] = value;
}

/** A name such as "1917" is a text where texts are taken; nothing is no value. */
function valueIn({ entrance }: FoundRecord['kind'], name: string, text: string): unknown {
  if (text === '') return undefined;
  if (takesText(entrance.schema.properties[name])) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const takesText = (schema: unknown): boolean => {
  const { type, anyOf = [] } = (schema ?? {}) as { type?: string; anyOf?: readonly unknown[] };
  return type === 'string' || anyOf.some(takesText);
};

function linkTo(store: Store, given: string): unknown {
  const { kind, iri } = findRecord(store, catalog, given);
  return { data: { type: kind.type, id: iri } };
}

export function deleteRecord(store: Store, given: string, flags: EditFlags): Promise<Outcome> {
  const { record } = see(store, given);
  return write(store, record, { action: 'delete', record: { type: record.kind.type, id: record.iri } }, flags);
}

/** Of fields, those that differ from what was seen are said; those that are there no more are to have no value. */
async function change(store: Store, seen: Seen, fields: Fields, flags: EditFlags, version = seen.version): Promise<Outcome> {
  const { record } = seen;
  const differing = (is: Attributes, was: Attributes) =>
    Object.fromEntries(Object.entries(is).filter(([name, value]) => !Bun.deepEquals(value, was[name], true)));
  const gone = (is: Attributes, was: Attributes) => Object.keys(was).filter((name) => !Object.hasOwn(is, name));
  const without = gone(fields.attributes, seen.attributes);
  const lists = without.filter((name) => Object.hasOwn(record.kind.contains, name));
  const unset = [...without.filter((name) => !lists.includes(name)), ...gone(fields.relationships, seen.relationships)];
  const attributes = { ...differing(fields.attributes, seen.attributes), ...Object.fromEntries(lists.map((name) => [name, []])) };
  const relationships = differing(fields.relationships, seen.relationships);
  const said = { type: record.kind.type, id: record.iri, attributes, relationships };
  const outcome = await write(store, record, { action: 'change', record: said, seen: version, without: new Set(unset) }, flags);
  return { ...outcome, contradiction: contradictionIn(seen.attributes, outcome.edited.revision?.after?.attributes) };
}

/** A year and a date that are of different years, where a change is of one of them. */
function contradictionIn(seen: Attributes, changed: Attributes = {}): string | undefined {
  const { year, release_date: date } = { ...seen, ...changed };
  const isChanged = Object.hasOwn(changed, 'year') || Object.hasOwn(changed, 'release_date');
  if (!isChanged || typeof year !== 'number' || typeof date !== 'string' || date.startsWith(String(year).padStart(4, '0')))
    return undefined;
  return `Its year is ${year} now, and its release_date ${date}: one of them is wrong.`;
}

function write(store: Store, record: FoundRecord, edit: Edit, { note, dryRun = false }: EditFlags): Promise<Outcome> {
  return writeByHand(store, dryRun, (byHand) => {
    const edited = byHand((editing) => editing.edit(edit, byCommand(note)));
    return { record, edited, number: dryRun ? undefined : numberOf(store, edited.revisionId) };
  });
}

/** What an edit came to, in lines. */
export function outcomeText({ record, edited: { revision, ignored }, number, contradiction }: Outcome): string {
  const passedOver =
    ignored.length > 0 ? [`Passed over, since ${aNoun(record.kind).toLowerCase()} has no such: ${ignored.join(', ')}.`] : [];
  if (!revision) return [...passedOver, `${recordLine(record)} is so already.`].join('\n');
  const lines = [
    recordLine(record),
    ...(revision.action === 'changed' ? differences(bare(revision.before), bare(revision.after)) : []),
    ...(contradiction === undefined ? [] : [contradiction]),
  ];
  const end =
    number === undefined
      ? 'Nothing was written: it would be so.'
      : `Revision ${number}: ${revision.action}. To take it back: leitmotif undo ${number}`;
  return [...passedOver, ...lines, end].join('\n');
}

/** What a program is told. */
export const outcomeJson = ({ record: { kind, iri, name, address }, edited: { revision }, number, contradiction }: Outcome): object => ({
  record: iri,
  type: kind.type,
  name,
  address,
  contradiction: contradiction ?? null,
  revision: number ?? null,
  action: revision?.action ?? null,
  before: revision?.before ?? null,
  after: revision?.after ?? null,
});

const bare = (fields: Fields | null): Attributes => ({ ...fields?.attributes, ...fields?.relationships });
