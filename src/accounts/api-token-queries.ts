import type { Store } from '../store/database/open';
import { now } from '../store/values/time';

/** Unrevoked API access tokens. Tokens of a sign-in are not included. */
export const unrevokedApiTokens = ({ db }: Store) =>
  db.selectFrom('token').where('token.kind', '=', 'api').where('token.revoked_at', 'is', null);

/** Unrevoked and unexpired tokens of enabled users. */
export const goodApiTokens = (store: Store) =>
  unrevokedApiTokens(store).where(({ or, eb }) => or([eb('token.expires_at', 'is', null), eb('token.expires_at', '>', now())]));
