import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Reader } from '../../accounts/users/users';
import type { Progress } from '../../online/completion/documents';
import type { ImportRun } from '../admin/documents';
import type { Api } from '../api/client';
import type { ApiReference, RequestLimit } from '../help/reference/model';
import type { Language, Texts } from '../i18n';
import type { Formats } from '../i18n/formats';
import type { SleevePictures } from '../ui/sleeves';
import type { Addresses } from './addresses';
import type { AssetName } from './asset-files';
import type { Secret } from './one-time-store';
import type { ServerMeta } from './server';
import type { BrowserCookies } from './session-cookie';
import type { UploadStore } from './upload-store';

/** A page request with everything that pages need. */
export interface RequestContext {
  readonly request: Request;
  /** Without base path. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Undefined if not signed in. */
  readonly user: Reader | undefined;
  readonly api: Api;
  readonly reference: () => Promise<ApiReference>;
  /** What the server says of itself. */
  readonly server: () => ServerMeta;
  readonly requestLimit: RequestLimit | undefined;
  readonly to: Addresses;
  /** Public origin with base path: `https://films.example/music`. */
  readonly origin: string;
  /** With base path, at which clients reach the server without a proxy. */
  readonly serverOrigins: () => readonly string[];
  readonly language: Language;
  /** Undefined if the browser decides. */
  readonly chosenLanguage: Language | undefined;
  readonly t: Texts;
  readonly format: Formats;
  readonly theme: 'light' | 'dark' | undefined;
  readonly asset: (name: AssetName) => string;
  readonly formToken: () => string;
  /** Binds forms to the session or a cookie. */
  readonly formSecret: () => string;
  readonly cookies: BrowserCookies;
  readonly once: Once;
  /** Uploads between preview and confirmation. */
  readonly files: UploadStore;
  readonly sleevePictures: SleevePictures;
  /**
   * Spends from the reader's page budget.
   * @throws {RateLimitExceeded}
   */
  readonly spend: (pages: number) => void;
  readonly isIndexed: boolean;
  /** For administrators only. */
  readonly runningImport: ImportRun | undefined;
  readonly runningCompletion: Progress | undefined;
  readonly now: Date;
}

/** Hands secrets to the next page. */
export interface Once {
  /**
   * @param next takes it along with the session instead of the address: for {@link takeNext}
   * @returns the key for the address
   */
  readonly keep: (secret: Secret, next?: 'next') => string;
  readonly takeNext: () => Secret | undefined;
  /** From the key in the address, under `once` by default; works once. */
  readonly take: (parameter?: string) => Secret | undefined;
}

const CurrentContext = createContext<RequestContext | undefined>(undefined);

export const RequestContextProvider = CurrentContext.Provider;

export function useRequestContext(): RequestContext {
  const context = useContext(CurrentContext);
  if (!context) throw new Error('A component was rendered outside of a page.');
  return context;
}
