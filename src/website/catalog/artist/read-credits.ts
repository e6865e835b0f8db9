import type { Api } from '../../api/client';
import { pageNumber } from '../../http/page';
import type { RequestContext } from '../../http/request-context';

/** A production or a release that credits an artist. */
export interface ArtistCredit {
  readonly id: string;
  readonly attributes: {
    readonly credit_role: string;
    readonly role: string;
    readonly title: string;
    readonly slug: string;
    readonly year: number | null;
  };
  readonly relationships: { readonly record: { readonly data: { readonly type: 'Production' | 'Release' } } };
}

/** A role of an artist, and on how many records there is a credit with it. */
export interface CreditedRole {
  readonly credit_role: string;
  readonly role: string;
  readonly credits: number;
}

export interface ArtistCredits {
  readonly data: readonly ArtistCredit[];
  readonly meta: {
    readonly totalItems: number;
    readonly itemsPerPage: number;
    readonly currentPage: number;
    /** Of all that there are, the most frequent first. */
    readonly roles: readonly CreditedRole[];
  };
}

/** Credits of a role before the way to all of them. */
const creditsOfRole = 12;

/** The most that one read takes. */
const creditsAtOnce = 100;

/** Of those who did everything the last roles are led to, and not listed: three reads after the first are quick. */
const mostReads = 4;

/** The first credits of every role. */
export async function readCredits(api: Api, artist: string): Promise<ArtistCredits> {
  const read = (page: number) =>
    api.read<ArtistCredits>(`${artist}/credits`, { perRole: creditsOfRole, itemsPerPage: creditsAtOnce, page });
  const first = await read(1);
  const reads = Math.min(mostReads, Math.ceil(first.meta.totalItems / creditsAtOnce));
  const others = await Promise.all(Array.from({ length: Math.max(0, reads - 1) }, (_, index) => read(index + 2)));
  return { data: [first, ...others].flatMap(({ data }) => data), meta: first.meta };
}

/** A page of the credits with one role, which the address of the page asks for. */
export const readCreditsOfRole = (visit: RequestContext, artist: string, role: string): Promise<ArtistCredits> =>
  visit.api.read<ArtistCredits>(`${artist}/credits`, { role, itemsPerPage: creditsAtOnce, page: pageNumber(visit) });
