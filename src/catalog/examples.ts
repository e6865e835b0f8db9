// Values shared by the examples of several kinds.

export const exampleTimes = { created_at: '2026-01-15T09:30:00.000+00:00', updated_at: null };
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
