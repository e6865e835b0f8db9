import { dirname } from 'node:path';
import { issueApiToken, revokeApiTokens } from '../accounts/tokens';
import { findUser } from '../accounts/users';
import { quoted } from '../config/shell';
import { counted } from '../counted';
import { inMemory, type Store } from '../database/open';
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
      say(toAdminister(store.path));
    }
    return issueApiToken(store, demoUser, demoToken);
  }
  if ((await revokeApiTokens(store, demoUser, demoToken)) > 0) return issueApiToken(store, demoUser, demoToken);
  say('The catalog has data already, so the demo was left out.');
  return undefined;
}

/** How the user of the demo comes to administer it: a server with a user has no set-up any more. */
function toAdminister(path: string): string {
  // What is in memory is out of reach of another command.
  if (path === inMemory)
    return `${demoUser} is no administrator; one can be made of it where the demo is in a folder: serve --demo --data FOLDER.`;
  return `${demoUser} is no administrator. To make one of it: leitmotif user set-role ${demoUser} admin --data ${quoted(dirname(path))}`;
}
