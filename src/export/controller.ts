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
  /** Others remember how far they have followed: what they were told of must not be gone after a power cut, and come again as another. */
  const lasting = async (answer: (answers: ExportAnswers) => Response | Promise<Response>): Promise<Response> => {
    const response = await answer(await answers());
    await store.onDisk();
    return response;
  };
  return new Elysia()
    .use(guard)
    .get('/api/changes', ({ request }) => lasting((answers) => answers.changes(request)))
    .get('/api/changes/:id1', ({ request, params }) => lasting((answers) => answers.change(request, params.id1)))
    .get('/api/export', ({ request }) => lasting((answers) => answers.export(request)));
}
