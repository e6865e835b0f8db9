import type { CreditedRole, CreditObject } from '../../../search/artist-credits';
import type { Api, PageMeta } from '../../api/client';
import { pageNumber } from '../../http/page';
import type { RequestContext } from '../../http/request-context';

export interface CreditsOfArtist {
  readonly data: readonly CreditObject[];
  readonly meta: PageMeta & {
    /** Most frequent first. */
    readonly roles: readonly CreditedRole[];
    /** Number of works. */
    readonly works: number;
  };
}

const creditsOfRole = 12;

/** The maximum. */
const creditsAtOnce = 100;

/** Later roles only get a link. */
const mostReads = 4;

export async function readCredits(api: Api, artist: string): Promise<CreditsOfArtist> {
  const read = (page: number) =>
    api.read<CreditsOfArtist>(`${artist}/credits`, { perRole: creditsOfRole, itemsPerPage: creditsAtOnce, page });
  const first = await read(1);
  const reads = Math.min(mostReads, Math.ceil(first.meta.totalItems / creditsAtOnce));
  const others = await Promise.all(Array.from({ length: Math.max(0, reads - 1) }, (_, index) => read(index + 2)));
  return { data: [first, ...others].flatMap(({ data }) => data), meta: first.meta };
}

export const readCreditsOfRole = (context: RequestContext, artist: string, role: string): Promise<CreditsOfArtist> =>
  context.api.read<CreditsOfArtist>(`${artist}/credits`, { role, itemsPerPage: creditsAtOnce, page: pageNumber(context) });
