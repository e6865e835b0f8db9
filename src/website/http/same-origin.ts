import { forbidden } from '../../errors';
import type { PublicAddress } from '../../http/public-address';

/**
 * Lets a form through only where one of this server's own pages sent it, or the person did without any page.
 *
 * Over https browsers say that themselves in `Sec-Fetch-Site`, and no page can say it for them (Fetch Metadata). Over plain
 * http they leave it out: `Origin` then is compared with the public address, and `Referer` where that is missing.
 * @throws {DomainError} forbidden, for all others
 */
export function requireSameOrigin(request: Request, address: PublicAddress): void {
  if (!isOfOwnPage(request, address)) throw forbidden('foreign_form');
}

function isOfOwnPage(request: Request, address: PublicAddress): boolean {
  const { headers } = request;
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin' || site === 'none';
  const origin = headers.get('origin') ?? originOf(headers.get('referer'));
  return origin === address.originOf(request);
}

/** Undefined if invalid. */
const originOf = (address: string | null): string | undefined => (address === null ? undefined : URL.parse(address)?.origin);
