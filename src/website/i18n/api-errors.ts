import { ApiError, type Sent } from '../api/client';
import type { Texts } from '.';

/** What is needed of a visit to say a sentence of the API in the reader's words. */
interface Reader {
  readonly t: Pick<Texts, 'sentences' | 'expectations' | 'words'>;
  readonly format: { readonly number: (value: number) => string };
}

/**
 * A sentence of the API, which speaks English, in the reader's language; as it is, where nobody has translated it. That an
 * attribute may be `null` says nothing to who fills in a form: a field may be left empty.
 */
export function translateApiError(reader: Reader, sentence: string): string {
  return translationOf(reader, sentence) ?? withWords(reader.t, sentence).replace(/, or null\.$/, '.');
}

/** What the API says against what was sent, in the reader's words. */
export const sentenceOf = (reader: Reader, { status, document, headers }: Sent): string =>
  translateApiError(reader, new ApiError({ status, document, headers }).message);

/** A sentence in the reader's language; `undefined` where it has no translation. */
export function translationOf(reader: Reader, given: string): string | undefined {
  const sentence = withWords(reader.t, given);
  const whole = find(reader, reader.t.sentences, sentence);
  if (whole !== undefined) return whole;
  for (const [form, pattern] of ruleForms) {
    const [, ...parts] = pattern.exec(sentence) ?? [];
    const expectation = parts.length > 0 ? expectationOf(reader, parts.at(-1) as string) : undefined;
    const frame = reader.t.sentences[form];
    if (expectation !== undefined && frame !== undefined) return filled(reader, frame, [...parts.slice(0, -1), expectation]);
  }
  return undefined;
}

/** The sentences that say what something must be: the last of what they name is said by {@link Texts.expectations}. */
const ruleForms = [
  ['This must be {1}.', /^This must be (.+)\.$/s],
  ['This is required, and must be {1}.', /^This is required, and must be (.+)\.$/s],
  ['{1} must be {2}.', /^([\w[\]-]+) must be (.+)\.$/s],
] as const;

/** What a rule asks for; of several things of which one will do, each by itself. */
function expectationOf(reader: Reader, expected: string): string | undefined {
  const asked = expected.replace(/, or null$/, '');
  const found = find(reader, reader.t.expectations, asked);
  if (found !== undefined || !asked.includes(', or ')) return found;
  const parts = asked.split(', or ').map((one) => expectationOf(reader, one));
  return parts.includes(undefined) ? undefined : [...new Set(parts)].join(reader.t.expectations[', or '] ?? ', or ');
}

/** What a list of sentences, some of which have places for names and numbers, makes of one. */
function find(reader: Reader, list: Readonly<Record<string, string>>, sentence: string): string | undefined {
  if (Object.hasOwn(list, sentence)) return list[sentence];
  for (const { pattern, to } of patternsOf(list)) {
    const found = pattern.exec(sentence);
    if (found) return filled(reader, to, found.slice(1));
  }
  return undefined;
}

interface Pattern {
  readonly pattern: RegExp;
  readonly to: string;
}

const known = new WeakMap<object, readonly Pattern[]>();

/** Sentences with places in them (`{1}`, `{2}`, in this order), as what finds them. */
function patternsOf(list: Readonly<Record<string, string>>): readonly Pattern[] {
  const found = known.get(list);
  if (found) return found;
  const made = Object.entries(list)
    .filter(([from]) => from.includes('{1}') && !ruleForms.some(([form]) => form === from))
    .map(([from, to]) => ({ pattern: new RegExp(`^${RegExp.escape(from).replace(escapedPlace, '(.+?)')}$`, 's'), to }));
  known.set(list, made);
  return made;
}

const escapedPlace = /\\\{(?:\d|\\x3\d)\\\}/g;

/** Numbers are written as the reader writes them. */
const filled = ({ format }: Reader, to: string, parts: readonly string[]): string =>
  to.replace(/\{(\d)\}/g, (_, place: string) => {
    const part = parts[Number(place) - 1] ?? '';
    return /^\d{5,15}$/.test(part) ? format.number(Number(part)) : part;
  });

/** A sentence that lists codes a form chooses from (`one of person, group`), with the words that the choice shows. */
export const withWords = ({ words }: Pick<Texts, 'words'>, sentence: string): string =>
  sentence.replace(/\bone of ([a-z_0-9]+(?:, (?!or )[a-z_0-9]+)+)/, (whole, list: string) => {
    const codes = list.split(', ');
    const known = Object.values(words).find((one) => typeof one === 'object' && codes.every((code) => Object.hasOwn(one, code)));
    return known === undefined ? whole : `one of ${codes.map((code) => (known as Readonly<Record<string, string>>)[code]).join(', ')}`;
  });
