import { issueApiToken, revokeApiTokens } from '../accounts/tokens';
import { findUser } from '../accounts/users';
import { counted } from '../counted';
import type { Store } from '../database/open';
import { seedDemo } from '../import/seed';
import { isEmptyCatalog } from '../import/seed-state';
import { createDemoUser } from './demo-user';

/** The user whose token the demo prints. */
const demoUser = 'demo';
const demoToken = 'demo';

/**
 * Fills an empty catalog with the demo and creates its administrator, with a collection and an API access token. A
 * catalog with data is left as it is; one that the demo filled earlier gets a fresh token, since each is shown once.
 */
export async function prepareDemo(store: Store, say: (line: string) => void): Promise<string | undefined> {
  if (isEmptyCatalog(store)) {
    const { added } = await seedDemo(store);
    say(`Added the demo catalog: ${counted(added, 'record')}.`);
    if (!findUser(store, demoUser)) {
      const password = await createDemoUser(store, demoUser);
      say(`Sign in as ${demoUser} with the password ${password}. It is an administrator; the password is shown once.`);
    }
    return issueApiToken(store, demoUser, demoToken);
  }
  if ((await revokeApiTokens(store, demoUser, demoToken)) > 0) return issueApiToken(store, demoUser, demoToken);
  say('The catalog already has data, so the demo was not added.');
  return undefined;
}
