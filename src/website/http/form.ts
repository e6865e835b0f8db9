import { ApiError, type Sent } from '../api/client';
import { problemsIn, problemText } from '../i18n/api-errors';
import type { RequestContext } from './request-context';

export const tokenField = '_token';

/** UUID of the user for whom the form was made; others never see its input. */
export const userField = '_user';

export const isSecretField = (name: string): boolean => name.includes('password');

export class SentForm {
  constructor(private readonly data: FormData) {}

  /** Trimmed; empty if missing. */
  text(name: string): string {
    const value = this.data.get(name);
    return typeof value === 'string' ? value.trim() : '';
  }

  /** Untrimmed, for passwords. */
  exact(name: string): string {
    const value = this.data.get(name);
    return typeof value === 'string' ? value : '';
  }

  /** Null if empty, to clear an attribute. */
  orNull(name: string): string | null {
    return this.text(name) || null;
  }

  /** A whole number; `undefined` where the field is empty or says none. */
  number(name: string): number | undefined {
    const text = this.text(name);
    return /^-?\d{1,15}$/.test(text) ? Number(text) : undefined;
  }

  has(name: string): boolean {
    return this.data.has(name);
  }

  /** All values of fields with this name. */
  all(name: string): string[] {
    return this.data.getAll(name).filter((value) => typeof value === 'string');
  }

  file(name: string): File | undefined {
    const value = this.data.get(name);
    if (!(value instanceof File) || value.size === 0) return undefined;
    // The runtime reads no name where that begins with a quotation mark that is not escaped.
    return typeof value.name === 'string' ? value : new File([value], '', { type: value.type });
  }

  /** Whether a file was chosen that has nothing in it: without one browsers send a file that has no name either. */
  hasEmptyFile(name: string): boolean {
    const value = this.data.get(name);
    return value instanceof File && value.size === 0 && value.name !== '';
  }

  /** Names and texts of all fields but files, in their order. */
  get texts(): (readonly [name: string, text: string])[] {
    return [...this.data].filter((field): field is [string, string] => typeof field[1] === 'string');
  }

  /** The names of the fields that take files. */
  get files(): string[] {
    return [...new Set([...this.data].filter(([, value]) => value instanceof File).map(([name]) => name))];
  }

  /** The texts that were entered, by their fields: what a form is shown with again. */
  get entered(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.texts);
  }
}

/** What is wrong with a form: by field, and with all of it. */
export interface Problems {
  readonly fields: Readonly<Record<string, string>>;
  readonly all: readonly string[];
}

export const noProblems: Problems = { fields: {}, all: [] };

/** What a form shows: what was entered, and what is wrong with it. */
export interface FormState {
  readonly entered: Readonly<Record<string, string>>;
  /** The boxes that are checked, in a form with a list of them. */
  readonly chosen?: readonly string[];
  readonly problems: Problems;
}

export const untouched: FormState = { entered: {}, problems: noProblems };

/**
 * What the API found wrong with what a form became, in the reader's words.
 * @param fieldOf the field of an attribute, where it has another name
 */
export function problemsOf(visit: RequestContext, { ok, document }: Sent, fieldOf: Readonly<Record<string, string>> = {}): Problems {
  if (ok) return noProblems;
  const fields: Record<string, string> = {};
  const all: string[] = [];
  for (const problem of problemsIn(document)) {
    const { source, meta } = problem;
    const attribute = meta?.attribute ?? source?.pointer?.split('/').at(-1) ?? source?.parameter;
    const message = problemText(visit, { ...problem, source: {} });
    if (attribute) fields[fieldOf[attribute] ?? attribute] ??= message;
    else all.push(message);
  }
  return { fields, all };
}

/** Says how long to wait, where a budget is spent; `undefined` where it is not. */
export function limitOf({ status, headers }: Sent, { format }: RequestContext, words: (wait: string) => string): string | undefined {
  return status === 429 ? words(format.within(Number(headers.get('retry-after') ?? 60))) : undefined;
}

/**
 * The status and headers of a page that shows a refused form again.
 * @throws {ApiError} for what no other entry in the form mends: what it is about is not there, or the server failed
 */
export function notTaken({ status, document, headers }: Sent): {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
} {
  if (status === 404 || status >= 500) throw new ApiError({ status, document, headers });
  const retry = headers.get('retry-after');
  return { status: status === 429 ? 429 : 422, ...(retry !== null && { headers: { 'retry-after': retry } }) };
}
