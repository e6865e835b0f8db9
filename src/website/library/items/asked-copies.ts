import { askedPage } from '../../http/page-number';
import type { Visit } from '../../http/request-context';
import { asksForAll, copiesAtMost, copiesAtOnce, copiesForApi } from './asked-list';
import { type Copy, collectionPath, type HeldPage, readHeld } from './items';

/** The most that the API gives at once. */
const pageOfApi = 100;

/** Reads the page of copies that an address asks for. */
export function readAskedCopies(visit: Visit): Promise<HeldPage<Copy>> {
  if (asksForAll(visit)) return readMany(visit);
  return readHeld<Copy>(visit.api, collectionPath, { ...copiesForApi(visit), page: askedPage(visit), itemsPerPage: copiesAtOnce });
}

/** A long page, of several pages of the API. */
async function readMany(visit: Visit): Promise<HeldPage<Copy>> {
  const currentPage = askedPage(visit);
  const pages = copiesAtMost / pageOfApi;
  const read = (part: number) => {
    const page = (currentPage - 1) * pages + part;
    return readHeld<Copy>(visit.api, collectionPath, { ...copiesForApi(visit), page, itemsPerPage: pageOfApi });
  };
  const first = await read(1);
  const { totalItems } = first.meta;
  const last = Math.min(pages, Math.ceil(totalItems / pageOfApi) - (currentPage - 1) * pages);
  const others = await Promise.all(Array.from({ length: Math.max(0, last - 1) }, (_, index) => read(index + 2)));
  return { held: [first, ...others].flatMap(({ held }) => held), meta: { totalItems, itemsPerPage: copiesAtMost, currentPage } };
}
