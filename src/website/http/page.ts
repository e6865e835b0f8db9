import type { ComponentChildren } from 'preact';
import { badParameter } from '../../errors';
import type { Texts } from '../i18n';
import type { AssetName } from './asset-files';
import type { SentForm } from './form';
import type { RequestContext } from './request-context';

/** `catalog`, `feed` and `editor` depend on settings. A `feed` also takes the tokens of feed readers. */
type Access = 'anyone' | 'catalog' | 'feed' | 'user' | 'editor' | 'admin';

export interface Page {
  /** Without the site's name; undefined for the name alone. */
  readonly title: string | undefined;
  readonly body: ComponentChildren;
  /** Its decade colors the page. */
  readonly year?: number | null;
  readonly current?: keyof Texts['browse']['lists'] | 'statistics' | 'collection' | 'settings';
  readonly status?: number;
  readonly about?: About;
  readonly scripts?: readonly AssetName[];
  readonly modules?: readonly AssetName[];
  /** Extends the Content-Security-Policy. */
  readonly runsWebAssembly?: boolean;
  /** Prevents caching of secrets. */
  readonly isSecret?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
  /** For sign-in pages, without navigation. */
  readonly isDoor?: boolean;
  /** Replaces the links at the foot. */
  readonly foot?: ComponentChildren;
  /** A small header without search, for phones. */
  readonly isSlim?: boolean;
  readonly searched?: string;
}

export interface About {
  readonly description?: string | undefined;
  /** Path with the record's slug. */
  readonly canonical?: string;
  /** Path of an image. */
  readonly picture?: string;
  readonly type?: 'website' | 'music.album' | 'video.movie' | 'profile';
  /** JSON-LD (https://schema.org). */
  readonly data?: object;
}

export type PageAnswer = Page | Response;

/** `/artists/:slug` has `slug`. */
type ParametersOf<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? { readonly [K in Name]: string } & ParametersOf<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? { readonly [K in Name]: string }
    : unknown;

/** Of pages about one record. */
export interface IdParameter {
  readonly id: string;
}

/** A module exports the handlers of one page, or a pair of handlers per page. */
export interface PageModule<P> {
  readonly get?: (context: RequestContext, parameters: P) => Promise<PageAnswer> | PageAnswer;
  readonly post?: (context: RequestContext, parameters: P, form: SentForm) => Promise<PageAnswer> | PageAnswer;
}

export interface PageEntry {
  readonly path: string;
  readonly access: Access;
  // Checked where the entry is created.
  readonly load: () => Promise<PageModule<never>>;
  /** Whether reading it is exempt from the page rate limit. */
  readonly isFree: boolean;
  readonly maximumFormBytes: number;
  /** Whether a form may have large files as its last fields, which the page reads as they arrive. */
  readonly takesUpload: boolean;
  /** Whether a form that is sent twice takes effect once, and leads where it led before. */
  readonly isSentOnce: boolean;
  /** Whether its address is a secret: it is named to no other site and no search engine. */
  readonly isLink: boolean;
}

/** Fits an interrupted form of 512 KiB JSON with every byte escaped. */
const maximumTextBytes = 2 * 1_048_576;

/** Declares a page: path, access and module, which is loaded on first use. */
export function page<const Path extends string>(
  path: Path,
  access: Access,
  load: () => Promise<PageModule<ParametersOf<Path>>>,
  {
    isFree = false,
    maximumFormBytes = maximumTextBytes,
    takesUpload = false,
    isSentOnce = false,
    isLink = false,
  }: Partial<Pick<PageEntry, 'isFree' | 'maximumFormBytes' | 'takesUpload' | 'isSentOnce' | 'isLink'>> = {},
): PageEntry {
  return { path, access, load, isFree, maximumFormBytes, takesUpload, isSentOnce, isLink };
}

/** 303 after a form (RFC 9110, section 15.4.4). */
export const seeOther = (location: string, headers: Readonly<Record<string, string>> = {}): Response =>
  new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store', ...headers } });

/** Thrown while a page reads its record, in place of the page: {@link movedTo}. */
export class MovedPage extends Error {
  constructor(readonly location: string) {
    super(`Moved to ${location}`);
  }
}

/** Permanent redirect of renamed and merged records. Browsers ask again each time, since either can be undone. */
export const movedTo = (location: string): Response =>
  new Response(null, { status: 301, headers: { location, 'cache-control': 'private, no-cache' } });

export const isPage = (answer: PageAnswer): answer is Page => !(answer instanceof Response);

/** More than any list has. */
const maximumPage = 1_000_000;

/** @throws {DomainError} invalid */
export function pageNumber({ query }: RequestContext, parameter = 'page'): number {
  const text = query.get(parameter) || '1';
  const page = /^\+?\d+$/.test(text) ? Number(text) : 0;
  if (page >= 1 && page <= maximumPage) return page;
  throw badParameter(parameter, 'invalid_range', { min: 1, max: maximumPage });
}
