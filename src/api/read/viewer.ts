import { HttpError } from '../../http/errors';
import { preventCaching, restrictToReaders } from '../../http/response-cache';
import { message } from '../../messages/message';
import type { Asker, Resource } from '../schema/resource';

/** Members of `meta` for one viewer only. */
export type Notes = Readonly<Record<string, object>>;

/** What two releases have in common, most specific first. */
export const sharedThings = ['release', 'album', 'production'] as const;

/** How many of the scores or releases of a record the viewer owns. */
export interface Share {
  readonly owned: number;
  readonly total: number;
}

/** Callbacks for viewer-specific parts of a response. */
export interface Personal {
  /** Notes about the viewer's own items among these records; `undefined` if there are none. */
  readonly notes: (request: Request, resource: Resource, keys: readonly number[]) => Notes | undefined;
  /** How much of a record's scores the viewer owns; `undefined` if that is not to be known. */
  readonly completeness?: (request: Request, resource: Resource, key: number) => Notes | undefined;
  /** Shares by key, of those among the records of which the viewer owns some; `undefined` if that is not to be known. */
  readonly shares?: (request: Request, resource: Resource, keys: readonly number[]) => ReadonlyMap<number, Share> | undefined;
  /** Which of these records the viewer owns or wants, or has an edition of that they do. */
  readonly keeps?: (request: Request, resource: Resource, keys: readonly number[]) => ReadonlySet<number>;
  /**
   * The viewer.
   * @throws {HttpError} 403 if the token lacks one of the scopes
   */
  readonly asker: (request: Request, scopes: readonly string[]) => Asker;
  /** Whether the viewer may see an unreviewed record. */
  readonly seesUnreviewed?: (request: Request, resource: Resource, key: number) => boolean;
  /** Members of `meta` for editors; `undefined` for other viewers. */
  readonly ofEditors?: (request: Request, resource: Resource, key: number) => object | undefined;
}

/** Marks responses as private, if a callback contributed to them. */
export const withoutCaching = ({ notes, completeness, shares, keeps, asker, seesUnreviewed, ofEditors }: Personal): Personal => ({
  notes(request, ...of) {
    preventCaching(request);
    return notes(request, ...of);
  },
  asker(request, scopes) {
    preventCaching(request);
    return asker(request, scopes);
  },
  ...(completeness && {
    completeness(request, ...of) {
      preventCaching(request);
      return completeness(request, ...of);
    },
  }),
  ...(shares && {
    shares(request, ...of) {
      preventCaching(request);
      return shares(request, ...of);
    },
  }),
  ...(keeps && {
    keeps(request, ...of) {
      preventCaching(request);
      return keeps(request, ...of);
    },
  }),
  ...(seesUnreviewed && {
    seesUnreviewed(request, ...of) {
      preventCaching(request);
      return seesUnreviewed(request, ...of);
    },
  }),
  ...(ofEditors && {
    ofEditors(request, ...of) {
      const notes = ofEditors(request, ...of);
      if (notes) preventCaching(request);
      else restrictToReaders(request);
      return notes;
    },
  }),
});

export const nobody: Personal = {
  notes: () => undefined,
  asker: () => {
    throw new HttpError(403, message('no_lists'));
  },
};
