import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { ImportRun } from '../admin/documents';
import type { Api } from '../api/client';
import type { Reference, RequestLimit } from '../help/reference/model';
import type { Language, Texts } from '../i18n';
import type { Formats } from '../i18n/formats';
import type { SleevePictures } from '../ui/sleeves';
import type { Addresses } from './addresses';
import type { AssetName } from './asset-files';
import type { Secret } from './one-time-store';
import type { BrowserCookies } from './session-cookie';
import type { UploadStore } from './upload-store';

export interface Visitor {
  readonly id: string;
  readonly username: string;
  readonly role: string;
  readonly createdAt: string;
  readonly email: string | null;
}

/** A page being looked at, by whom and how: everything that a page is given. */
export interface RequestContext {
  readonly request: Request;
  /** Of the page, without the path that the server is reached below. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** `undefined` where nobody is signed in. */
  readonly user: Visitor | undefined;
  readonly api: Api;
  /** The API as its reference shows it. */
  readonly reference: () => Promise<Reference>;
  readonly requestLimit: RequestLimit | undefined;
  /** The addresses of pages. */
  readonly to: Addresses;
  /** Scheme and host as the reader sees them, with the path that the server is reached below: `https://films.example/music`. */
  readonly origin: string;
  readonly language: Language;
  /** The language that the reader has chosen; `undefined` where the browser says it. */
  readonly chosenLanguage: Language | undefined;
  readonly t: Texts;
  readonly format: Formats;
  readonly theme: 'light' | 'dark' | undefined;
  /** The address of an embedded file. */
  readonly asset: (name: AssetName) => string;
  /** The token that every form carries. */
  readonly formToken: () => string;
  /** What the forms of this visit are bound to: the session, or a cookie of its own. */
  readonly formSecret: () => string;
  readonly cookies: BrowserCookies;
  /** Secrets that a form made, and the page after it shows this once. */
  readonly once: Once;
  /** Files between the look at what they would do and its confirmation. */
  readonly files: UploadStore;
  readonly sleevePictures: SleevePictures;
  /** Takes so many pages from the budget of the reader, and throws a 429 where fewer are left. */
  readonly spend: (pages: number) => void;
  /** Whether search engines may keep pages. */
  readonly isIndexed: boolean;
  /** An import that runs, for administrators alone. */
  readonly runningImport: ImportRun | undefined;
  readonly now: Date;
}

/** Takes a secret from the form that made it to the page that shows it. */
export interface Once {
  /** Keeps a secret, and gives the word for it, which goes into the address of the page. */
  readonly keep: (secret: Secret) => string;
  /** The secret of the word in this page's address (`once`); another time it is gone. */
  readonly take: () => Secret | undefined;
}

const CurrentContext = createContext<RequestContext | undefined>(undefined);

/** Gives the components below it the visit. */
export const RequestContextProvider = CurrentContext.Provider;

/** The visit that a component is shown in. */
export function useRequestContext(): RequestContext {
  const visit = useContext(CurrentContext);
  if (!visit) throw new Error('A component was rendered outside of a page.');
  return visit;
}
