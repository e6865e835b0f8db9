/** What one error says is at fault: JSON:API `source`. */
export interface ErrorSource {
  readonly parameter?: string;
  readonly pointer?: string;
  readonly header?: string;
}

/** Something a client asked for cannot be had. Each face (API, website) presents it in its own form. */
export class Problem extends Error {
  constructor(
    readonly status: number,
    /** One sentence for a person. */
    readonly detail: string,
    readonly source?: ErrorSource,
    readonly headers: Readonly<Record<string, string>> = {},
    /** What is wrong beside it, of the same status: errors of their own in the answer. */
    readonly further: readonly { readonly detail: string; readonly source?: ErrorSource }[] = [],
  ) {
    super(detail);
  }
}

/** A query parameter breaks its rule. */
export const badParameter = (parameter: string, detail: string): Problem => new Problem(400, detail, { parameter });

/** No record stands at the address. */
export const notFound = (detail: string): Problem => new Problem(404, detail);

/** The server cannot start or a command cannot run as it was asked to: one line, exit code 1. */
export class SetupError extends Error {}

/** A command line, setting or file of settings breaks a rule: one line, exit code 2. */
export class UsageError extends Error {}
