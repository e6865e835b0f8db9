import { type Static, Type as t } from '@sinclair/typebox';
import { closed } from '../jsonapi/schemas';
import { optionalText } from './schemas';

/** An artist in a credit line or list. */
export const credit = closed(
  {
    iri: t.String({ format: 'iri-reference' }),
    id: t.String({ format: 'uuid' }),
    name: t.String(),
    name_variation: optionalText(),
    position: t.Integer({ minimum: 1 }),
    join_phrase: optionalText(),
    credit_role: t.String({ description: 'The slug of an artist role; empty where nothing says what they did' }),
    detail: t.Optional(optionalText('What the role says in brackets, such as Additional')),
    tracks: t.Optional(optionalText('The tracks it is for, as printed, where they could not be told')),
  },
  'An artist as credited',
);

export type Credit = Static<typeof credit>;
