import type { Store } from '../store/database/open';
import { now } from '../store/values/time';

/** API access tokens that nobody has revoked, of all users. The tokens of a sign-in come and go with it, and are none. */
export const unrevokedApiTokens = ({ db }: Store) =>
  db.selectFrom('token').where('token.kind', '=', 'api').where('token.revoked_at', 'is', null);

/** Those of {@link unrevokedApiTokens} that work today. */
export const goodApiTokens = (store: Store) =>
  unrevokedApiTokens(store).where(({ or, eb }) => or([eb('token.expires_at', 'is', null), eb('token.expires_at', '>', now())]));
