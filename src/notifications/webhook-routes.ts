import { Type as t } from '@sinclair/typebox';
import { type Guard, ownIdentity } from '../accounts/access';
import { createdAnswer, deleteRoute, getRoute, guardedWrite, needsAdministrator, ownListRoute, uuidParameter } from '../accounts/answers';
import { AccountDocuments, nothingLeft } from '../accounts/documents';
import type { Principal } from '../accounts/principal';
import type { LiveSettings } from '../accounts/settings/live-settings';
import { bodyAnswers, documentOf, documentWith, failure, invalid, requestOf } from '../api/openapi/answers';
import { exampleUuid, listOwner, neededScope } from '../api/openapi/shared';
import { defineRoute } from '../api/route';
import { type Identity, Invalid, readDocument, violation } from '../api/write/write';
import { notFound } from '../errors';
import type { Access } from '../http/authentication';
import { personalCaching, respond } from '../http/respond';
import { message } from '../messages/message';
import { updateText } from '../store/database/connection';
import type { Store } from '../store/database/open';
import { now } from '../store/values/dates';
import { deliveriesOf, deliveryList, oneDelivery } from './deliveries';
import { addMessage, maximumFinished } from './messages';
import { isForbidden } from './networks';
import type { Notifications } from './notifications';
import { addWebhook, catalogWebhooks, maximumWebhooks, ownWebhooks } from './webhooks';

/** Webhooks of one's own lists, and those of the catalog. A webhook outlives the token that made it, so it needs as much as a token. */
export const webhookRoutes = (guard: Guard, store: Store, live: LiveSettings, notifications: Notifications) => [
  ...routesOf('own', store, live, notifications, guard.owner('admin')),
  ...routesOf('catalog', store, live, notifications, guard.administrator),
];

const limited = 'Limited to twenty tests and repeated deliveries a minute.';

const tables = {
  own: { resource: ownWebhooks, isOfCatalog: 0, tags: ['Users'], needs: neededScope('admin'), pathParameters: { userId: listOwner } },
  catalog: { resource: catalogWebhooks, isOfCatalog: 1, tags: ['Administration'], needs: needsAdministrator, pathParameters: {} },
} as const;

function routesOf<const N extends keyof typeof tables>(
  name: N,
  store: Store,
  live: LiveSettings,
  notifications: Notifications,
  access: Access<Principal, Readonly<Record<string, string>>>,
) {
  const { resource, isOfCatalog, tags, needs, pathParameters } = tables[name];
  const path = resource.path as (typeof tables)[N]['resource']['path'];
  const documents = new AccountDocuments(store, resource, (id) => notFound('no_webhook', { id }));
  const condition = `webhook.is_of_catalog = ${isOfCatalog}${isOfCatalog ? '' : ' AND webhook.user_key = :user'}`;
  const ofId = `${condition} AND webhook.id = :id`;
  const rowOf = (user: number, id: string) => documents.row<{ readonly key: number; readonly template: string | null }>(ofId, { user, id });
  const read = (body: unknown, identity?: Identity) => {
    const { values, ignored } = readDocument(resource, body, identity);
    if (values.url !== undefined && isForbidden(new URL(String(values.url)), live.values().webhookNetworks))
      throw new Invalid([violation('url', message('forbidden_webhook_url'))]);
    return { values, ignored };
  };
  const attempt = async (request: Request, webhook: number, id: string): Promise<Response> => {
    const find = () => {
      const found = deliveriesOf(store, webhook).find(({ document }) => document.id === id);
      if (!found) throw notFound('no_delivery', { id: id.slice(0, 100) });
      return found;
    };
    await notifications.attempt(find().key);
    return respond(request, { data: find().document }, 200, personalCaching);
  };
  /** TypeScript does not infer parameters of a generic path. */
  const idsIn = (params: object) => {
    const { id = '', delivery = '' } = params as { readonly id?: string; readonly delivery?: string };
    return { id: id.toLowerCase(), delivery: delivery.toLowerCase() };
  };
  const attempted = { description: 'The delivery. It still waits if another one to the webhook is being sent', media: oneDelivery };
  const titled = isOfCatalog ? 'webhook of the catalog' : 'webhook of your lists';
  const ofAll = { tags, pathParameters, access };
  const ofOne = { tags, pathParameters: { ...pathParameters, id: uuidParameter('The UUID of the webhook') }, access };
  return [
    defineRoute({
      ...ofAll,
      ...ownListRoute(resource, 'The webhooks'),
      path,
      operationId: `${name}Webhooks`,
      summary: `List ${titled.replace('webhook', 'webhooks')}`,
      description: `Oldest first, without their secrets. ${needs}`,
      handle: ({ request, principal: { userKey, userId } }) =>
        documents.list(request, documents.rows(condition, { user: userKey }, 'webhook.key'), resource.listPath({ userId })),
    }),
    defineRoute({
      ...ofAll,
      method: 'post',
      path,
      operationId: `${name}WebhookCreate`,
      summary: `Add a ${titled}`,
      description: `The response has the signing secret in \`secret\`, once. Messages are signed as [Standard Webhooks](https://www.standardwebhooks.com) say. ${needs}`,
      body: requestOf(resource, { name: 'Phone', url: 'https://ntfy.example.org/', events: resource.example.events as never }),
      answers: {
        201: createdAnswer('webhook', documentWith(resource, { secret: t.String() }, { secret: `whsec_${'x'.repeat(44)}` })),
        ...bodyAnswers,
        ...guardedWrite,
        409: failure('Too many webhooks, or the body has another type', 409, message('many_webhooks', { max: maximumWebhooks })),
        422: invalid('url', message('invalid_webhook_url', { max: 1000 })),
      },
      handle: async ({ request, principal: { userKey, userId }, body }) => {
        documents.requireAnswerable(request);
        const { values, ignored } = read(body);
        const { id, secret } = await store.write(() => addWebhook(store, userKey, isOfCatalog, values));
        const headers = { location: resource.iri({ userId, id }), 'cache-control': 'no-store' };
        return documents.present(request, ofId, { user: userKey, id }, { status: 201, headers, more: { secret }, ignored });
      },
    }),
    defineRoute({
      ...ofOne,
      ...getRoute('The webhook without its secret', documentOf(resource)),
      path: `${path}/:id`,
      operationId: `${name}Webhook`,
      summary: `Get a ${titled}`,
      description: needs,
      handle: ({ request, principal: { userKey }, params }) => documents.present(request, ofId, { user: userKey, id: idsIn(params).id }),
    }),
    defineRoute({
      ...ofOne,
      method: 'patch',
      path: `${path}/:id`,
      operationId: `${name}WebhookChange`,
      summary: `Change a ${titled}`,
      description: `The secret stays, and messages that wait go to the new address. ${needs}`,
      body: requestOf(resource, { name: 'Tablet' }, resource.iri({ userId: exampleUuid, id: exampleUuid })),
      answers: {
        200: { description: 'The webhook', media: documentOf(resource) },
        ...bodyAnswers,
        ...guardedWrite,
        422: invalid('url', message('invalid_webhook_url', { max: 1000 })),
      },
      handle: async ({ request, principal: { userKey, userId }, params, body }) => {
        documents.requireAnswerable(request);
        const { id } = idsIn(params);
        const { key } = rowOf(userKey, id);
        const { values, ignored } = read(body, ownIdentity(id, resource.iri({ userId, id }), userId));
        const changes = { ...values, updated_at: now() };
        await store.write(() => store.writer.change(updateText('webhook', Object.keys(changes)), { ...changes, key }));
        return documents.present(request, ofId, { user: userKey, id }, { ignored });
      },
    }),
    defineRoute({
      ...ofOne,
      ...deleteRoute('Removed'),
      path: `${path}/:id`,
      operationId: `${name}WebhookDelete`,
      summary: `Remove a ${titled}`,
      description: `With its deliveries. ${needs}`,
      handle: async ({ request, principal: { userKey }, params }) => {
        await store.write(() => store.writer.change('DELETE FROM webhook WHERE key = :key', { key: rowOf(userKey, idsIn(params).id).key }));
        return nothingLeft(request);
      },
    }),
    defineRoute({
      ...ofOne,
      ...getRoute('The deliveries', deliveryList),
      path: `${path}/:id/deliveries`,
      operationId: `${name}WebhookDeliveries`,
      summary: `List deliveries to a ${titled}`,
      description: `Newest first: those that wait, and the last ${maximumFinished} others. ${needs}`,
      otherParameters: 'ignore',
      handle: ({ request, principal: { userKey }, params }) => {
        const data = deliveriesOf(store, rowOf(userKey, idsIn(params).id).key).map(({ document }) => document);
        return respond(request, { data }, 200, personalCaching);
      },
    }),
    defineRoute({
      ...ofOne,
      method: 'post',
      path: `${path}/:id/deliveries`,
      operationId: `${name}WebhookTest`,
      summary: `Send a test to a ${titled}`,
      description: `Sends a message of the type \`test\` and waits for the result, up to 30 seconds. ${limited} No request body. ${needs}`,
      answers: { 200: attempted, ...guardedWrite },
      otherParameters: 'refuse',
      handle: async ({ request, principal: { userKey, userId }, params }) => {
        const webhook = rowOf(userKey, idsIn(params).id);
        notifications.spendAttempt(userId);
        const subjects = [{ title: 'Leitmotif', url: notifications.home }];
        const id = await store.write(() => addMessage(store, webhook, { event: 'test', total: 1, data: {}, subjects }));
        return attempt(request, webhook.key, id);
      },
    }),
    defineRoute({
      ...ofOne,
      method: 'post',
      path: `${path}/:id/deliveries/:delivery`,
      operationId: `${name}WebhookRetry`,
      summary: `Repeat a delivery to a ${titled}`,
      description: `Sends the same message again and waits for the result, up to 30 seconds. ${limited} No request body. ${needs}`,
      pathParameters: { ...ofOne.pathParameters, delivery: uuidParameter('The UUID of the delivery') },
      answers: { 200: attempted, ...guardedWrite },
      otherParameters: 'refuse',
      handle: ({ request, principal: { userKey, userId }, params }) => {
        const { id, delivery } = idsIn(params);
        const { key } = rowOf(userKey, id);
        notifications.spendAttempt(userId);
        return attempt(request, key, delivery);
      },
    }),
  ];
}
