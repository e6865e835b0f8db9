import { ApiError, type Sent } from '../api/client';
import { problemsIn, problemText } from '../i18n/api-errors';
import type { RequestContext } from './request-context';

export const tokenField = '_token';

/** UUID of the user whom the form is for; others never see its input. */
export const userField = '_user';

export const isSecretField = (name: string): boolean => name.includes('password');

/** A file that is still arriving. */
export interface Upload {
  readonly name: string;
  readonly content: ReadableStream<Uint8Array>;
  /** Stops reading the form. */
  readonly discard: () => Promise<unknown>;
  /** The next file of the form, after what is left of this one. */
  readonly next: () => Promise<Upload | undefined>;
}

export class SentForm {
  /** @param upload the file, in a form that takes a large one */
  constructor(
    private readonly data: FormData,
    readonly upload?: Upload,
  ) {}

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

  /** Undefined if empty or invalid. */
  number(name: string): number | undefined {
    const text = this.text(name);
    return /^-?\d{1,15}$/.test(text) ? Number(text) : undefined;
  }

  has(name: string): boolean {
    return this.data.has(name);
  }

  all(name: string): string[] {
    return this.data.getAll(name).filter((value) => typeof value === 'string');
  }

  file(name: string): File | undefined {
    const value = this.data.get(name);
    if (!(value instanceof File) || value.size === 0) return undefined;
    // Bun omits names that start with an unescaped quotation mark.
    return typeof value.name === 'string' ? value : new File([value], '', { type: value.type });
  }

  /** Without a choice, browsers send an empty file without name. */
  hasEmptyFile(name: string): boolean {
    const value = this.data.get(name);
    return value instanceof File && value.size === 0 && value.name !== '';
  }

  get texts(): (readonly [name: string, text: string])[] {
    return [...this.data].filter((field): field is [string, string] => typeof field[1] === 'string');
  }

  get files(): string[] {
    return [...new Set([...this.data].filter(([, value]) => value instanceof File).map(([name]) => name))];
  }

  /** By field, to show the form again. */
  get entered(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.texts);
  }
}

/** By field, and for all. */
export interface Problems {
  readonly fields: Readonly<Record<string, string>>;
  readonly all: readonly string[];
}

export const noProblems: Problems = { fields: {}, all: [] };

/** Input with errors. */
export interface FormState {
  readonly entered: Readonly<Record<string, string>>;
  /** Selected checkboxes. */
  readonly chosen?: readonly string[];
  readonly problems: Problems;
}

export const untouched: FormState = { entered: {}, problems: noProblems };

/** Name, value and problem of a field; `initial` is the value before any input. */
export const fieldPropsOf =
  ({ entered, problems }: FormState) =>
  (name: string, initial?: string) => ({ name, value: entered[name] ?? initial, problem: problems.fields[name] });

/**
 * Translated errors of the API.
 * @param fieldOf maps attributes to fields of another name
 */
export function problemsOf(context: RequestContext, { ok, document }: Sent, fieldOf: Readonly<Record<string, string>> = {}): Problems {
  if (ok) return noProblems;
  const fields: Record<string, string> = {};
  const all: string[] = [];
  for (const problem of problemsIn(document)) {
    const { source, meta } = problem;
    const attribute = meta?.attribute ?? source?.pointer?.split('/').at(-1) ?? source?.parameter;
    const message = problemText(context, { ...problem, source: {} });
    if (attribute) fields[fieldOf[attribute] ?? attribute] ??= message;
    else all.push(message);
  }
  return { fields, all };
}

/** A sentence about the rate limit; undefined if not limited. */
export function limitOf(
  { status, headers }: Sent,
  { format }: RequestContext,
  words: (p: { readonly wait: string }) => string,
): string | undefined {
  return status === 429 ? words({ wait: format.within(Number(headers.get('retry-after') ?? 60)) }) : undefined;
}

/**
 * Status and headers for showing a rejected form again.
 * @throws {ApiError} if no other input could help
 */
export function notTaken({ status, document, headers }: Sent): {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
} {
  if (status === 404 || status >= 500) throw new ApiError({ status, document, headers });
  const retry = headers.get('retry-after');
  return { status: status === 429 ? 429 : 422, ...(retry !== null && { headers: { 'retry-after': retry } }) };
}
