/** What a revision says of a record before a change, or after it. */
export interface Said {
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly relationships: Readonly<Record<string, unknown>>;
}

/** A change by a person, as the API tells it. */
export interface Revision {
  readonly id: string;
  readonly attributes: {
    readonly _id: string;
    readonly number: number;
    readonly action: 'added' | 'changed' | 'deleted' | 'merged';
    readonly note: string | null;
    readonly username: string | null;
    /** Where it was made: over the API, or by a command of the server. */
    readonly source?: string;
    readonly before: Said | null;
    readonly after: Said | null;
    readonly reverts: number | null;
    readonly created_at: string;
  };
  readonly relationships: {
    readonly record: { readonly data: { readonly type: string; readonly id: string } };
    readonly user?: { readonly data: { readonly id: string } | null };
  };
}

export interface RevisionList {
  readonly data: readonly Revision[];
  readonly meta: { readonly totalItems: number; readonly itemsPerPage: number; readonly currentPage: number };
}

/** All that a record says before a change, or after it: attributes, and what its relationships lead to. */
export const fieldsOf = (said: Said | null): Readonly<Record<string, unknown>> => ({
  ...said?.attributes,
  ...Object.fromEntries(Object.entries(said?.relationships ?? {}).map(([name, value]) => [name, linkOf(value)])),
});

/** Where a relationship leads; `null` where it leads nowhere. */
function linkOf(value: unknown): unknown {
  const data = (value as { readonly data?: { readonly id?: string } | null } | null)?.data;
  return data?.id === undefined ? null : { iri: data.id };
}
