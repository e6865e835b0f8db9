import { demoServer, type TestServer } from '../support/server';
import { uuid } from '../support/uuids';

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

export const artist = (number: number, name: string, rest: object = {}) => ({
  type: 'Artist',
  id: `/api/artists/${uuid(number)}`,
  attributes: { name, _type: 'person', ...rest },
});
export const production = (number: number, title: string, rest: object = {}) => ({
  type: 'Production',
  id: `/api/productions/${uuid(number)}`,
  attributes: { title, _type: 'movie', ...rest },
});
export const release = (number: number, title: string, rest: object = {}) => ({
  type: 'Release',
  id: `/api/releases/${uuid(number)}`,
  attributes: { title, ...rest },
});
export const label = (number: number, name: string, rest: object = {}) => ({
  type: 'Label',
  id: `/api/labels/${uuid(number)}`,
  attributes: { name, ...rest },
});
