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

/** What tells the credits of one list apart: nobody does the same thing twice. */
export const creditKey = ({ iri, credit_role = '', detail = '', tracks = '' }: Credit): string =>
  detail === '' && tracks === '' ? `${iri} ${credit_role}` : `${iri} ${credit_role} [${detail}] ${tracks}`;
