import type { AnyElysia, Elysia } from 'elysia';
import type { Store } from '../database/open';
import type { PublicAddress } from '../http/public-address';
import type { Personal } from '../jsonapi/personal';
import type { Registry } from '../jsonapi/registry';
import type { Kinds } from '../kinds';
import type { Answers } from './answers';

/** As its endpoint declares it, which is loaded later. */
const creditsRoute = '/api/artists/:id1/credits';

/**
 * The routes across all kinds of records. The guard lets requests through to them. What answers them is loaded with the
 * first of them: a server starts sooner without it.
 * @param personal what whoever asks keeps of the records for themselves
 */
export function searchController(
  store: Store,
  registry: Registry,
  guard: AnyElysia,
  kinds: Kinds,
  publicAddress: PublicAddress,
  personal?: Personal,
) {
  let loading: Promise<Answers> | undefined;
  const answers = (): Promise<Answers> => {
    loading ??= import('./answers').then(({ answersOf }) => answersOf(store, registry, kinds, publicAddress, personal));
    return loading;
  };
  return (app: Elysia) =>
    app
      .use(guard)
      .get('/api/search', async ({ request }) => (await answers()).search.answer(request))
      .get('/api/resolve', async ({ request }) => (await answers()).resolve.answer(request))
      .get('/api/external-links', async ({ request }) => (await answers()).externalLinks.answer(request))
      .get('/api/statistics', async ({ request }) => (await answers()).statistics.answer(request))
      .get('/api/page-addresses', async ({ request }) => (await answers()).pageAddresses.answerContents(request))
      .get('/api/page-addresses/:part', async ({ request, params }) => (await answers()).pageAddresses.answerPart(request, params.part))
      .get(creditsRoute, async ({ request, params }) => (await answers()).artistCredits.answer(request, params.id1 ?? ''));
}
