import { messages } from './texts.gen';

// Every error of the API, by its code. The English sentence is one rendering of a code and its parameters; pages have others.

const { requests, documents, accounts, catalog, collection, server } = messages;

/** Sentences by code; `{name}` stands for a parameter. */
export const sentences = { ...requests, ...documents, ...accounts, ...catalog, ...collection, ...server };

/** What a value must be, by the code of the error for one that is not. Each phrase completes "This must be …". */
export const { expectations } = messages;

export type SentenceCode = keyof typeof sentences;
export type ExpectationCode = keyof typeof expectations;
/** A stable name of an error, for programs. */
export type MessageCode = SentenceCode | ExpectationCode;

type Counts = Readonly<Record<string, number>>;
/** A value of a record's field, if it is short. */
export interface FieldValue {
  readonly of: string;
  readonly field: string;
  readonly value?: string | number;
}
/** One value, a list, or counts by type of record. */
export type Param = string | number | readonly (string | number | FieldValue)[] | Counts;
export type Params = Readonly<Record<string, Param>>;

type NamesIn<T extends string> = T extends `${string}{${infer N}}${infer Rest}` ? N | NamesIn<Rest> : never;
type Template<C extends MessageCode> = C extends SentenceCode
  ? (typeof sentences)[C]
  : C extends ExpectationCode
    ? (typeof expectations)[C]
    : never;
type ListParam = Extract<Param, readonly unknown[]>;
/** Names of parameters that are lists, even of one value. No other parameter is one. */
export const listParams = ['fields', 'methods', 'names', 'possible', 'scopes', 'sources', 'tracks', 'types', 'values'] as const;
/** The parameters of a message: none where its text has no places for any. `{field}` is filled when the text is rendered. */
export type ParamsOf<C extends MessageCode> = {
  readonly [N in Exclude<NamesIn<Template<C>>, 'field'>]: N extends (typeof listParams)[number] ? ListParam : Exclude<Param, ListParam>;
};

/** What an error says, for programs and for every language. */
export interface Message {
  readonly code: MessageCode;
  readonly params: Params;
  /** Whether the value may also be null. */
  readonly isNullable?: boolean;
}

/** A message of a code, with all that its text names. */
export const message = <C extends MessageCode>(
  code: C,
  ...[params]: [keyof ParamsOf<C>] extends [never] ? [params?: Params] : [params: ParamsOf<C>]
): Message => ({ code, params: params ?? {} });

/**
 * The English sentence of a message.
 * @param field names the value in question
 */
export function sentenceOf({ code, params, isNullable }: Message, field = 'This'): string {
  if (code in sentences) return fillSentence(sentences[code as SentenceCode], { field, ...params });
  return `${field} must be ${phraseOf({ code, params })}${isNullable ? ', or null' : ''}.`;
}

/** Completes the sentence "This must be …". */
export const phraseOf = ({ code, params }: Pick<Message, 'code' | 'params'>): string =>
  fillSentence(expectations[code as ExpectationCode], params);

/** Fills the places of a text with parameters: `{name}`. */
export const fillSentence = (text: string, params: Params, show: (param: Param) => string = shown): string =>
  text.replace(/\{(\w+)\}/g, (place, name: string) => (Object.hasOwn(params, name) ? show(params[name] as Param) : place));

const shown = (param: Param): string => {
  if (isList(param)) return param.map((one) => textOfItem(one)).join(', ');
  return typeof param === 'object' ? countedNouns(param, messages.holderNouns) : String(param);
};

export const isList = (param: Param): param is readonly (string | number | FieldValue)[] => Array.isArray(param);

/** "1-3 Title (notes: Live)" */
export const textOfItem = (
  item: string | number | FieldValue,
  labelOf: (field: string) => string = (field) => field,
  colon = ': ',
): string =>
  typeof item === 'object'
    ? `${item.of} (${[labelOf(item.field), item.value].filter((part) => part !== undefined).join(colon)})`
    : String(item);

/** "1 copy in a collection, 2 recordings of productions" */
export const countedNouns = (counts: Counts, nouns: Readonly<Record<string, readonly string[]>>): string =>
  Object.entries(counts)
    .map(([type, count]) => `${count} ${nouns[type]?.[count === 1 ? 0 : 1] ?? type}`)
    .join(', ');
