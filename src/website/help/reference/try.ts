import { badParameter } from '../../../errors';
import { handedOver } from '../../../http/request';
import type { Api } from '../../api/client';
import { prettyJson } from './literals';
import { type DocumentedParameter, isRead, type Operation } from './model';
import type { Read } from './real-ids';
import { cut, type ShortenedText } from './shorten';

// "Try it": sends a request on behalf of the user and shows the response.

/** By input name. */
export type TryValues = Readonly<Record<string, string>>;

/** Names that no parameter has. */
export const inputs = { sent: '_sent', confirmed: '_confirmed', body: '_body', mediaType: '_type' } as const;

export type Tried = Awaited<ReturnType<typeof tryOperation>>;

/** Writes are confirmed first. */
export const stepOf = (operation: Operation, values: TryValues): 'fill' | 'confirm' | 'send' => {
  if (values[inputs.sent] === undefined) return 'fill';
  return isRead(operation) || values[inputs.confirmed] !== undefined ? 'send' : 'confirm';
};

/**
 * Sends a request as the user, with their rights and rate limit.
 * @param origin with base path
 * @throws {DomainError} for a value that a request cannot contain
 */
export async function tryOperation(api: Api, operation: Operation, values: TryValues, origin: string) {
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

/** Internal reads of a page, without rate limit. */
export const reader =
  (api: Api): Read =>
  async (path) => {
    const response = await api.fetch('GET', path, undefined, { accept: '*/*' });
    if (response.status !== 200) return undefined;
    return handedOver(response) ?? documentIn(await textOf(response));
  };

function requestOf(operation: Operation, values: TryValues, origin: string): Request {
  const { method, parameters, bodies } = operation;
  const filled = parameters.flatMap((parameter) => linesOf(parameter, values[parameter.name]).map((value) => ({ parameter, value })));
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => segmentOf(name, values[name]?.trim() ?? ''));
  const query = new URLSearchParams();
  for (const { parameter, value } of filled) if (parameter.place === 'query') query.append(parameter.name, value);
  const headers = new Headers();
  for (const { parameter, value } of filled) if (parameter.place === 'header') setHeader(headers, parameter.name, value);
  const [first] = bodies;
  const chosen = bodies.find(({ mediaType }) => mediaType === values[inputs.mediaType]) ?? first;
  if (chosen) headers.set('content-type', chosen.mediaType);
  const body = chosen ? (values[inputs.body] ?? '') : undefined;
  return new Request(`${origin}${path}${query.size > 0 ? `?${query}` : ''}`, { method, headers, body });
}

/** One value per line. */
function linesOf({ schema }: DocumentedParameter, typed = ''): string[] {
  const lines = schema.type === 'array' ? typed.split('\n') : [typed];
  return lines.map((line) => line.trim()).filter((line) => line !== '');
}

/** Rejects dot segments, which would lead to another operation than confirmed. */
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

/** One or two records; keeps the longest page below 60 KB. */
const shownLetters = 3_000;
/** Enough for a hundred long records, not for an export. */
const readBytes = 2_000_000;

async function shownBody(response: Response): Promise<ShortenedText & { readonly total: number | undefined }> {
  const text = await textOf(response);
  const document = documentIn(text);
  return { ...cut(document === undefined ? text : prettyJson(document), shownLetters), total: totalOf(document) };
}

/** Reads the start of a body. */
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
