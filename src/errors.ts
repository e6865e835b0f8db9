import { type Message, type MessageCode, type Params, type ParamsOf, sentenceOf } from './messages/message';

/** The kind of an error. Each face (HTTP, the command line) maps a kind once: to a status, to an exit code. */
export type ErrorKind =
  /** The request, setting or command line breaks a rule. */
  | 'invalid'
  /** It is well-formed, and asks for what a record may not be. */
  | 'unprocessable'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  /** The current state rules it out, or the document is of another thing. */
  | 'conflict'
  /** It existed, and is no longer stored. */
  | 'gone'
  | 'too_large'
  /** A later try may succeed. */
  | 'unavailable'
  /** The server cannot start or a command cannot run on this machine. Never shown to a client. */
  | 'setup';

/** JSON:API `source`: what is at fault. */
export interface ErrorSource {
  readonly parameter?: string;
  readonly pointer?: string;
  readonly header?: string;
}

/** One problem: its message, and where it lies. */
export interface Problem {
  readonly problem: Message;
  readonly detail: string;
  readonly source?: ErrorSource | undefined;
}

export interface ErrorDetails {
  readonly source?: ErrorSource | undefined;
  /** The field of a record that the sentence is about: its detail begins with it. */
  readonly field?: string | undefined;
  /** Further problems of the same kind: errors of their own where a face shows several. */
  readonly further?: readonly Problem[];
  readonly retryAfterSeconds?: number;
}

/** An error that may be thrown anywhere, and is presented once by each face. */
export class DomainError extends Error {
  /** `undefined` for an error that no client ever sees: of the terminal, or of an import. */
  readonly problem: Message | undefined;
  /** One sentence for a person, in English. */
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

/** An error of the kind `setup`: most errors of an import. */
export class SetupError extends DomainError {
  constructor(detail: string) {
    super('setup', detail);
  }
}

/** A command line or a setting of this machine breaks a rule. */
export const badUsage = (detail: string): DomainError => new DomainError('invalid', detail);

type Arguments<C extends MessageCode> = [keyof ParamsOf<C>] extends [never]
  ? [params?: Params, source?: ErrorSource]
  : [params: ParamsOf<C>, source?: ErrorSource];

const errorOf =
  (kind: ErrorKind) =>
  <C extends MessageCode>(code: C, ...[params = {}, source]: Arguments<C>): DomainError =>
    new DomainError(kind, { code, params }, { source });

/** A parameter or body breaks a rule. */
export const invalid = errorOf('invalid');
export const unauthenticated = errorOf('unauthenticated');
export const forbidden = errorOf('forbidden');
/** No record exists at the address, or under the name. */
export const notFound = errorOf('not_found');
export const conflict = errorOf('conflict');
export const tooLarge = errorOf('too_large');

/** A query parameter breaks its rule. */
export const badParameter = <C extends MessageCode>(parameter: string, code: C, ...[params = {}]: Arguments<C>): DomainError =>
  new DomainError('invalid', { code, params }, { source: { parameter } });
