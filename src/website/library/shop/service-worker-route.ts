import { assetFiles } from '../../http/asset-files';

/** The worker that answers in a shop without a network. Its address stays the same, so browsers ask whether it changed. */
export const get = (): Response =>
  new Response(Bun.file(assetFiles['service-worker.js']), {
    headers: {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
    },
  });
