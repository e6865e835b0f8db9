import { demoServer, type TestServer } from '../support/server';

interface Hit {
  readonly id: string;
  readonly type: string;
  readonly field: string;
  readonly snippet: string;
}

/** The document of a search. */
export interface SearchPage {
  readonly data: readonly { readonly id: string; readonly type: string; readonly attributes: Record<string, unknown> }[];
  readonly links: Record<string, string>;
  readonly meta: {
    readonly totalItems: number;
    readonly counts: Record<string, number>;
    readonly atLeast: string[];
    readonly hits: readonly Hit[];
    readonly understood: readonly { readonly word: string; readonly filter: string; readonly value: string }[];
    readonly corrected?: { readonly from: string; readonly to: string };
    readonly didYouMean: string | null;
    readonly didYouMeanLink: string | null;
    readonly ignoredParameters?: string[];
  };
}

export const searchPath = (typed: string, more = ''): string => `/api/search?q=${encodeURIComponent(typed)}${more}`;

/** Searches the demo or another server. */
export const search = async (typed: string, more = '', of?: TestServer): Promise<SearchPage> =>
  (await (of ?? (await demoServer())).read(searchPath(typed, more))) as unknown as SearchPage;
