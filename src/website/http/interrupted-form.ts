import { parametersOf } from '../ui/pager';
import type { Addresses } from './addresses';
import { isSecretField, type SentForm, tokenField, userField } from './form';
import type { RequestContext } from './request-context';

/** A form sent after its session expired. Stored only in the sign-in page. */
export interface InterruptedForm {
  readonly action: string;
  /** UUID of the user who opened it; others never see it. */
  readonly user: string;
  readonly fields: readonly (readonly [name: string, text: string])[];
  /** File fields, which must be chosen again. */
  readonly files: readonly string[];
}

/** Larger than any release form; it is in memory twice during sign-in. */
const maximumLength = 512 * 1_024;

/** Without passwords; undefined for visitors. */
export function interruptedFormOf({ path, query, to }: RequestContext, form: SentForm): InterruptedForm | undefined {
  const user = form.text(userField);
  if (user === '') return undefined;
  const fields = form.texts.filter(([name]) => name !== tokenField && name !== userField && !isSecretField(name));
  return { action: to.same(path, parametersOf(query)), user, fields, files: form.files };
}

/** As a form field; undefined if too long. */
export function writeInterruptedForm(left: InterruptedForm): string | undefined {
  const text = JSON.stringify(left);
  return text.length > maximumLength ? undefined : text;
}

/** @returns undefined if invalid */
export function readInterruptedForm(text: string, to: Addresses): InterruptedForm | undefined {
  if (text === '' || text.length > maximumLength) return undefined;
  const { action, user, fields, files } = parsed(text);
  const page = typeof action === 'string' ? to.returnPath(action) : undefined;
  if (page === undefined || typeof user !== 'string' || !isList(fields, isPair) || !isList(files, isText)) return undefined;
  return { action: page, user, fields, files };
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(text)) as Readonly<Record<string, unknown>>;
  } catch {
    return {};
  }
}

const isText = (value: unknown): value is string => typeof value === 'string';

const isPair = (value: unknown): value is readonly [string, string] => isList(value, isText) && value.length === 2;

const isList = <V>(value: unknown, isOne: (one: unknown) => one is V): value is readonly V[] => Array.isArray(value) && value.every(isOne);
