import { Type as t } from '@sinclair/typebox';
import { type Kysely, sql } from 'kysely';
import { adminWrites } from '../accounts/answers';
import { wordsField, writableField } from '../api/schema/fields';
import { defineResource } from '../api/schema/registry';
import { moment } from '../api/schema/schemas';
import { lineOfText, nullable } from '../collection/items/fields';
import { conflict } from '../errors';
import { message } from '../messages/message';
import type { Values } from '../store/database/connection';
import type { Store } from '../store/database/open';
import type { Schema } from '../store/database/schema.gen';
import { dayOf, now } from '../store/values/dates';
import { catalogEvents, listEvents } from './events';
import { fillTemplate } from './messages';
import { secretPrefix } from './webhook-request';

/** Of a user, or of the catalog. */
export const maximumWebhooks = 10;

const longestName = 80;
const longestUrl = 1_000;
const longestTemplate = 2_000;

const url = writableField(
  {
    schema: t.String({ format: 'uri', maxLength: longestUrl }),
    expected: message('invalid_webhook_url', { max: longestUrl }),
    isAllowed: (value) => typeof value === 'string' && value.length <= longestUrl && isTarget(URL.parse(value)),
  },
  '',
);

const isTarget = (url: URL | null): boolean =>
  url !== null &&
  /^https?:$/.test(url.protocol) &&
  url.username === '' &&
  url.password === '' &&
  url.hash === '' &&
  url.href.length <= longestUrl;

/** Breaks a template with a placeholder outside of a text, or after a backslash. */
const awkward = 'x"\\\n';

function isTemplate(value: unknown): boolean {
  if (typeof value !== 'string' || value.length > longestTemplate) return false;
  try {
    JSON.parse(fillTemplate(value, { event: awkward, title: awkward, url: awkward, count: awkward }));
    return true;
  } catch {
    return false;
  }
}

const template = writableField({
  schema: t.String({ maxLength: longestTemplate }),
  expected: message('invalid_template', { max: longestTemplate }),
  isAllowed: isTemplate,
});

const eventsField = (words: readonly string[]) => wordsField(words, '[]', { minItems: 1 });

const waiting = sql<number>`(SELECT count(*) FROM delivery AS d WHERE d.webhook_key = webhook.key AND d.next_at IS NOT NULL)`;

const declared = <const E extends readonly [string, ...string[]]>(words: E) => ({
  type: 'Webhook' as const,
  table: 'webhook' as const,
  noun: 'webhook',
  nouns: 'webhooks',
  attributes: t.Object({
    name: t.String(),
    url: t.String({ format: 'uri' }),
    events: t.Array(t.Unsafe<E[number]>({ type: 'string', enum: [...words] })),
    template: nullable(t.String({ description: 'JSON with {event}, {title}, {url} and {count} in its texts; null for the standard body' })),
    waiting: t.Integer({ description: 'Deliveries that are neither delivered nor given up', readOnly: true }),
    created_at: moment(),
    updated_at: moment(),
  }),
  rows: (db: Kysely<Schema>) =>
    db
      .selectFrom('webhook')
      .innerJoin('user', 'user.key', 'webhook.user_key')
      .select(['webhook.key', 'webhook.id as _id', 'user.id as userId', 'webhook.name', 'webhook.url', 'webhook.template'])
      .select(['webhook.created_at', 'webhook.updated_at', waiting.as('waiting'), sql<E[number][]>`webhook.events`.as('events')]),
  writes: {
    ...adminWrites({ name: lineOfText(longestName), url, events: eventsField(words), template }),
    required: ['name', 'url', 'events'] as const,
  },
  example: {
    name: 'Phone',
    url: 'https://ntfy.example.org/',
    events: [words[0] as E[number]],
    template: '{"topic": "music", "title": "{title}", "message": "{event}", "click": "{url}"}',
    waiting: 0,
    created_at: '2026-01-15T09:30:00.000+00:00',
    updated_at: '2026-01-15T09:30:00.000+00:00',
  },
});

export const catalogWebhooks = defineResource({
  ...declared(catalogEvents),
  path: '/api/webhooks',
  description: 'An address that is told of changes of the catalog and of failed backups.',
});

export const ownWebhooks = defineResource({
  ...declared(listEvents),
  path: '/api/users/:userId/webhooks',
  description: "An address that is told of changes of a user's own lists.",
  within: { ancestors: [{ parameter: 'userId', table: 'user' }], column: 'user_key' },
});

/** A new webhook, inside the caller's transaction. It is told of what happens from then on. */
export function addWebhook(
  store: Store,
  user: number,
  isOfCatalog: 0 | 1,
  values: Values,
): { readonly id: string; readonly secret: string } {
  const { writer } = store;
  const ours = 'FROM webhook WHERE is_of_catalog = :isOfCatalog AND (is_of_catalog = 1 OR user_key = :user)';
  const { n = 0 } = writer.get<{ n: number }>(`SELECT count(*) AS n ${ours}`, { user, isOfCatalog }) ?? {};
  if (n >= maximumWebhooks) throw conflict('many_webhooks', { max: maximumWebhooks });
  const id = Bun.randomUUIDv7();
  const secret = secretPrefix + Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64');
  const feed = isOfCatalog ? 'change_row' : 'list_change';
  const cursor = writer.get<{ last: number | null }>(`SELECT max(sequence) AS last FROM ${feed}`)?.last ?? 0;
  const moment = now();
  const owner = { id, user_key: user, is_of_catalog: isOfCatalog, secret, cursor, due_until: dayOf(Date.now()) };
  writer.insertRow('webhook', { ...values, ...owner, created_at: moment, updated_at: moment });
  return { id, secret };
}
