// A catalog with hostile values, which no page may execute or break on.

/** Names of the records, within the limit of 255 characters. */
export const hostileTitles: readonly string[] = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(2)>',
  "'-alert(3)-' {{7*7}} #{7*7} <!-- --> ]]>",
  'javascript:alert(4)//https://example.org/',
  'W'.repeat(255),
  'Overtures, Entr’actes, Exit Music, Alternates '.repeat(6).slice(0, 255),
  'ואלס עם באשיר, הפסקול המלא של הסרט',
  'موسيقى الفيلم الأصلية 1978 (CD 2)',
  '千と千尋の神隠し オリジナル・サウンドトラック'.repeat(5),
  '🎬🎻👩‍👩‍👧‍👦🏴󠁧󠁢󠁥󠁮󠁧󠁿'.repeat(8),
  'a\u0301\u0323'.repeat(80),
  '\u202eevil sdrawkcab\u202c \u200b\u2066left\u2069',
];

/** 10,000 characters, the limit of notes: markup, and one endless word. */
export const hostileNotes =
  `<iframe src=javascript:alert(5)></iframe> [link](javascript:alert(6)) ${'n'.repeat(9_000)} ${'word '.repeat(200)}`.slice(0, 10_000);

export const counts = { credits: 300, productionsOfArtist: 500, releasesOfLabel: 2_000, editionsOfAlbum: 120 } as const;

const titleOf = (index: number): string => hostileTitles[index % hostileTitles.length] ?? '';

/** A UUID by kind and number. */
const uuid = (kind: number, index: number): string => `${String(kind).padStart(8, '0')}-0000-4000-8000-${String(index).padStart(12, '0')}`;

const artist = (index: number) => `/api/artists/${uuid(1, index)}`;
const production = (index: number) => `/api/productions/${uuid(2, index)}`;
const release = (index: number) => `/api/releases/${uuid(3, index)}`;
const album = `/api/albums/${uuid(13, 1)}`;
const organization = `/api/organizations/${uuid(11, 1)}`;
const label = `/api/labels/${uuid(4, 1)}`;
const series = `${label}/series/${uuid(5, 1)}`;

const credit = (index: number, position: number, role: string) => ({
  iri: artist(index),
  position,
  join_phrase: null,
  name_variation: index % 7 === 0 ? titleOf(index) : null,
  credit_role: role,
});

const roles = ['composer', 'conductor', 'orchestrator', 'arranger', 'accordion'];

const many = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => make(index));

const artists = many(counts.credits, (index) => ({
  type: 'Artist',
  id: artist(index),
  attributes: {
    name: titleOf(index),
    slug: `artist-${index}`,
    _type: 'person',
    disambiguation: `${titleOf(index + 1).slice(0, 240)} ${index}`,
    ...(index === 0 && { biography: hostileNotes, real_name: titleOf(4), begin_city: titleOf(4), begin_date: '1911-06-29' }),
  },
}));

const aliases = many(30, (index) => ({
  type: 'ArtistAlias',
  id: `${artist(0)}/aliases/${uuid(6, index)}`,
  attributes: { variation: titleOf(index), ...(index === 0 && { notes: hostileNotes }) },
}));

const productions = many(counts.productionsOfArtist, (index) => ({
  type: 'Production',
  id: production(index),
  attributes: {
    title: index < 2 * hostileTitles.length ? titleOf(index) : `The Film of the Year, Part ${index}`,
    slug: `production-${index}`,
    _type: 'movie',
    year: 1930 + (index % 95),
    composers: [credit(0, 1, 'composer')],
    ...(index < 80 && { credits: many(40, (one) => credit(one + 1, one + 1, one < 4 ? 'director' : 'screenwriter')) }),
    ...(index === 0 && { description: hostileNotes, akas: many(40, titleOf).join('\n') }),
  },
}));

/** The first has all credits, the second and third as many tracks as the largest boxes; all share a label. */
const releases = many(counts.releasesOfLabel, (index) => ({
  type: 'Release',
  id: release(index),
  attributes: {
    title: titleOf(index),
    slug: `release-${index}`,
    release_date: `${1930 + (index % 95)}`,
    artist_credit: titleOf(index + 3),
    artists: [credit(index % counts.credits, 1, 'composer')],
    labels: [{ iri: label, catalog_number: titleOf(index + 1).slice(0, 255) }],
    ...(index === 0 && {
      notes: hostileNotes,
      identifiers: many(60, (one) => ({ type: titleOf(one % 4), value: titleOf(one), description: titleOf(one + 1) })),
      companies: many(20, (one) => ({ iri: organization, role: titleOf(one), catalog_number: titleOf(4) })),
      genres: hostileTitles,
      styles: hostileTitles,
      series: many(10, (one) => ({ name: titleOf(one), number: titleOf(4) })),
      events: many(100, (one) => ({ date: String(1930 + one), country: 'GB' })),
      credits: many(counts.credits, (one) => credit(one, one + 1, roles[one % roles.length] ?? 'composer')),
    }),
  },
  relationships: {
    ...(index < 50 && { series: { data: { type: 'LabelSeries', id: series } } }),
    ...(index < counts.editionsOfAlbum && { album: { data: { type: 'Album', id: album } } }),
  },
}));

const links = many(3, (index) => ({
  type: 'ReleaseExternalLink',
  id: `${release(0)}/external-links/${uuid(7, index)}`,
  attributes: { provider: titleOf(index), external_id: titleOf(index), url: `https://example.org/?q="><script>alert(7)</script>${index}` },
}));

const entries = many(100, (index) => ({
  type: 'ProductionEntry',
  id: `${production(0)}/entries/${uuid(8, index)}`,
  attributes: { kind: 'score', position: 1 },
  relationships: { release: { data: { type: 'Release', id: release(index) } } },
}));

/** Tracks of a release on as many discs as needed. */
const tracksOf = (of: number, count: number) =>
  many(Math.ceil(count / 50), (disc) => {
    const format = `${release(of)}/formats/${uuid(9, of * 100 + disc)}`;
    return [
      { type: 'ReleaseFormat', id: format, attributes: { position: disc + 1, format_type: 'cd', title: titleOf(disc) } },
      ...many(Math.min(50, count - disc * 50), (index) => ({
        type: 'ReleaseTrack',
        id: `${format}/tracks/${uuid(10, of * 1_000 + disc * 50 + index)}`,
        attributes: {
          position: index + 1,
          title: titleOf(index),
          minutes: index % 9,
          seconds: index % 60,
          ...(index % 5 === 0 && { artists: [credit(index, 1, 'composer')] }),
          ...(index === 3 && { notes: hostileNotes }),
        },
      })),
    ];
  }).flat();

/** All records in order of their references. */
export const hostileRecords: readonly object[] = [
  ...artists,
  ...aliases,
  { type: 'Label', id: label, attributes: { name: titleOf(4), slug: 'label' } },
  { type: 'LabelSeries', id: series, attributes: { name: titleOf(5), slug: 'series' } },
  { type: 'Organization', id: organization, attributes: { name: titleOf(8), slug: 'organization' } },
  ...productions,
  { type: 'Album', id: album, attributes: { title: titleOf(4), slug: 'album', artist_credit: titleOf(5) } },
  ...releases,
  ...links,
  ...entries,
  ...tracksOf(0, 10),
  ...tracksOf(1, 100),
  ...tracksOf(2, 300),
];
