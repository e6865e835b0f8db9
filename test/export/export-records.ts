import fc from 'fast-check';
import { withoutControls } from '../../src/store/values/folding';
import { to } from '../records/numbered-records';
import type { Line } from '../support/exports';
import { uuid } from '../support/uuids';

// Records as an export writes them, without default values.

const name = fc
  .string({ minLength: 1, maxLength: 40, unit: 'grapheme' })
  .filter((text) => [...text].length <= 255 && /[\p{L}\p{N}\p{P}]/u.test(text));
// Imports remove control characters.
const text = fc.string({ minLength: 1, maxLength: 60, unit: 'binary' }).map((text) => withoutControls(text.toWellFormed()) || 'x');
const partialDate = fc.constantFrom('1911', '1911-06', '1911-06-29');
const country = fc.constantFrom('US', 'DE', 'PL');
const time = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().replace('Z', '+00:00'));
const times = { created_at: time, updated_at: time };
const optional = { requiredKeys: ['created_at'] as ['created_at'] };

const created_at = '2026-01-15T09:30:00.000+00:00';
const numbered = (from: number, count: number): number[] => Array.from({ length: count }, (_, index) => from + index);
const artistIri = fc.constantFrom(...numbered(10, 3)).map((number) => `/api/artists/${uuid(number)}`);
const credit = fc.record(
  { iri: artistIri, name_variation: text, join_phrase: text, credit_role: fc.constantFrom('composer', 'singer') },
  { requiredKeys: ['iri', 'credit_role'] },
);

/** Credits whose positions may have gaps; a position is stated where it differs from that in the list. */
const credits = fc.array(fc.tuple(credit, fc.integer({ min: 1, max: 3 })), { minLength: 1, maxLength: 4 }).map((items) => {
  let position = 0;
  return items.map(([item, step], index) => {
    position += index === 0 ? step : Math.max(1, step - 1);
    const { iri, name_variation, ...rest } = item;
    return { iri, ...(name_variation !== undefined && { name_variation }), ...(position !== index + 1 && { position }), ...rest };
  });
});

const artists = fc.tuple(
  ...numbered(10, 3).map((number) =>
    fc
      .record(
        {
          name,
          _type: fc.constantFrom('person', 'group'),
          country,
          sort_name: text,
          real_name: text,
          begin_date: partialDate,
          end_date: partialDate,
          biography: text,
          disambiguation: text,
          ...times,
        },
        { requiredKeys: ['name', '_type', 'created_at'] },
      )
      .map((attributes) => ({
        type: 'Artist',
        id: `/api/artists/${uuid(number)}`,
        attributes: { ...attributes, slug: `artist-${number}` },
      })),
  ),
);

const roles = ['composer', 'singer'].map((slug, index) => ({
  type: 'ArtistRole',
  id: `/api/artists/roles/${uuid(index + 1)}`,
  attributes: { role: slug, slug, scope: 'track', aliases: ['One', 'Zwei'], created_at },
}));

const production = fc
  .record(
    {
      title: name,
      _type: fc.constantFrom('movie', 'other'),
      year: fc.integer({ min: 1800, max: 9999 }),
      duration: fc.integer({ min: 1, max: 900 }),
      akas: text,
      composers: credits,
      ...times,
    },
    { requiredKeys: ['title', '_type', 'created_at'] },
  )
  .map((attributes) => ({ type: 'Production', id: `/api/productions/${uuid(20)}`, attributes: { ...attributes, slug: 'production' } }));

const portrayal = fc
  .tuple(
    fc.record(
      { aspects: fc.uniqueArray(fc.constantFrom('voice', 'performance', 'puppetry'), { minLength: 1 }), notes: text, ...times },
      optional,
    ),
    fc.record(
      {
        performer: artistIri.map((id) => to('Artist', id)),
        production: fc.constant(to('Production', `/api/productions/${uuid(20)}`)),
      },
      { requiredKeys: [] },
    ),
  )
  .map(([attributes, relationships]) => ({
    type: 'Portrayal',
    id: `/api/portrayals/${uuid(30)}`,
    attributes,
    ...(Object.keys(relationships).length > 0 && { relationships }),
  }));

const release = fc
  .record(
    {
      title: name,
      release_date: partialDate,
      country,
      barcode: text,
      artist_credit: text,
      artists: credits,
      credits,
      notes: text,
      labels: fc.array(fc.record({ catalog_number: text }), { minLength: 1, maxLength: 3 }),
      ...times,
    },
    { requiredKeys: ['title', 'created_at'] },
  )
  .map((attributes) => ({ type: 'Release', id: `/api/releases/${uuid(40)}`, attributes: { ...attributes, slug: 'release' } }));

const format = fc
  .record(
    {
      position: fc.integer({ min: 2, max: 9 }),
      format_type: fc.constantFrom('cd', 'vinyl'),
      title: text,
      quantity: fc.integer({ min: 2, max: 9 }),
      ...times,
    },
    optional,
  )
  .map((attributes) => ({ type: 'ReleaseFormat', id: `/api/releases/${uuid(40)}/formats/${uuid(50)}`, attributes }));

const trackMembers = {
  position: fc.integer({ min: 1, max: 99 }),
  title: name,
  variant: text,
  artists: credits,
  artist_text: text,
  artist_credit: text,
  minutes: fc.integer({ min: 1, max: 99 }),
  seconds: fc.integer({ min: 1, max: 59 }),
  isrc_code: fc.constant('USRC17607839'),
  content_components: fc.array(text, { minLength: 1, maxLength: 3 }),
  source_cue: fc.constant(true),
  notes: text,
  credits,
  productions: fc.constant([{ iri: `/api/productions/${uuid(20)}` }]),
};

const parts = fc
  .array(fc.record(trackMembers, { requiredKeys: ['title'] }), { minLength: 1, maxLength: 3 })
  .map((items) => items.map((item, index) => ({ ...item, id: uuid(70 + index), position: index + 2 })));

const tracks = fc
  .tuple(
    fc.record({ ...trackMembers, ...times }, { requiredKeys: ['title', 'position', 'created_at'] }),
    fc.option(parts, { nil: undefined }),
  )
  .map(([attributes, sub_tracks]) => ({
    type: 'ReleaseTrack',
    id: `/api/releases/${uuid(40)}/formats/${uuid(50)}/tracks/${uuid(60)}`,
    attributes: { ...attributes, ...(sub_tracks && { _type: 'compound', sub_tracks }) },
  }));

/** Records of small catalogs, in import order. */
export const catalogs: fc.Arbitrary<Line[]> = fc
  .tuple(artists, production, portrayal, release, format, tracks)
  .map(([artists, ...others]) => [...roles, ...artists, ...others] as Line[]);
