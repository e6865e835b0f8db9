import { Elysia } from 'elysia';
import { authentication } from '../../http/authentication';
import { readJson } from '../../http/body';
import { jsonApiMediaType } from '../../http/media-type';
import { requireAcceptable } from '../../http/negotiation';
import { personalCaching, respond } from '../../http/respond';
import { Query } from '../../jsonapi/query';
import { readDocument } from '../../jsonapi/write';
import { administrators } from '../administrators';
import type { Principal } from '../principal';
import { changeSettings, readSettings } from './endpoints';
import type { LiveSettings } from './live-settings';
import { settingsPath, settingsResource } from './resource';

/** The routes of the settings that an administrator may change. */
export function settingsController(live: LiveSettings, findPrincipal: (token: string) => Principal | undefined) {
  return new Elysia({ name: 'settings' })
    .use(authentication(administrators(findPrincipal), 'admin'))
    .get(readSettings.route, ({ request }) => present(request, live), readSettings.hook)
    .patch(
      changeSettings.route,
      async ({ request }) => {
        requireAcceptable(request);
        const body = await readJson(request, [jsonApiMediaType]);
        const { values, ignored } = readDocument(settingsResource, body, { uuid: settingsPath, iri: settingsPath });
        await live.change(values as Record<string, string>);
        return present(request, live, ignored);
      },
      changeSettings.hook,
    );
}

function present(request: Request, live: LiveSettings, ignoredAttributes: readonly string[] = []): Response {
  requireAcceptable(request);
  const ignored = new Query(request).ignored();
  const meta = { ...ignored, ...(ignoredAttributes.length > 0 && { ignoredAttributes }) };
  const data = {
    id: settingsPath,
    type: 'Settings',
    attributes: live.texts(),
    meta: { fixed: live.fixed() },
    links: { self: settingsPath },
  };
  return respond(request, { data, ...(Object.keys(meta).length > 0 && { meta }) }, 200, personalCaching);
}
