import { type Static, Type as t } from '@sinclair/typebox';
import { jsonApi } from '../api/openapi/answers';
import { exampleUuid } from '../api/openapi/shared';
import { closed, count, list, moment, orNull, text, uuid } from '../api/schema/schemas';
import type { Store } from '../store/database/open';
import { maximumFinished, maximumWaiting } from './messages';

const delivery = closed({
  id: uuid('Sent as `webhook-id`'),
  type: t.Literal('Delivery'),
  attributes: closed({
    event: text(),
    body: text(),
    created_at: moment(),
    next_at: orNull(moment(), 'When it is attempted next; null once it is delivered or given up'),
    attempts: count(),
    attempted_at: orNull(moment()),
    is_delivered: t.Boolean(),
    status: orNull(count(), 'Of the last response'),
    milliseconds: orNull(count()),
    answer: orNull(text('Beginning of the last response, or why there is none')),
  }),
});

export type DeliveryDocument = Static<typeof delivery>;

const exampleDelivery = {
  id: exampleUuid,
  type: 'Delivery' as const,
  attributes: {
    event: 'test',
    body: '{"type":"test"}',
    created_at: '2026-01-15T09:30:00.000+00:00',
    next_at: null,
    attempts: 1,
    attempted_at: '2026-01-15T09:30:00.000+00:00',
    is_delivered: true,
    status: 200,
    milliseconds: 31,
    answer: 'ok',
  },
};

export const oneDelivery = jsonApi(closed({ data: delivery }), { data: exampleDelivery });

export const deliveryList = jsonApi(closed({ data: list(delivery) }), { data: [exampleDelivery] });

/** Rows with their keys, newest first. */
export const deliveriesOf = ({ reader }: Store, webhook: number) =>
  reader
    .all<
      Omit<DeliveryDocument['attributes'], 'is_delivered'> & { readonly key: number; readonly id: string; readonly is_delivered: 0 | 1 }
    >(
      `SELECT key, id, event, body, created_at, next_at, attempts, attempted_at, is_delivered, status, milliseconds, answer
      FROM delivery WHERE webhook_key = :webhook ORDER BY key DESC LIMIT ${maximumFinished + maximumWaiting}`,
      { webhook },
    )
    .map(({ key, id, is_delivered, ...more }) => ({
      key,
      document: { id, type: 'Delivery', attributes: { ...more, is_delivered: is_delivered === 1 } },
    }));
