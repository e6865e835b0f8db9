import { parametersOf } from '../ui/pager';
import type { Addresses } from './addresses';
import { isSecretField, type SentForm, tokenField, userField } from './form';
import type { RequestContext } from './request-context';

/** A form that was sent when its session had ended: it waits in the page to sign in, and is kept nowhere else. */
export interface InterruptedForm {
  readonly action: string;
  /** The UUID of whoever opened it: nobody else gets to see it. */
  readonly user: string;
  readonly fields: readonly (readonly [name: string, text: string])[];
  /** The names of fields with files, which are chosen anew. */
  readonly files: readonly string[];
}

/** More than a release with as many tracks as a form takes; it goes through the sign-in twice, and is in memory each time. */
const maximumLength = 512 * 1_024;

/** What a form said, without passwords; `undefined` for one that nobody was signed in for when it was opened. */
export function interruptedFormOf({ path, query, to }: RequestContext, form: SentForm): InterruptedForm | undefined {
  const user = form.text(userField);
  if (user === '') return undefined;
  const fields = form.texts.filter(([name]) => name !== tokenField && name !== userField && !isSecretField(name));
  return { action: to.same(path, parametersOf(query)), user, fields, files: form.files };
}

/** A left form as a field has it; `undefined` where it is too long for one. */
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
