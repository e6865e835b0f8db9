import { demoUserItems } from '../../seed';
import { issueApiToken, revokeApiTokens } from '../accounts/tokens';
import { createUser, findUser } from '../accounts/users';
import { collectionItems, collectionItemsOf } from '../collection/items/collection-items';
import { wishlistItemsOf } from '../collection/wishlist/wishlist-items';
import { seedDemo } from '../import/seed';
import { isEmptyCatalog } from '../import/seed-state';
import { pluralize } from '../pluralize';
import type { Store } from '../store/database/open';

const demoUser = 'demo';
const demoToken = 'demo';

/**
 * Fills an empty catalog with the demo and creates its administrator with a collection and token. A catalog with other data is
 * not touched; one already filled by the demo gets a fresh token, since tokens are shown once.
 */
export async function prepareDemo(store: Store, say: (line: string) => void): Promise<string | undefined> {
  if (isEmptyCatalog(store)) {
    const { added } = await seedDemo(store);
    say(`Added the demo catalog: ${pluralize(added, 'record')}, with tracks and links.`);
    if (!findUser(store, demoUser)) {
      const password = await createDemoUser(store, demoUser);
      say(`Sign in as ${demoUser} with the password ${password}. This account is an administrator. The password is shown only once.`);
    }
    return issueApiToken(store, demoUser, demoToken);
  }
  if ((await revokeApiTokens(store, demoUser, demoToken)) > 0) return issueApiToken(store, demoUser, demoToken);
  say('The catalog already has data, so the demo was not added.');
  return undefined;
}

/** A line of the demo file: an item as a client would send it. */
interface Item {
  readonly type: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly relationships: { readonly release: { readonly data: { readonly id: string } } };
}

/** Creates the demo administrator and returns a random password: even on loopback, a proxy could expose the server. */
async function createDemoUser(store: Store, username: string): Promise<string> {
  const password = crypto.getRandomValues(new Uint8Array(8)).toHex();
  const { key } = await createUser(store, username, password, 'admin');
  const text = await Bun.file(demoUserItems).text();
  const items: readonly Item[] = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
  await store.write(() => {
    const [owned, wanted] = [collectionItemsOf(store), wishlistItemsOf(store)];
    for (const { type, attributes, relationships } of items) {
      const list = type === collectionItems.type ? owned : wanted;
      const { id } = relationships.release.data;
      const release = list.findRelease(id.slice(id.lastIndexOf('/') + 1), null);
      if (release === undefined) throw new Error(`The demo has no ${id}, which its user has or wants.`);
      list.create(key, release, attributes);
    }
  });
  return password;
}
