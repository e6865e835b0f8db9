import { findNodeAtLocation, getNodeValue, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { invalid } from '../../errors';
import type { Violation } from '../../jsonapi/violations';
import type { Kinds } from '../../kinds';
import { idsOfIri } from '../../kinds/address';
import type { Attributes } from '../../kinds/attribute';
import type { Fields } from '../../records/record-text';
import type { FoundRecord } from './find-record';

// A record as a text that people edit: JSON with comments, in which all that it says stands, and nothing else.

/** What such a text says. */
export interface RecordDocument extends Fields {
  /** Why it is changed, where the text says so. */
  readonly note: string | undefined;
  /** Of the record, as the text was made from it. */
  readonly version: string | undefined;
}

/** What is wrong in a text, counted from 1. */
export interface WrongLine {
  readonly line: number;
  readonly message: string;
  /** The attribute or relationship that it is about. */
  readonly name?: string | undefined;
}

/** A text that is no document. */
export class Unreadable extends Error {
  constructor(readonly lines: readonly WrongLine[]) {
    super(lines.map(({ line, message }) => `Line ${line}: ${message}`).join('\n'));
  }
}

const noteMark = '// Why: ';
const versionMark = '// Version: ';
const faultMark = '//!';

export function writeDocument({ kind, iri, name }: FoundRecord, { attributes, relationships }: Fields, version: string): string {
  const links = Object.fromEntries(Object.entries(relationships).map(([name, value]) => [name, iriIn(value)]));
  const missing = [
    ...Object.keys(kind.entrance.schema.properties).filter((name) => !notWritten.has(name) && !Object.hasOwn(attributes, name)),
    ...Object.keys(kind.entrance.relationships).filter((name) => !Object.hasOwn(relationships, name)),
    ...Object.keys(kind.contains).filter((name) => !Object.hasOwn(attributes, name)),
  ];
  return `// ${kind.noun}: ${name.replace(/\s+/g, ' ')}
// ${iri}
${versionMark}${version}
// What you write here is written when you save and close; what you take out has no value then. Empty the file to change nothing.
${noteMark}
${JSON.stringify({ attributes, ...((Object.keys(links).length > 0 || Object.keys(kind.entrance.relationships).length > 0) && { relationships: links }) }, null, 2)}
${missing.length > 0 ? `// It may say as well: ${[...new Set(missing)].join(', ')}.\n` : ''}`;
}

const notWritten = new Set(['_id', 'created_at', 'updated_at']);

/** @throws {Unreadable} for what is no such text */
export function readDocument(text: string, kinds: Kinds): RecordDocument & { readonly lineOf: (pointer: string) => number } {
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: true });
  if (errors.length > 0 || !tree)
    throw new Unreadable(
      errors.length === 0
        ? [{ line: 1, message: 'There is no object.' }]
        : errors.slice(0, 20).map(({ error, offset }) => ({ line: lineAt(text, offset), message: sentenceOf(printParseErrorCode(error)) })),
    );
  const whole = getNodeValue(tree) as unknown;
  const { attributes = {}, relationships = {}, ...others } = isObject(whole) ? whole : { '': null };
  const wrong = [
    ...Object.keys(others),
    ...(isObject(attributes) ? [] : ['attributes']),
    ...(isObject(relationships) ? [] : ['relationships']),
  ];
  if (wrong.length > 0 || !isObject(attributes) || !isObject(relationships))
    throw new Unreadable(
      wrong.map((name) => ({ line: lineOfPath(text, tree, [name]), message: 'Here stand attributes and relationships, each an object.' })),
    );
  return {
    attributes,
    relationships: Object.fromEntries(Object.entries(relationships).map(([name, value]) => [name, linkageOf(kinds, name, value)])),
    note: after(text, noteMark),
    version: after(text, versionMark),
    lineOf: (pointer) => lineOfPath(text, tree, pointer.replace(/^\/data\//, '').split('/')),
  };
}

/** The text with what is wrong above the lines that it is about. */
export function withFaults(text: string, wrong: readonly WrongLine[]): string {
  const lines = text.split('\n');
  const above = Map.groupBy(wrong, ({ line }) => Math.min(Math.max(line, 1), lines.length));
  return lines.flatMap((line, index) => [...(above.get(index + 1) ?? []).map(({ message }) => `${faultMark} ${message}`), line]).join('\n');
}

/** The text without what was said of it the last time. */
export const withoutFaults = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !line.trimStart().startsWith(faultMark))
    .join('\n');

/** Violations at the lines of the values that they are about. */
export const linesOf = (
  violations: readonly Pick<Violation, 'attribute' | 'message' | 'pointer'>[],
  lineOf: (pointer: string) => number,
): WrongLine[] => violations.map(({ attribute, message, pointer }) => ({ line: lineOf(pointer), message: `${attribute}: ${message}` }));

/** A relationship is written as the address of the record that it leads to. */
function linkageOf(kinds: Kinds, name: string, value: unknown): unknown {
  if (value === null) return { data: null };
  const kind = typeof value === 'string' ? kinds.all.find((one) => idsOfIri(one, value)) : undefined;
  if (!kind) throw invalid(`${name} must be the address of a record, such as /api/albums/<uuid>.`);
  return { data: { type: kind.type, id: value } };
}

const iriIn = (value: unknown): unknown => (value as { data?: { id?: string } | null } | null)?.data?.id ?? null;

function lineOfPath(text: string, tree: Node, path: readonly string[]): number {
  for (let length = path.length; length > 0; length--) {
    const steps = path.slice(0, length).map((step) => (/^\d+$/.test(step) ? Number(step) : step));
    const node = findNodeAtLocation(tree, steps);
    // The name of a value stands where the value begins, or before it.
    if (node) return lineAt(text, node.parent?.type === 'property' ? node.parent.offset : node.offset);
  }
  return lineAt(text, tree.offset);
}

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;

function after(text: string, mark: string): string | undefined {
  const found = text.split('\n').find((line) => line.startsWith(mark.trimEnd()));
  return found?.slice(mark.trimEnd().length).trim() || undefined;
}

/** "CommaExpected": Comma expected. */
function sentenceOf(code: string): string {
  const words = code.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return `${words}.`;
}

const isObject = (value: unknown): value is Attributes => typeof value === 'object' && value !== null && !Array.isArray(value);
