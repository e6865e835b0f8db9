import { HttpError } from '../../http/errors';
import { keepForReaders, neverKeep } from '../../http/response-cache';
import { message } from '../../messages/message';
import type { Asker, Resource } from '../schema/resource';

/** What one person alone is told of the records that were found: members of `meta`. */
export type Notes = Readonly<Record<string, readonly object[]>>;

/** What the person who sends a request keeps for themselves of the records of the catalog. */
export interface Personal {
  /** Says what there is to tell of the records of these keys; `undefined` where that is nothing of their own. */
  readonly notes: (request: Request, resource: Resource, keys: readonly number[]) => Notes | undefined;
  /**
   * Who asks.
   * @throws {HttpError} a 403, where their token lacks one of the scopes
   */
  readonly asker: (request: Request, scopes: readonly string[]) => Asker;
  /** Whether whoever asks may see an unreviewed record. */
  readonly seesUnreviewed?: (request: Request, resource: Resource, key: number) => boolean;
  /** Says of a record what is for those who may change it: members of `meta`; `undefined` for all others. */
  readonly ofEditors?: (request: Request, resource: Resource, key: number) => object | undefined;
}

/** The same, where no answer in which it had a say is kept for others. */
export const unkept = ({ notes, asker, seesUnreviewed, ofEditors }: Personal): Personal => ({
  notes(request, ...of) {
    neverKeep(request);
    return notes(request, ...of);
  },
  asker(request, scopes) {
    neverKeep(request);
    return asker(request, scopes);
  },
  ...(seesUnreviewed && {
    seesUnreviewed(request, ...of) {
      neverKeep(request);
      return seesUnreviewed(request, ...of);
    },
  }),
  ...(ofEditors && {
    ofEditors(request, ...of) {
      const told = ofEditors(request, ...of);
      if (told) neverKeep(request);
      else keepForReaders(request);
      return told;
    },
  }),
});

export const nobody: Personal = {
  notes: () => undefined,
  asker: () => {
    throw new HttpError(403, message('no_lists'));
  },
};
