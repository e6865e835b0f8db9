import { badParameter } from '../../../errors';
import { handedOver } from '../../../http/in-process';
import type { Api } from '../../api/client';
import { prettyJson } from './literals';
import type { Operation, Parameter } from './model';
import { isRead } from './model';
import type { Read } from './real-ids';
import { cut, type Shown } from './shorten';

// "Try it": the server sends the request for the person, with their own rights, and a page shows what came back.

/** What was typed, by the names of the form's inputs. */
export type Values = Readonly<Record<string, string>>;

/** Inputs beside the parameters, whose names no parameter has. */
export const inputs = { sent: '_sent', confirmed: '_confirmed', body: '_body', mediaType: '_type' } as const;

export interface Tried extends Shown {
  readonly status: number;
  readonly milliseconds: number;
  /** Those that say something beside the body. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Of a list: how many records there are. */
  readonly total: number | undefined;
}

/** What a form asks for. A write asks again before it is sent. */
export const stepOf = (operation: Operation, values: Values): 'fill' | 'confirm' | 'send' => {
  if (values[inputs.sent] === undefined) return 'fill';
  return isRead(operation) || values[inputs.confirmed] !== undefined ? 'send' : 'confirm';
};

/**
 * Sends the request of an operation for a person, and gives what came of it. It counts as one of theirs.
 * @param origin of the server as its reader knows it, with the path that it is below
 * @throws {DomainError} where a value cannot stand in a request
 */
export async function tryOperation(api: Api, operation: Operation, values: Values, origin: string): Promise<Tried> {
  const request = requestOf(operation, values, origin);
  const started = performance.now();
  const response = await api.fetchOnBehalf(request, { withToken: !operation.isPublic });
  const milliseconds = performance.now() - started;
  const { status, headers } = response;
  const shownHeaders = headersThatMatter.flatMap((name) => {
    const value = headers.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  return { status, milliseconds, headers: shownHeaders, ...(await shownBody(response)) };
}

/** Reads of a page for itself: they count for nobody, and their documents come as they are. */
export const reader =
  (api: Api): Read =>
  async (path) => {
    const response = await api.fetch('GET', path, undefined, { accept: '*/*' });
    if (response.status !== 200) return undefined;
    return handedOver(response) ?? documentIn(await textOf(response));
  };

/** The request that a form describes. */
function requestOf(operation: Operation, values: Values, origin: string): Request {
  const { method, parameters, bodies } = operation;
  const given = parameters.flatMap((parameter) => linesOf(parameter, values[parameter.name]).map((value) => ({ parameter, value })));
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => segmentOf(name, values[name]?.trim() ?? ''));
  const query = new URLSearchParams();
  for (const { parameter, value } of given) if (parameter.place === 'query') query.append(parameter.name, value);
  const headers = new Headers();
  for (const { parameter, value } of given) if (parameter.place === 'header') setHeader(headers, parameter.name, value);
  const [first] = bodies;
  const chosen = bodies.find(({ mediaType }) => mediaType === values[inputs.mediaType]) ?? first;
  if (chosen) headers.set('content-type', chosen.mediaType);
  const body = chosen ? (values[inputs.body] ?? '') : undefined;
  return new Request(`${origin}${path}${query.size > 0 ? `?${query}` : ''}`, { method, headers, body });
}

/** What was typed for a parameter: of a list one value a line, and nothing where nothing was typed. */
function linesOf({ schema }: Parameter, typed = ''): string[] {
  const lines = schema.type === 'array' ? typed.split('\n') : [typed];
  return lines.map((line) => line.trim()).filter((line) => line !== '');
}

/** One part of a path. Two dots would lead out of it, to another operation than the one that was confirmed. */
function segmentOf(name: string, value: string): string {
  if (value === '' || value === '.' || value === '..') throw badParameter(name, 'invalid_segment');
  return encodeURIComponent(value.toWellFormed());
}

function setHeader(headers: Headers, name: string, value: string): void {
  try {
    headers.set(name, value);
  } catch {
    throw badParameter(name, 'invalid_header');
  }
}

const headersThatMatter = [
  'content-type',
  'content-disposition',
  'location',
  'etag',
  'ratelimit',
  'retry-after',
  'www-authenticate',
  'preference-applied',
  'deprecation',
  'sunset',
  'x-request-id',
];

/** A record or two. With it the longest page of the reference stays below 60 KB. */
const shownLetters = 3_000;
/** A list of a hundred long records is read as a whole; an export of the catalog is not. */
const readBytes = 2_000_000;

async function shownBody(response: Response): Promise<Shown & { readonly total: number | undefined }> {
  const text = await textOf(response);
  const document = documentIn(text);
  return { ...cut(document === undefined ? text : prettyJson(document), shownLetters), total: totalOf(document) };
}

/** The beginning of a body. The rest is not asked for. */
async function textOf(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    bytes += chunk.byteLength;
    if (bytes >= readBytes) break;
  }
  return text;
}

function documentIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function totalOf(document: unknown): number | undefined {
  if (typeof document !== 'object' || document === null || !('meta' in document)) return undefined;
  const { meta } = document;
  return typeof meta === 'object' && meta !== null && 'totalItems' in meta && typeof meta.totalItems === 'number'
    ? meta.totalItems
    : undefined;
}
