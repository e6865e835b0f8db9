import { Type as t } from '@sinclair/typebox';
import type { Guard } from '../../accounts/access';
import { guarded } from '../../accounts/answers';
import type { Scope } from '../../accounts/principal';
import { badRequest, json, notFound } from '../../api/openapi/answers';
import { exampleUuid, listOwner } from '../../api/openapi/shared';
import { defineRoute } from '../../api/route';
import { forbidden } from '../../errors';
import { baseHeaders } from '../../http/respond';
import type { Store } from '../../store/database/open';
import { dayOf } from '../../store/values/dates';
import { dataFormat, dataOf, dataVersion } from './data';

const time = '2026-01-15T09:30:00.000+00:00';
const rows = () => t.Array(t.Unsafe<object>({ type: 'object' }));
const listFile = () => t.Object({ format: t.String(), version: t.Integer(), items: rows() });

const data = t.Object({
  format: t.String({ const: dataFormat }),
  version: t.Integer({ const: dataVersion }),
  exported_at: t.String({ format: 'date-time' }),
  account: t.Unsafe<object>({ type: 'object', description: 'The account with its preferences' }),
  tokens: rows(),
  sessions: rows(),
  credentials: rows(),
  collection: listFile(),
  wishlist: listFile(),
  loans: rows(),
  earlier_values: rows(),
  photos: rows(),
  imports: rows(),
  unmatched_rows: rows(),
  set_aside_items: rows(),
  completed_releases: rows(),
  shares: rows(),
  webhooks: rows(),
  revisions: rows(),
});

/** Scopes needed besides `admin`, because the file contains more than the account. */
const readingScopes: readonly Scope[] = ['collection:read', 'wishlist:read'];

export const dataRoutes = (guard: Guard, store: Store) => [
  defineRoute({
    method: 'get',
    path: '/api/users/:userId/data',
    operationId: 'userData',
    tags: ['Users'],
    summary: 'Export your data',
    description:
      'Account, preferences, API access tokens, passkeys and sessions without secrets, collection and wishlist in their export formats, loans, earlier values of copies, what is known of photos (their files are in an archive of their own), imports, unmatched rows, and the latest 20,000 catalog edits. Needs an unrestricted token or the scopes `admin`, `collection:read` and `wishlist:read`.',
    pathParameters: { userId: listOwner },
    answers: {
      200: {
        description: 'The file',
        headers: { 'Content-Disposition': 'File name' },
        media: json(data, {
          format: dataFormat,
          version: dataVersion,
          exported_at: time,
          account: {
            id: exampleUuid,
            username: 'anna',
            email: 'anna@example.org',
            role: 'user',
            created_at: time,
            language: 'de',
            theme: null,
          },
          tokens: [{ id: exampleUuid, name: 'phone', scopes: null, created_at: time, expires_at: null, last_used_at: null }],
          sessions: [],
          credentials: [],
          collection: { format: 'leitmotif-collection', version: 1, items: [] },
          wishlist: { format: 'leitmotif-wishlist', version: 1, items: [] },
          loans: [],
          earlier_values: [],
          photos: [],
          imports: [],
          unmatched_rows: [],
          set_aside_items: [],
          completed_releases: [],
          shares: [],
          webhooks: [],
          revisions: [
            {
              number: 12,
              action: 'changed',
              type: 'Artist',
              record: `/api/artists/${exampleUuid}`,
              note: 'Born in Leeds.',
              created_at: time,
              url: `/api/revisions/${exampleUuid}`,
            },
          ],
        }),
      },
      400: badRequest,
      ...guarded,
      404: notFound,
    },
    access: (sender) => {
      const principal = guard.owner('admin')(sender);
      const { scopes } = principal;
      const missing = scopes === null ? [] : readingScopes.filter((scope) => !scopes.has(scope));
      if (missing.length > 0) throw forbidden('missing_scopes', { scopes: missing });
      return principal;
    },
    // The file has no place for ignored parameters.
    otherParameters: 'ignore',
    handle: ({ request, principal }) => {
      const data = store.read(() => dataOf(store, principal));
      return new Response(`${JSON.stringify(data, null, 2)}\n`, {
        headers: {
          'content-type': 'application/json',
          'content-disposition': `attachment; filename="leitmotif-account-${dayOf(Date.now())}.json"`,
          vary: 'Authorization',
          ...baseHeaders(request),
        },
      });
    },
  }),
];
