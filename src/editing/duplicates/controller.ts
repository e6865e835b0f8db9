import { type AnyElysia, Elysia } from 'elysia';
import type { Store } from '../../database/open';
import { authentication, type FindHolder } from '../../http/authentication';
import type { Registry } from '../../jsonapi/registry';
import type { Kinds } from '../../kinds';
import type { EditingUser } from '../catalog-writes';
import { duplicateLists, listSettledPairs, settlePair, takeSettledPairBack } from './endpoints';

interface Settling {
  readonly store: Store;
  readonly registry: Registry;
  readonly kinds: Kinds;
  readonly findEditor: FindHolder<EditingUser>;
}

/** The routes by which editors find what may be one, and settle it. What answers them is loaded with the first of them. */
export function duplicateControllers({ store, registry, kinds, findEditor }: Settling): AnyElysia[] {
  let loading: ReturnType<typeof load> | undefined;
  const load = async () => {
    const [{ LikelyDuplicates }, { SettledPairs }] = await Promise.all([import('./likely-duplicates'), import('./settled-pairs')]);
    return { likely: new LikelyDuplicates(store, registry, kinds), settled: new SettledPairs(store, registry, kinds) };
  };
  const answers = () => {
    loading ??= load();
    return loading;
  };
  const reading = new Elysia()
    .use(authentication(findEditor, 'catalog:read'))
    .get(listSettledPairs.route, async ({ request }) => (await answers()).settled.list(request), listSettledPairs.hook);
  for (const { type, listing } of duplicateLists)
    reading.get(listing.route, async ({ request }) => (await answers()).likely.list(type, listing, request), listing.hook);
  const writing = new Elysia()
    .use(authentication(findEditor, 'catalog:write'))
    .post(settlePair.route, async ({ request, principal }) => (await answers()).settled.settle(request, principal), {
      ...settlePair.hook,
      parse: 'none',
    })
    .delete(
      takeSettledPairBack.route,
      async ({ request, params }) => (await answers()).settled.takeBack(request, takeSettledPairBack.named(params).id),
      takeSettledPairBack.hook,
    );
  return [reading, writing];
}
