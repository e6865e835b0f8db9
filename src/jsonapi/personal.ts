import { HttpError } from '../http/errors';
import type { Asker, Resource } from './resource';

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
  /** Says of a record what is for those who may change it: members of `meta`; `undefined` for all others. */
  readonly ofEditors?: (request: Request, resource: Resource, key: number) => object | undefined;
}

/** Where nobody keeps anything. */
export const nobody: Personal = {
  notes: () => undefined,
  asker: () => {
    throw new HttpError(403, 'Nobody keeps lists here.');
  },
};
