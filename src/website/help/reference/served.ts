import type { Server } from '../../http/server';
import { type Reference, referenceOf } from './model';
import type { OpenApi } from './schema';

const kept = new WeakMap<Server, Promise<Reference>>();

/** The reference of a server's API, made when its first page is asked for. */
export function servedReference(server: Server): Promise<Reference> {
  const made = kept.get(server) ?? server.describe().then((document) => referenceOf(document as OpenApi));
  kept.set(server, made);
  return made;
}
