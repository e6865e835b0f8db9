import { Elysia } from 'elysia';
import type { Context } from '../../context';
import { authentication } from '../../http/authentication';
import { requireAcceptable } from '../../http/negotiation';
import { personalCaching, respond } from '../../http/respond';
import { metaOf, Query } from '../../jsonapi/query';
import { administrators } from '../administrators';
import type { Principal } from '../principal';
import { readServer } from './endpoints';
import { type Readiness, ServerStatus } from './status';

/** The route by which administrators see how the server is. */
export function serverController(context: Context, look: () => Readiness, findPrincipal: (token: string) => Principal | undefined) {
  const status = new ServerStatus(context, look);
  return new Elysia({ name: 'server' }).use(authentication(administrators(findPrincipal), 'admin')).get(
    readServer.route,
    ({ request }) => {
      requireAcceptable(request);
      const ignored = new Query(request).ignored();
      const id = readServer.path;
      const data = { id, type: 'Server', attributes: context.store.read(() => status.read()), links: { self: id } };
      return respond(request, { data, ...metaOf(ignored) }, 200, personalCaching);
    },
    readServer.hook,
  );
}
