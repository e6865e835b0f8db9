import { type Static, Type as t } from '@sinclair/typebox';
import { optionalText } from './schemas';

/** An artist in a credit line or list. */
export const credit = t.Object(
  {
    iri: t.String({ format: 'iri-reference' }),
    id: t.String({ format: 'uuid' }),
    name: t.String(),
    name_variation: optionalText(),
    position: t.Integer({ minimum: 1 }),
    join_phrase: optionalText(),
    credit_role: t.String({ description: 'The slug of an artist role' }),
  },
  { additionalProperties: false, description: 'An artist as credited' },
);

export type Credit = Static<typeof credit>;
