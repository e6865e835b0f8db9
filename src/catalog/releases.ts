import { type Static, Type as t } from '@sinclair/typebox';
import { sql } from 'kysely';
import { many, one } from '../api/schema/resource';
import { closed } from '../api/schema/schemas';
import {
  belongsTo,
  country,
  creditLine,
  credits,
  defineKind,
  derived,
  derivedTogether,
  flag,
  hasMany,
  integer,
  language,
  linkedRecords,
  name,
  nullable,
  optionalText,
  partialDate,
  prose,
  shown,
  slug,
  sortTitle,
  text,
  times,
} from '../kinds';
import { type StoredField, slugMember, slugWithNames } from '../kinds/attribute';
import { creditRows, creditsAmong, keyOfIri } from '../kinds/lists';
import { normalizeBarcode, normalizeCatalogNumber } from '../store/values/identifiers';
import { coverOfRelease, coverOrNull, exampleCover } from './cover';
import { companies, events, genres, identifiers, otherTitles, printedSeries, styles } from './editions';
import { exampleCredit, exampleId, exampleTimes } from './examples';
import { releaseLookups } from './lookups';
import { relationsBothWays } from './relations';
import { editionsOf } from './release-editions';
import { catalogReleaseFilters } from './release-filters';
import { type FormatType, formatTypes } from './vocabularies/vocabularies';

const releaseLabel = closed(
  {
    iri: nullable(t.String({ format: 'iri-reference' })),
    id: nullable(t.String({ format: 'uuid' })),
    name: optionalText(),
    catalog_number: optionalText(),
    slug: t.Optional(nullable(t.String({ description: 'With names; null without a label' }))),
  },
  'A label of the release and its number there; either may be unknown',
);

const releaseComposer = closed(
  { iri: t.String({ format: 'iri-reference' }), id: t.String({ format: 'uuid' }), name: t.String(), ...slugWithNames },
  'Main composer: the first composer of its first production, else of its own credits',
);

const firstLabel = sql<number>`(
  SELECT min(other.position) FROM release_label AS other
  WHERE other.release_key = release_label.release_key AND other.label_key IS NOT NULL
)`;

const firstCatalogNumber = sql<string | null>`coalesce((
  SELECT rl.catalog_number FROM release_label AS rl
  WHERE rl.release_key = "release".key AND rl.catalog_number IS NOT NULL ORDER BY rl.position LIMIT 1
), iif("release".unreviewed_by IS NULL, NULL, (
  SELECT l.value ->> 'catalog_number' FROM unreviewed_release AS u, json_each(u.pending, '$.attributes.labels') AS l
  WHERE u.release_key = "release".key AND l.value ->> 'catalog_number' IS NOT NULL ORDER BY l.key LIMIT 1
)))`;

/** Normalized catalog number: without spaces, hyphens and case. */
const comparedCatalogNumber = sql<string | null>`(
  SELECT rl.catalog_number_normalized FROM release_label AS rl
  WHERE rl.release_key = "release".key AND rl.catalog_number IS NOT NULL ORDER BY rl.position LIMIT 1
)`;

/** First composer of the first production, else the first credited by the release. */
const composer = (field: Pick<StoredField, 'names'>) => sql<Static<typeof releaseComposer> | null>`(
  SELECT json_object('iri', '/api/artists/' || a.id, 'id', a.id, 'name', a.name${slugMember(field, 'a')}) FROM artist AS a WHERE a.key = coalesce(
    (
      SELECT coalesce((
        SELECT c.artist_key FROM production_credit AS c
        WHERE c.production_key = e.production_key AND c.list = 'composers' ORDER BY c.position LIMIT 1
      ), (
        SELECT c.artist_key FROM production_credit AS c
        WHERE c.production_key = e.production_key AND c.list = 'credits' AND c.role_key = (SELECT key FROM artist_role WHERE slug = 'composer')
        ORDER BY c.position LIMIT 1
      ))
      FROM production_entry AS e WHERE e.release_key = "release".key ORDER BY e.position, e.production_key LIMIT 1
    ),
    (
      SELECT c.artist_key FROM release_credit AS c
      WHERE c.release_key = "release".key AND c.role_key = (SELECT key FROM artist_role WHERE slug = 'composer')
      ORDER BY c.list, c.position LIMIT 1
    )
  )
)`;

const packagingName = sql<string | null>`(SELECT name FROM packaging_type WHERE key = "release".packaging_type_key)`;

const formatCount = sql<number>`(SELECT count(*) FROM release_format AS f WHERE f.release_key = "release".key)`;

const fromTracks = sql`
  FROM release_format AS f JOIN release_track AS t ON t.release_format_key = f.key AND t.parent_key IS NULL
  WHERE f.release_key = "release".key`;

/** A compound track without a length is as long as its parts; unknown lengths are skipped. */
const duration = sql`
  sum(coalesce(t.duration_seconds, (SELECT sum(p.duration_seconds) FROM release_track AS p WHERE p.parent_key = t.key)))`;

const untimed = sql`count(*) FILTER (
  WHERE t.duration_seconds IS NULL
    AND (SELECT count(*) = 0 OR count(*) > count(p.duration_seconds) FROM release_track AS p WHERE p.parent_key = t.key)
)`;

export const releaseDuration = sql<number | null>`(SELECT ${duration} ${fromTracks})`;

/** Their total is a lower bound of the length. */
export const untimedTrackCount = sql<number>`(SELECT ${untimed} ${fromTracks})`;

const trackTotals = sql<never>`(SELECT json_array(count(*), ${duration}, ${untimed}) ${fromTracks})`;

/** Labels of an unreviewed release without a record are names until an editor accepts it. */
const withPending = (labels: ReturnType<typeof linkedRecords<typeof releaseLabel>>): typeof labels => ({
  ...labels,
  value: (row, field) => sql<never>`coalesce(iif(${sql.ref(`${row}.unreviewed_by`)} IS NULL, NULL, (
    SELECT json_group_array(
      json_object(
        'iri', '/api/labels/' || r.id, 'id', r.id, 'name', coalesce(r.name, l.value ->> 'name'),
        'catalog_number', l.value ->> 'catalog_number'${slugMember(field, 'r')}
      ) ORDER BY l.key
    ) FROM unreviewed_release AS u, json_each(u.pending, '$.attributes.labels') AS l
    LEFT JOIN label AS r ON r.key = ${keyOfIri('Label', sql`l.value ->> 'iri'`)}
    WHERE u.release_key = ${sql.ref(`${row}.key`)} HAVING count(*) > 0
  )), ${labels.value?.(row, field)})`,
});

/** Artists of an unreviewed release that the catalog has. */
const artistsWithPending = credits((row, field) => {
  const artist = keyOfIri('Artist', sql`l.value ->> 'iri'`);
  const pending = sql`
    SELECT l.key AS position, ${artist} AS artist_key, l.value ->> 'name_variation' AS name_variation, 'artists' AS list,
      l.value ->> 'join_phrase' AS join_phrase, (SELECT key FROM artist_role WHERE slug = l.value ->> 'credit_role') AS role_key,
      NULL AS detail, NULL AS tracks
    FROM unreviewed_release AS u, json_each(u.pending, '$.attributes.artists') AS l
    WHERE u.release_key = ${sql.ref(`${row}.key`)}`;
  return sql`iif(${sql.ref(`${row}.unreviewed_by`)} IS NULL, ${creditsAmong(field, creditRows(field, row))}, ${creditsAmong(field, pending)})`;
});

const isReviewed = sql<0 | 1>`("release".unreviewed_by IS NULL)`;

const pending = closed(
  {
    formats: t.Array(
      closed({
        format_type: t.Unsafe<FormatType>({ type: 'string', enum: [...formatTypes.words] }),
        quantity: t.Integer(),
        tracks: t.Array(closed({ number: optionalText(), title: t.String() })),
      }),
    ),
    productions: t.Array(closed({ iri: t.String({ format: 'iri-reference' }), title: t.String(), slug: t.String() })),
  },
  'For an unreviewed release, its contents once accepted',
);

const pendingOf = sql<Static<typeof pending> | null>`iif(${isReviewed}, NULL, (
  SELECT json_object('formats', (
    SELECT json_group_array(json_object(
      'format_type', f.value ->> 'format_type', 'quantity', coalesce(f.value ->> 'quantity', 1),
      'tracks', json((
        SELECT json_group_array(json_object('number', t.value ->> 'number', 'title', t.value ->> 'title') ORDER BY t.key)
        FROM json_each(f.value, '$.tracks') AS t
      ))
    ) ORDER BY f.key) FROM json_each(u.pending, '$.attributes.formats') AS f
  ), 'productions', json((
    SELECT json_group_array(json_object('iri', '/api/productions/' || p.id, 'title', p.title, 'slug', p.slug) ORDER BY n.key)
    FROM json_each(u.pending, '$.productions') AS n JOIN production AS p ON p.key = ${keyOfIri('Production', sql`n.value`)}
  ))) FROM unreviewed_release AS u WHERE u.release_key = "release".key
))`;

const rejection = closed(
  { note: t.String({ description: 'The reason' }), rejected_at: t.String({ format: 'date-time' }) },
  'For an unreviewed release that an editor rejected',
);

const rejectionOf = sql<Static<typeof rejection> | null>`iif(${isReviewed}, NULL, (
  SELECT json_object('note', u.rejection, 'rejected_at', u.rejected_at) FROM unreviewed_release AS u
  WHERE u.release_key = "release".key AND u.rejection IS NOT NULL
))`;

export const releases = defineKind({
  type: 'Release',
  table: 'release',
  path: '/api/releases',
  noun: 'release',
  nouns: 'releases',
  description: 'Editions of film music.',
  slugFrom: 'title',
  searched: 'by hand',
  referencedByUsers: ['collection_item', 'wishlist_item'],
  provisionalColumn: 'provisional',
  unreviewed: { table: 'unreviewed_release', column: 'release_key', addedBy: 'unreviewed_by' },
  contains: { formats: 'ReleaseFormat' },
  reservedColumns: ['barcode_normalized'],
  releaseKeys: (keys) => keys,
  attributes: () => ({
    title: name(),
    slug: slug(),
    sort_title: sortTitle(),
    language: language('ISO 639 code of the language of the title'),
    other_titles: otherTitles('release_other_title'),
    release_date: partialDate(),
    year: shown(nullable(t.Integer())),
    country: country(),
    barcode: text({ also: { barcode_normalized: normalizeBarcode } }),
    catalog_number: derived(nullable(t.String({ description: 'The first catalog number' })), () => firstCatalogNumber),
    artist_credit: creditLine('artists', { description: 'The credit line as rendered', isFolded: true }),
    artists: artistsWithPending,
    credits: credits(),
    composer: derived(nullable(releaseComposer), (_, field) => composer(field)),
    labels: withPending(
      linkedRecords(
        releaseLabel,
        { type: 'Label', title: 'name' },
        {
          table: 'release_label',
          column: 'label_key',
          texts: [{ name: 'catalog_number', normalize: normalizeCatalogNumber }],
          mayBeUnknown: true,
        },
      ),
    ),
    packaging_type: derived(optionalText(), () => packagingName),
    edition_size: integer({ minimum: 1, maximum: 1_000_000, description: 'Number of copies made, if limited' }),
    numbered: flag(t.Boolean({ description: 'Whether the copies are numbered' })),
    identifiers,
    companies,
    series: printedSeries,
    genres,
    styles,
    events,
    provisional: flag(t.Boolean({ description: 'Whether the record is a placeholder, which an import can complete' })),
    reviewed: derived(t.Boolean({ description: 'false while only its author and editors can see it' }), () => isReviewed),
    pending: derived(nullable(pending), () => pendingOf),
    rejection: derived(nullable(rejection), () => rejectionOf),
    format_count: derived(t.Integer({ minimum: 0 }), () => formatCount),
    ...derivedTogether(
      {
        track_count: t.Integer({ minimum: 0, description: 'Without parts of compound tracks' }),
        duration_seconds: nullable(t.Integer({ description: 'Total of known track lengths' })),
        untimed_track_count: t.Integer({
          minimum: 0,
          description: 'Tracks without a length; if there are any, the release is longer than duration_seconds',
        }),
      },
      trackTotals,
    ),
    cover: derived(coverOrNull, coverOfRelease),
    notes: prose(),
    ...times,
  }),
  filters: catalogReleaseFilters,
  facets: ['decade', 'format', 'genre', 'style', 'country', 'label', 'composer', 'director', 'award', 'trackVersion', 'holding'],
  lookups: releaseLookups,
  orders: {
    title: 'title_folded',
    sortTitle: 'sorted_title',
    releaseDate: 'release_day',
    createdAt: 'created_at',
    catalogNumber: comparedCatalogNumber,
  },
  wholeOrder: 'title_folded',
  relationships: {
    productions: many('Production', 'Productions whose music it contains, in order', (db, from) =>
      db
        .selectFrom(
          db
            .selectFrom('production_entry')
            .where('release_key', 'in', from)
            .groupBy(['release_key', 'production_key'])
            .select(({ fn }) => ['release_key', 'production_key', fn.min('position').as('position')])
            .as('entry'),
        )
        .innerJoin('production', 'production.key', 'entry.production_key')
        .select(['entry.release_key as from', 'production.key as to', 'production.id'])
        .orderBy('entry.position')
        .orderBy('production.title_folded')
        .orderBy('production.id'),
    ),
    artistRecords: many(
      'Artist',
      'Artists of the credit line, in order',
      (db, from) =>
        db
          .selectFrom(
            db
              .selectFrom('release_credit')
              .where('release_key', 'in', from)
              .where('list', '=', sql.lit('artists'))
              .groupBy(['release_key', 'artist_key'])
              .select(({ fn }) => ['release_key', 'artist_key', fn.min('position').as('position')])
              .as('credited'),
          )
          .innerJoin('artist', 'artist.key', 'credited.artist_key')
          .select(['credited.release_key as from', 'artist.key as to', 'artist.id'])
          .orderBy('credited.position'),
      { alias: 'artists' },
    ),
    label: one('Label', 'The first of its labels', (db, from) =>
      db
        .selectFrom('release_label')
        .innerJoin('label', 'label.key', 'release_label.label_key')
        .where('release_label.release_key', 'in', from)
        .where('release_label.position', '=', firstLabel)
        .select(['release_label.release_key as from', 'label.key as to', 'label.id']),
    ),
    packaging_type: belongsTo('PackagingType', 'packaging_type_key', 'Packaging', { isShown: false }),
    series: belongsTo('LabelSeries', 'label_series_key', 'Label series it belongs to', {
      filter: 'In this series of a label.',
      shownAs: 'labelSeries',
    }),
    album: belongsTo('Album', 'album_key', 'Album it is an edition of', { filter: 'An edition of this album.' }),
    editions: many('Release', 'Other editions of its album, oldest first', editionsOf),
    entries: hasMany('ProductionEntry', 'release_key', 'Music from productions, in order', ['position']),
    formats: hasMany('ReleaseFormat', 'release_key', 'Discs and other formats, in order', ['position']),
    ...relationsBothWays('ReleaseRelation', 'release_key'),
  },
  example: {
    title: 'Psycho',
    slug: 'psycho',
    sort_title: null,
    language: 'en',
    other_titles: [],
    release_date: '1975',
    year: 1975,
    country: 'GB',
    barcode: null,
    catalog_number: 'UKLM 1001',
    artist_credit: 'Bernard Herrmann',
    artists: [exampleCredit],
    credits: [exampleCredit],
    composer: { iri: exampleCredit.iri, id: exampleCredit.id, name: exampleCredit.name },
    labels: [{ iri: `/api/labels/${exampleId}`, id: exampleId, name: 'Unicorn', catalog_number: 'UKLM 1001' }],
    packaging_type: null,
    edition_size: 3_000,
    numbered: false,
    identifiers: [{ type: 'Matrix / Runout', value: 'RHS 336-A', description: 'Side A' }],
    companies: [],
    series: [],
    genres: ['Stage & Screen'],
    styles: ['Score'],
    events: [],
    provisional: false,
    reviewed: true,
    pending: null,
    rejection: null,
    format_count: 1,
    track_count: 40,
    duration_seconds: 3_600,
    untimed_track_count: 0,
    cover: exampleCover,
    notes: null,
    ...exampleTimes,
  },
});
