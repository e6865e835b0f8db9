import { Type } from '@sinclair/typebox';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { ParameterType } from '../api/schema/parameters';
import type { Lookup, Match } from '../api/schema/resource';
import { type Message, message } from '../messages/message';
import type { Schema } from '../store/database/schema.gen';
import { normalizeCatalogNumber, normalizeIdentifier, normalizeIsrc, normalizeIswc, typedBarcode } from '../store/values/identifiers';

// Identifiers collectors look up: on the back, on the spine, and in files.

const isrc = () => identifierValue(50, normalizeIsrc, message('invalid_isrc_number'), 'GB-AYE-69-00531');

export const releaseLookups = () =>
  ({
    barcode: {
      kind: identifierValue(50, typedBarcode, message('invalid_barcode', { max: 50 }), '0 7599-27294-2 5'),
      description: 'With this barcode. Only digits are compared, without leading zeros: a UPC-A equals the EAN-13 and the GTIN-14.',
      matches: (db, values) =>
        db
          .selectFrom('release')
          .where('barcode_normalized', 'in', values)
          .select(['barcode_normalized as value', 'key', 'id'])
          .union(
            db
              .selectFrom(barcodeSpellings(values).as('spelled'))
              .innerJoin('release_identifier', 'release_identifier.value_normalized', 'spelled.spelling')
              .innerJoin('release', 'release.key', 'release_identifier.release_key')
              .where('release_identifier.type', '=', 'Barcode')
              .select(['spelled.value', 'release.key', 'release.id']),
          )
          .$castTo<Match>(),
    },
    catalogNumber: {
      kind: identifierValue(255, normalizeCatalogNumber, message('invalid_catalog_number', { max: 255 }), 'UKLM 1001'),
      description: 'With this catalog number of any of its labels. Spaces, hyphens and case are ignored.',
      matches: (db, values) =>
        db
          .selectFrom('release_label')
          .innerJoin('release', 'release.key', 'release_label.release_key')
          .where('catalog_number_normalized', 'in', values)
          .select(['catalog_number_normalized as value', 'release.key', 'release.id'])
          .$castTo<Match>(),
    },
    identifier: {
      kind: identifierValue(255, normalizeIdentifier, message('invalid_identifier', { max: 255 }), 'RHS 336-A'),
      description: 'With this matrix number or other printed identifier. Only letters and digits are compared.',
      matches: (db, values) =>
        db
          .selectFrom('release_identifier')
          .innerJoin('release', 'release.key', 'release_identifier.release_key')
          .where('value_normalized', 'in', values)
          .select(['value_normalized as value', 'release.key', 'release.id'])
          .$castTo<Match>(),
    },
    isrc: {
      kind: isrc(),
      description: 'With a track or recording of this ISRC. Hyphens, spaces and case are ignored.',
      matches: (db, values) =>
        db
          .selectFrom(releasesByIsrc(db, values).as('by_isrc'))
          .innerJoin('release', 'release.key', 'by_isrc.release_key')
          .select(['by_isrc.value', 'release.key', 'release.id']),
    },
  }) satisfies Readonly<Record<string, Lookup>>;

export const trackLookups = () =>
  ({
    isrc: {
      kind: isrc(),
      description: 'With this ISRC on the track, its recording or one of its parts. Hyphens, spaces and case are ignored.',
      matches: (db, values) =>
        db
          .selectFrom(tracksByIsrc(db, values).as('by_isrc'))
          .innerJoin('release_track', 'release_track.key', 'by_isrc.track_key')
          .innerJoin('release_format', 'release_format.key', 'release_track.release_format_key')
          .innerJoin('release', 'release.key', 'release_format.release_key')
          .select(['by_isrc.value', 'release_track.key', 'release_track.id', 'release.id as releaseId', 'release_format.id as formatId']),
    },
  }) satisfies Readonly<Record<string, Lookup>>;

export const workLookups = () =>
  ({
    iswc: {
      kind: identifierValue(50, normalizeIswc, message('invalid_iswc'), 'T-070.246.800-1'),
      description: 'With this ISWC. Hyphens, periods, spaces and case are ignored.',
      matches: (db, values) => db.selectFrom('work').where('iswc', 'in', values).select(['iswc as value', 'key', 'id']).$castTo<Match>(),
    },
  }) satisfies Readonly<Record<string, Lookup>>;

/** Barcodes in the column `value`, as identifiers printed on a release may have them: with more leading zeros, or fewer. */
export const barcodeSpellings = (values: RawBuilder<unknown>): RawBuilder<{ value: string; spelling: string }> => sql`(
  SELECT value, substr('000000' || value, n) AS spelling
  FROM (SELECT value FROM ${values}) CROSS JOIN (SELECT value AS n FROM json_each('[1,2,3,4,5,6,7,8,9,10,11,12]'))
  WHERE n <= 7 + length(value) - length(ltrim(value, '0')))`;

const releasesByIsrc = (db: Kysely<Schema>, values: RawBuilder<string>) =>
  db
    .selectFrom('release_track')
    .innerJoin('release_format', 'release_format.key', 'release_track.release_format_key')
    .where('release_track.isrc_code', 'in', values)
    .select([sql<string>`release_track.isrc_code`.as('value'), 'release_format.release_key'])
    .union(
      db
        .selectFrom('release_recording')
        .where('release_recording.isrc_code', 'in', values)
        .select([sql<string>`release_recording.isrc_code`.as('value'), 'release_recording.release_key']),
    );

/** Parts of compound tracks are included and found on their own. */
const tracksByIsrc = (db: Kysely<Schema>, values: RawBuilder<string>) =>
  db
    .selectFrom('release_track as t')
    .where('t.isrc_code', 'in', values)
    .select([sql<string>`t.isrc_code`.as('value'), sql<number>`coalesce(t.parent_key, t.key)`.as('track_key')])
    .union(
      db
        .selectFrom('release_recording as r')
        .innerJoin('release_track as t', 't.release_recording_key', 'r.key')
        .where('r.isrc_code', 'in', values)
        .select([sql<string>`r.isrc_code`.as('value'), sql<number>`coalesce(t.parent_key, t.key)`.as('track_key')]),
    );

/**
 * Identifier as a query parameter.
 * @param normalize as stored; `null` for invalid input
 * @param expected message for invalid input
 */
const identifierValue = (
  maxLength: number,
  normalize: (written: string) => string | null,
  expected: Message,
  example: string,
): ParameterType<string> => ({
  schema: Type.String({ maxLength }),
  expected,
  read: (written) => (written.length > maxLength ? null : normalize(written)),
  isAllowed: (value) => value !== null,
  example,
});
