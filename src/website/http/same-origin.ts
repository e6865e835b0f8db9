import { forbidden } from '../../errors';
import type { PublicAddress } from '../../http/public-address';

/**
 * CSRF protection. Browsers send `Sec-Fetch-Site` over HTTPS; over HTTP, `Origin` or `Referer` is compared with the public
 * address.
 * @throws {DomainError} forbidden
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
