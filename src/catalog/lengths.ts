import { Type as t } from '@sinclair/typebox';
import { sql } from 'kysely';
import type { Attribute } from '../kinds';
import { unlessZero } from '../kinds/leaving';

interface Length {
  readonly minutes?: number;
  readonly seconds?: number;
}

/** The length of a track in minutes and seconds, which one column has in seconds; NULL where both are 0. */
export const length = {
  minutes: {
    schema: t.Integer({ minimum: 0, description: '0, with 0 seconds, where the length is unknown' }),
    column: null,
    value: (row) => sql`coalesce(${sql.ref(`${row}.duration_seconds`)}, 0) / 60`,
    enters: { schema: () => t.Optional(t.Integer({ minimum: 0, maximum: 6_000 })) },
    leaves: (row) => unlessZero('minutes', `${row}.duration_seconds / 60`),
  },
  seconds: {
    schema: t.Integer({ minimum: 0, maximum: 59 }),
    column: null,
    value: (row) => sql`coalesce(${sql.ref(`${row}.duration_seconds`)}, 0) % 60`,
    enters: {
      schema: () => t.Optional(t.Integer({ minimum: 0, maximum: 59 })),
      columns: () => [['duration_seconds', (_, { minutes = 0, seconds = 0 }: Length) => minutes * 60 + seconds || null]],
    },
    leaves: (row) => unlessZero('seconds', `${row}.duration_seconds % 60`),
  },
} satisfies Record<string, Attribute<ReturnType<typeof t.Integer>, null>>;
