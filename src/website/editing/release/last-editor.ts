import type { Visit } from '../../http/request-context';

/** Who saved a record, and when. */
export interface LastEditor {
  readonly username: string;
  readonly at: string;
}

interface RevisionList {
  readonly data: readonly { readonly attributes: { readonly username: string | null; readonly created_at: string } }[];
}

/** Who saved a record since a moment; nobody, where it was an import. */
export async function lastEditor({ api }: Visit, iri: string, since: string): Promise<LastEditor | undefined> {
  const { data } = await api.read<RevisionList>(`${iri}/revisions`, { itemsPerPage: 1 });
  const { username = null, created_at: at = '' } = data[0]?.attributes ?? {};
  return username !== null && new Date(at) >= new Date(since) ? { username, at } : undefined;
}
