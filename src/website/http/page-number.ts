import type { Visit } from './request-context';

/** More pages than any list of a catalog has. */
const maximumPage = 1_000_000;

/** Which page of a list an address asks for; the first for anything that is no number. */
export function askedPage({ query }: Visit, parameter = 'page'): number {
  const page = Number(query.get(parameter));
  return Number.isInteger(page) && page >= 1 && page <= maximumPage ? page : 1;
}
