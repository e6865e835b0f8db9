/**
 * What is wrong, in a word for programs. The words are few: every face (HTTP, the command line) says once what it makes of
 * each, and knows nothing else of an error.
 */
export type ErrorCode =
  /** What is asked for, set or given breaks a rule. */
  | 'invalid'
  /** It is well-formed, and asks for what a record may not be. */
  | 'unprocessable'
  /** Nobody knows who is asking. */
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  /** Something stands in the way that is there already, or is another thing than the one that is meant. */
  | 'conflict'
  /** It was there, and is not kept any more. */
  | 'gone'
  | 'too_large'
  /** Later it may work: somebody else has what is needed. */
  | 'unavailable'
  /** The server cannot start, or a command cannot run, with what it finds on this machine or at another. No client is told. */
  | 'setup';

/** What an error says is at fault: JSON:API `source`. */
export interface ErrorSource {
  readonly parameter?: string;
  readonly pointer?: string;
  readonly header?: string;
}

/** What an error may say beside its sentence. */
export interface ErrorDetails {
  readonly source?: ErrorSource | undefined;
  /** What is wrong beside it, of the same code: errors of their own where a face has room for them. */
  readonly further?: readonly { readonly detail: string; readonly source?: ErrorSource }[];
  /** After how long it is worth another try. */
  readonly retryAfterSeconds?: number;
}

/** Something that was asked for cannot be had. It may be thrown anywhere, and is presented once by each face. */
export class DomainError extends Error {
  readonly source: ErrorSource | undefined;
  readonly further: NonNullable<ErrorDetails['further']>;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    readonly code: ErrorCode,
    /** One sentence for a person. */
    readonly detail: string,
    { source, further = [], retryAfterSeconds }: ErrorDetails = {},
  ) {
    super(detail);
    this.source = source;
    this.further = further;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** An error of the code `setup`: by far the most of an import's. */
export class SetupError extends DomainError {
  constructor(detail: string) {
    super('setup', detail);
  }
}

/** A parameter, body, command line, setting or file breaks a rule. */
export const invalid = (detail: string, source?: ErrorSource): DomainError => new DomainError('invalid', detail, { source });

/** A query parameter breaks its rule. */
export const badParameter = (parameter: string, detail: string): DomainError => invalid(detail, { parameter });

export const unauthenticated = (detail: string): DomainError => new DomainError('unauthenticated', detail);

export const forbidden = (detail: string, source?: ErrorSource): DomainError => new DomainError('forbidden', detail, { source });

/** No record stands at the address, or under the name. */
export const notFound = (detail: string): DomainError => new DomainError('not_found', detail);

export const conflict = (detail: string, source?: ErrorSource): DomainError => new DomainError('conflict', detail, { source });

export const tooLarge = (detail: string, source?: ErrorSource): DomainError => new DomainError('too_large', detail, { source });
