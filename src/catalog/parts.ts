import { type TSchema, Type as t } from '@sinclair/typebox';

// Pieces that the attributes of several kinds share.

export const nullable = <S extends TSchema>(schema: S) => t.Union([schema, t.Null()]);

export const optionalText = () => nullable(t.String());

export const partialDate = () => nullable(t.String({ format: 'partial-date', description: 'YYYY, YYYY-MM or YYYY-MM-DD' }));

export const timestamps = {
  created_at: t.String({ format: 'date-time' }),
  updated_at: nullable(t.String({ format: 'date-time' })),
};

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

export const productionReference = t.Object(
  { iri: t.String(), id: t.String({ format: 'uuid' }), title: t.String() },
  { additionalProperties: false },
);
export const labelReference = t.Object(
  { iri: t.String(), id: t.String({ format: 'uuid' }), name: t.String() },
  { additionalProperties: false },
);
export const organizationReference = t.Object(
  { iri: t.String(), id: t.String({ format: 'uuid' }), name: t.String(), role: optionalText() },
  { additionalProperties: false },
);

export const exampleTimestamps = { created_at: '2026-01-15T09:30:00.000+00:00', updated_at: null };
export const exampleId = '6f1b2d9e-3c4a-5b7d-8e9f-0a1b2c3d4e5f';

export const exampleCredit = {
  iri: `/api/artists/${exampleId}`,
  id: exampleId,
  name: 'Bernard Herrmann',
  name_variation: null,
  position: 1,
  join_phrase: null,
  credit_role: 'composer',
};
