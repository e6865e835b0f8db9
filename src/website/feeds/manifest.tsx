import type { Visit } from '../http/request-context';
import { webManifest, webManifestMediaType } from './web-manifest';

/** What a phone is told when the site is put on its screen. */
export function get({ t, to, asset, language }: Visit): Response {
  const manifest = webManifest({
    name: 'Leitmotif',
    shortName: 'Leitmotif',
    description: t.home.about,
    language,
    scope: to.home(),
    urlOf: asset,
  });
  return new Response(JSON.stringify(manifest), {
    headers: {
      'content-type': webManifestMediaType,
      'cache-control': 'private, no-cache',
      vary: 'Accept-Language, Cookie',
      'x-content-type-options': 'nosniff',
    },
  });
}
