import type { DeliveryDocument } from '../../notifications/deliveries';
import type { ownWebhooks } from '../../notifications/webhooks';
import { type Item, readAttributesPage } from '../api/client';
import type { FormState } from '../http/form';
import type { Page } from '../http/page';
import type { RequestContext } from '../http/request-context';

export type Webhook = Item<typeof ownWebhooks>['attributes'];

export type WebhookDelivery = DeliveryDocument['attributes'] & { readonly id: string; readonly webhook: Webhook };

export type Webhooks = Awaited<ReturnType<typeof readWebhooks>>;

/** Where webhooks of one kind are. */
export interface WebhookPlace {
  readonly path: string;
  readonly events: 'ownEvents' | 'catalogEvents';
  /** Address of the page. */
  readonly page: (context: RequestContext, query?: Readonly<Record<string, string>>) => string;
  /** Address of forms. */
  readonly form: (context: RequestContext, ...id: readonly string[]) => string;
  readonly show: (context: RequestContext, refused: FormState) => Promise<Page>;
}

/** The most of a user. */
const webhooksShown = 10;

const deliveriesShown = 50;

export async function readWebhooks({ api }: RequestContext, { path }: WebhookPlace) {
  const { items: webhooks } = await readAttributesPage<Webhook>(api, path, { itemsPerPage: webhooksShown });
  const deliveries = await Promise.all(
    webhooks.map(async (webhook) => {
      const { data } = await api.read<{ data: DeliveryDocument[] }>(`${path}/${webhook._id}/deliveries`);
      return data.map(({ id, attributes }) => ({ id, ...attributes, webhook }));
    }),
  );
  const newestFirst = deliveries.flat().toSorted((a, b) => (a.created_at < b.created_at ? 1 : -1));
  return { webhooks, deliveries: newestFirst.slice(0, deliveriesShown) };
}
