import type { ComponentChildren } from 'preact';
import type { AssetName } from './asset-files';
import type { SentForm } from './form';
import type { RequestContext } from './request-context';

/** Whom a page is for: `catalog` is whoever may see the catalog, and `editor` whoever may change it, as settings say. */
type Access = 'anyone' | 'catalog' | 'user' | 'editor' | 'admin';

/** A page's matter, and what its head says of it. */
export interface Page {
  /** Without the name of the site, which is put behind it; `undefined` for that alone. */
  readonly title: string | undefined;
  readonly body: ComponentChildren;
  /** The year whose decade colours the page. */
  readonly year?: number | null;
  readonly current?: 'albums' | 'releases' | 'productions' | 'artists' | 'labels' | 'statistics' | 'collection' | 'settings';
  readonly status?: number;
  readonly about?: About;
  /** Names of embedded scripts that only this page needs. */
  readonly scripts?: readonly AssetName[];
  /** The same, of scripts that are modules. */
  readonly modules?: readonly AssetName[];
  /** Whether it runs WebAssembly, which the policy else forbids. */
  readonly runsWebAssembly?: boolean;
  /** Whether nothing may keep it: it shows a secret. */
  readonly isSecret?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether it is a page to come in by, with nothing around it that is not seen before. */
  readonly isDoor?: boolean;
  /** Whether its head is low, and without search and navigation of the catalog: it is used standing, on a phone. */
  readonly isSlim?: boolean;
  readonly searched?: string;
}

export interface About {
  readonly description?: string | undefined;
  /** The path of the page by its record's slug, as `visit.to` makes it. */
  readonly canonical?: string;
  /** The path of a picture of it. */
  readonly picture?: string;
  readonly type?: 'website' | 'music.album' | 'video.movie' | 'profile';
  /** A JSON-LD object (https://schema.org). */
  readonly data?: object;
}

/** What a page answers: itself, or a response of its own such as a redirect or a file. */
export type Answer = Page | Response;

/** The parameters of a path: `/artists/:slug` has `slug`. */
type ParametersOf<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? { readonly [K in Name]: string } & ParametersOf<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? { readonly [K in Name]: string }
    : unknown;

/** The handlers of an address: a module of one page exports them, one of several pages exports a pair of them for each. */
export interface PageModule<P> {
  /** Answers GET; pages without it take forms only. */
  readonly get?: (visit: RequestContext, parameters: P) => Promise<Answer> | Answer;
  /** Answers a form that was sent to the page's address. */
  readonly post?: (visit: RequestContext, parameters: P, form: SentForm) => Promise<Answer> | Answer;
}

/** An entry of the site map. */
export interface PageEntry {
  readonly path: string;
  readonly access: Access;
  // Which parameters a page has is checked where the entry is made.
  readonly load: () => Promise<PageModule<never>>;
  /** Whether it stays open to an address whose budget of pages others have spent. */
  readonly isFree: boolean;
  readonly maximumFormBytes: number;
}

/** Of a form without a file: a form that waited over a sign-in, of 512 KiB of JSON with each of its bytes escaped. */
const maximumTextBytes = 2 * 1_048_576;

/** Puts a page on the site map: its path, whom it is for, and its file, which is loaded when it is first asked for. */
export function page<const Path extends string>(
  path: Path,
  access: Access,
  load: () => Promise<PageModule<ParametersOf<Path>>>,
  { isFree = false, maximumFormBytes = maximumTextBytes }: Partial<Pick<PageEntry, 'isFree' | 'maximumFormBytes'>> = {},
): PageEntry {
  return { path, access, load, isFree, maximumFormBytes };
}

/** Leads on to another page after a form was taken (RFC 9110, section 15.4.4). */
export const seeOther = (location: string, headers: Readonly<Record<string, string>> = {}): Response =>
  new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store', ...headers } });

/** The page has moved for good, as a renamed or merged record has. */
export const movedTo = (location: string): Response =>
  new Response(null, { status: 301, headers: { location, 'cache-control': 'private, max-age=3600' } });

export const isPage = (answer: Answer): answer is Page => !(answer instanceof Response);

/** More pages than any list of a catalog has. */
const maximumPage = 1_000_000;

/** Which page of a list an address asks for; the first for anything that is no number. */
export function pageNumber({ query }: RequestContext, parameter = 'page'): number {
  const page = Number(query.get(parameter));
  return Number.isInteger(page) && page >= 1 && page <= maximumPage ? page : 1;
}
