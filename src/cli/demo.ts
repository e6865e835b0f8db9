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
 * Fills an empty catalog with the demo, makes a user with a collection, and a token to read it with. A catalog that has
 * data is left alone, and so is a user of the name who was there before; a catalog that the demo filled earlier gets a
 * fresh token, since the old one was shown once.
 */
export async function prepareDemo(store: Store, say: (line: string) => void): Promise<string | undefined> {
  if (isEmptyCatalog(store)) {
    const { added } = await seedDemo(store);
    say(`The demo catalog is in: ${counted(added, 'record')}.`);
    if (!findUser(store, demoUser)) {
      const password = await createDemoUser(store, demoUser);
      say(`Its user is ${demoUser}, with the password ${password}, which is shown this once.`);
    }
    return issueApiToken(store, demoUser, demoToken);
  }
  if ((await revokeApiTokens(store, demoUser, demoToken)) > 0) return issueApiToken(store, demoUser, demoToken);
  say('The catalog has data already, so the demo was left out.');
  return undefined;
}
