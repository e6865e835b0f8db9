/** An item of a credit list (docs/records.md). */
export interface Credit {
  readonly iri: string;
  name_variation?: string | null;
  readonly position?: number;
  join_phrase?: string | null;
  /** The slug of a role. */
  readonly credit_role: string;
}

/** What tells the credits of one list apart: nobody has a role twice. */
export const creditKey = ({ iri, credit_role }: Credit): string => `${iri} ${credit_role}`;
