/** An item of a credit list (docs/records.md). */
export interface Credit {
  readonly iri: string;
  name_variation?: string | null;
  readonly position?: number;
  join_phrase?: string | null;
  /** The slug of a role; none where the source does not say what somebody did. */
  readonly credit_role?: string;
  /** What the role says in brackets. */
  readonly detail?: string;
  /** The tracks that it is for, as printed, where they could not be told. */
  readonly tracks?: string;
}

/**
 * No credit line has more; longer ones come of broken records. Each credit writes the release's entry in the search anew,
 * so that many thousands would take hours.
 */
export const longestCreditList = 500;

/** A release may name this many who worked on it and on its tracks. */
export const mostCredited = 2_000;

/** What tells the credits of one list apart: nobody does the same thing twice. */
export const creditKey = ({ iri, credit_role = '', detail = '', tracks = '' }: Credit): string =>
  detail === '' && tracks === '' ? `${iri} ${credit_role}` : `${iri} ${credit_role} [${detail}] ${tracks}`;
