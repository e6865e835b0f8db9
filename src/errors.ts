import { type Message, type MessageCode, type Params, type ParamsOf, sentenceOf } from './messages/message';

/** HTTP maps a kind to a status, the command line to an exit code. */
export type ErrorKind =
  /** A request, setting or command line breaks a rule. */
  | 'invalid'
  /** Well-formed, but not allowed for the record. */
  | 'unprocessable'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  /** Contradicts the current state or another document. */
  | 'conflict'
  /** No longer stored. */
  | 'gone'
  | 'too_large'
  /** May succeed later. */
  | 'unavailable'
  /** The server or command cannot run on this machine. Never shown to clients. */
  | 'setup';

/** JSON:API `source`. */
export interface ErrorSource {
  readonly parameter?: string;
  readonly pointer?: string;
  readonly header?: string;
}

export interface Problem {
  readonly problem: Message;
  readonly detail: string;
  readonly source?: ErrorSource | undefined;
}

export interface ErrorDetails {
  readonly source?: ErrorSource | undefined;
  /** The field that the detail begins with. */
  readonly field?: string | undefined;
  /** Problems of the same kind, shown as separate errors where possible. */
  readonly further?: readonly Problem[];
  readonly retryAfterSeconds?: number;
}

/** Thrown anywhere, presented once. */
export class DomainError extends Error {
  /** Undefined for errors that clients never see. */
  readonly problem: Message | undefined;
  /** English, one sentence. */
  readonly detail: string;
  readonly source: ErrorSource | undefined;
  readonly further: readonly Problem[];
  readonly retryAfterSeconds: number | undefined;

  constructor(
    readonly kind: ErrorKind,
    problem: Message | string,
    { source, field, further = [], retryAfterSeconds }: ErrorDetails = {},
  ) {
    const sentence = typeof problem === 'string' ? problem : sentenceOf(problem, source?.parameter);
    const detail = field === undefined ? sentence : `${field}: ${sentence}`;
    super(detail);
    this.problem = typeof problem === 'string' ? undefined : problem;
    this.detail = detail;
    this.source = source;
    this.further = further;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** An error of the kind `setup`, such as most errors of imports. */
export class SetupError extends DomainError {
  constructor(detail: string) {
    super('setup', detail);
  }
}

/** "no such file or directory", of an error of the system, without its code and call. */
export const systemReason = (error: unknown): string =>
  (error as Error).message.replace(/^(?:Error: )?(?:E[A-Z]+: )?/, '').replace(/, \w+(?: '.*)?$/s, '');

/** Why a file cannot be read or written. */
export const fileProblem = (file: string, error: unknown, use: 'read' | 'written' = 'read'): string =>
  (error as { readonly code?: string }).code === 'ENOENT' && use === 'read'
    ? `There is no file ${file}.`
    : `${file} cannot be ${use}: ${systemReason(error)}.`;

export const badUsage = (detail: string): DomainError => new DomainError('invalid', detail);

type Arguments<C extends MessageCode> = [keyof ParamsOf<C>] extends [never]
  ? [params?: Params, source?: ErrorSource]
  : [params: ParamsOf<C>, source?: ErrorSource];

const errorOf =
  (kind: ErrorKind) =>
  <C extends MessageCode>(code: C, ...[params = {}, source]: Arguments<C>): DomainError =>
    new DomainError(kind, { code, params }, { source });

export const invalid = errorOf('invalid');
export const unauthenticated = errorOf('unauthenticated');
export const forbidden = errorOf('forbidden');
export const notFound = errorOf('not_found');
export const conflict = errorOf('conflict');
export const tooLarge = errorOf('too_large');
export const unprocessable = errorOf('unprocessable');

export const badParameter = <C extends MessageCode>(parameter: string, code: C, ...[params = {}]: Arguments<C>): DomainError =>
  new DomainError('invalid', { code, params }, { source: { parameter } });
