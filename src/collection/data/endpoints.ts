import { Type as t } from '@sinclair/typebox';
import { guarded } from '../../accounts/answers';
import { badRequest, json, notFound } from '../../jsonapi/answers';
import { exampleUuid, listOwner } from '../../jsonapi/openapi-shared';
import { endpoint } from '../../jsonapi/route';
import { dataFormat, dataVersion } from './data';

const time = '2026-01-15T09:30:00.000+00:00';
const rows = () => t.Array(t.Unsafe<object>({ type: 'object' }));
const listFile = () => t.Object({ format: t.String(), version: t.Integer(), items: rows() });

const data = t.Object({
  format: t.String({ const: dataFormat }),
  version: t.Integer({ const: dataVersion }),
  exported_at: t.String({ format: 'date-time' }),
  account: t.Unsafe<object>({ type: 'object', description: 'As the user sees it, preferences included' }),
  tokens: rows(),
  sessions: rows(),
  collection: listFile(),
  wishlist: listFile(),
  unmatched_rows: rows(),
  set_aside_items: rows(),
  revisions: rows(),
});

export const readData = endpoint({
  method: 'get',
  path: '/api/users/:userId/data',
  operationId: 'userData',
  tags: ['Users'],
  summary: 'Take all that is kept of oneself out as a file',
  description:
    'The account with its preferences, API access tokens and sign-ins without secrets, collection and wishlist as their own exports have them, the rows that wait for their releases, and the newest 20,000 changes to the catalog. Needs a token without limits, or with the scopes `admin`, `collection:read` and `wishlist:read`.',
  pathParameters: { userId: listOwner },
  answers: {
    200: {
      description: 'The file',
      headers: { 'Content-Disposition': 'The name of the file' },
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
        collection: { format: 'leitmotif-collection', version: 1, items: [] },
        wishlist: { format: 'leitmotif-wishlist', version: 1, items: [] },
        unmatched_rows: [],
        set_aside_items: [],
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
});
