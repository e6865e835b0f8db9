import { type AnyElysia, Elysia } from 'elysia';
import type { Store } from '../database/open';
import type { Kinds } from '../kinds';
import type { ExportAnswers } from './answers';

/**
 * The routes by which all of the catalog leaves the server, and by which others follow it. The guard lets requests
 * through to them. What answers them is loaded with the first of them: a server starts sooner without it.
 */
export function exportController(store: Store, guard: AnyElysia, kinds: Kinds) {
  let loading: Promise<ExportAnswers> | undefined;
  const answers = (): Promise<ExportAnswers> => {
    loading ??= import('./answers').then(({ ExportAnswers }) => new ExportAnswers(store, kinds));
    return loading;
  };
  return new Elysia()
    .use(guard)
    .get('/api/changes', async ({ request }) => (await answers()).changes(request))
    .get('/api/changes/:id1', async ({ request, params }) => (await answers()).change(request, params.id1))
    .get('/api/export', async ({ request }) => (await answers()).export(request));
}
