import { Type as t } from '@sinclair/typebox';
import { normalizeBarcode, normalizeCatalogNumber } from '../../database/identifiers';
import { country, creditList, folded, isrc, long, maybe, name, orNull, partialDate, position, short, slug, word } from './attributes';
import { type Kinds, kind, to } from './kind';
import { creditRows, externalLink } from './shared';

/** Releases and what they consist of, short of tracks. */
export const releaseKinds: Kinds = {
  Release: kind(
    'release',
    '/api/releases',
    {
      title: name(),
      slug: slug(),
      release_date: partialDate(),
      country: country(),
      barcode: short(),
      artist_credit: maybe(t.String({ maxLength: 2_000 })),
      artists: creditList(),
      credits: creditList(),
      notes: long(),
      labels: maybe(
        t.Array(t.Object({ iri: maybe(t.String()), id: t.Optional(t.String()), name: t.Optional(t.String()), catalog_number: short() })),
      ),
    },
    {
      slugFrom: (a) => a.title,
      relationships: { packaging_type: to('packaging_type', 'packaging_type_key'), series: to('label_series', 'label_series_key') },
      columns: (a) => ({
        title: a.title,
        title_folded: folded(a.title),
        release_date: orNull(a.release_date),
        country: orNull(a.country),
        barcode: orNull(a.barcode),
        barcode_normalized: a.barcode ? normalizeBarcode(a.barcode) : null,
        artist_credit: orNull(a.artist_credit),
        notes: orNull(a.notes),
      }),
      owned: (a, findKey) => [
        ...creditRows('release_credit', { artists: a.artists, credits: a.credits }, findKey),
        {
          attribute: 'labels',
          table: 'release_label',
          owner: 'release_key',
          columns: ['position', 'label_key', 'catalog_number', 'catalog_number_normalized'],
          rows: (a.labels ?? []).map((item, index: number) => [
            index + 1,
            item.iri ? findKey('label', item.iri) : null,
            orNull(item.catalog_number),
            item.catalog_number ? normalizeCatalogNumber(item.catalog_number) : null,
          ]),
        },
      ],
    },
  ),
  ReleaseExternalLink: externalLink('release'),
  ReleaseFormat: kind(
    'release_format',
    '/api/releases/:id/formats',
    {
      position: position(),
      title: short(),
      quantity: maybe(t.Integer({ minimum: 1 })),
      format_type: maybe(word('cd', 'vinyl', 'cassette', 'digital', 'dvd', 'blu_ray', 'sacd', 'minidisc', 'other')),
    },
    {
      within: { table: 'release', column: 'release_key' },
      columns: (a) => ({
        position: a.position ?? 1,
        format_type: a.format_type ?? 'other',
        title: orNull(a.title),
        quantity: a.quantity ?? 1,
      }),
    },
  ),
  ReleaseRecording: kind(
    'release_recording',
    '/api/releases/:id/recordings',
    { title: name(), duration_seconds: maybe(t.Integer({ minimum: 1 })), isrc_code: isrc(), credits: creditList() },
    {
      within: { table: 'release', column: 'release_key' },
      relationships: { productionRecording: to('production_recording', 'production_recording_key') },
      columns: (a) => ({
        title: a.title,
        title_folded: folded(a.title),
        duration_seconds: orNull(a.duration_seconds),
        isrc_code: orNull(a.isrc_code),
      }),
      owned: (a, findKey) => creditRows('release_recording_credit', { credits: a.credits }, findKey),
    },
  ),
};
