import {
  countedNouns,
  type ExpectationCode,
  fillSentence,
  isList,
  type Message,
  type Param,
  type Params,
  type SentenceCode,
  textOfItem,
} from '../../messages/message';
import type { Sent } from '../api/client';
import type { Texts } from '.';
import type { Formats } from './formats';

interface Reader {
  readonly t: Pick<Texts, 'apiErrors' | 'words' | 'records' | 'search' | 'fields'>;
  readonly format: Pick<Formats, 'number' | 'length' | 'colon'>;
}

/** An error object, or an entry of `meta.errors`. */
export interface ApiProblem {
  readonly detail?: string;
  readonly code?: string;
  readonly source?: { readonly pointer?: string; readonly parameter?: string };
  readonly meta?: { readonly attribute?: string; readonly message?: string; readonly params?: Params };
}

/** From JSON:API, rejected writes, or plain JSON. */
export function problemsIn(document: Sent['document']): readonly ApiProblem[] {
  const { errors, meta, message, error, data } = document ?? {};
  return meta?.errors ?? errors ?? [{ detail: message ?? data?.attributes?.detail, code: error }];
}

/** Falls back to English for unknown codes. */
export function problemText(reader: Reader, { detail = '', code = '', source, meta }: ApiProblem): string {
  return textOf(reader, code, meta?.params ?? {}, source?.parameter) ?? meta?.message ?? detail;
}

export const messageText = (reader: Reader, { code, params }: Message, parameter?: string): string =>
  textOf(reader, code, params, parameter) ?? code;

/** The first error, translated. */
export const sentenceOf = (reader: Reader, { document, status }: Pick<Sent, 'document' | 'status'>): string =>
  problemText(reader, problemsIn(document)[0] ?? {}) || `The API responded with ${status}.`;

function textOf(reader: Reader, code: string, params: Params, parameter: string | undefined): string | undefined {
  const { sentences, expectations, mustBe, thisValue } = reader.t.apiErrors;
  const field = parameter ?? thisValue;
  const show = (param: Param) => paramText(reader, param);
  if (Object.hasOwn(sentences, code)) return complete(fillSentence(sentences[code as SentenceCode], { ...params, field }, show));
  if (!Object.hasOwn(expectations, code)) return undefined;
  return complete(fillSentence(mustBe, { field, expected: fillSentence(expectations[code as ExpectationCode], params, show) }, String));
}

/** Plain JSON errors lack parameters: then undefined. */
const complete = (text: string): string | undefined => (/\{\w+\}/.test(text) ? undefined : text);

/** By code; of a singular and plural, or of two directions, the first counts. */
type Labels = Readonly<Record<string, string | readonly string[]>>;

/** Shows codes as forms do. Four digits may be a year and are not grouped. */
function paramText({ t, format }: Reader, param: Param): string {
  if (typeof param === 'number') return param >= 1000 && param < 10_000 ? String(param) : format.number(param);
  if (typeof param === 'string') return param;
  if (!isList(param)) return countedNouns(param, t.words.holders);
  const vocabularies: readonly unknown[] = [...Object.values(t.words), t.records.relations, t.search.kinds];
  const isLabels = (one: unknown): one is Labels =>
    typeof one === 'object' && one !== null && param.every((code) => typeof code !== 'object' && Object.hasOwn(one, code));
  const labels = vocabularies.find(isLabels);
  const fields: Readonly<Record<string, string>> = t.fields;
  const textOf = (item: (typeof param)[number]): string => {
    const isLength = typeof item === 'object' && typeof item.value === 'number' && ['seconds', 'duration_seconds'].includes(item.field);
    if (isLength) return textOfItem({ ...item, value: format.length(Number(item.value)) }, () => t.records.length, format.colon);
    return textOfItem(item, (field) => fields[field] ?? field, format.colon);
  };
  return param.map((item) => (labels === undefined || typeof item === 'object' ? textOf(item) : [labels[item]].flat()[0])).join(', ');
}
