import { forbidden } from '../../errors';
import { timestamp } from '../../store/values/time';
import { scopes as everyScope, type Principal, type Scope } from '../principal';
import { apiTokenLifetimeDays, inDays, type TokenLimits } from '../tokens';

/**
 * The limits of a token that is made with another API access token: it may do what its maker may, and lives as long, or
 * less of both. It ends with its maker too.
 * @throws {DomainError} forbidden, where more is asked for
 */
export function inheritedLimits({ scopes, expiresAt }: TokenLimits, maker: Principal): TokenLimits {
  return {
    scopes: inheritedScopes(scopes, maker.scopes),
    expiresAt: inheritedEnd(expiresAt, maker.expiresAt),
    makerKey: maker.apiTokenKey,
  };
}

function inheritedScopes(asked: TokenLimits['scopes'], own: Principal['scopes']): readonly Scope[] | null {
  if (own === null) return asked ?? null;
  if (asked === undefined) return everyScope.filter((scope) => own.has(scope));
  if (asked?.every((scope) => own.has(scope))) return asked;
  throw forbidden('token_exceeds_scopes', { scopes: [...own] }, { pointer: '/data/attributes/scopes' });
}

function inheritedEnd(asked: TokenLimits['expiresAt'], own: number | null): string | null | undefined {
  if (own === null) return asked;
  const end = timestamp(new Date(own));
  const asUsual = inDays(apiTokenLifetimeDays);
  if (asked === undefined) return Date.parse(asUsual) < own ? asUsual : end;
  if (asked !== null && Date.parse(asked) <= own) return asked;
  throw forbidden('token_expires_later', { end }, { pointer: '/data/attributes/expires_at' });
}
