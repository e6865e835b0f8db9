import type { Schema } from '../database/schema';

type Table = keyof Schema & string;

/** A record above another: its table, and the column by which the one below points to it. */
interface Above {
  readonly table: Table;
  readonly column: string;
}

/** Where the records of a kind stand: in a table, and in the address that names them. */
export interface Place {
  readonly table: Table;
  /** `:id` stands for the UUID of each record above, the outermost first; the record's own follows. */
  readonly path: string;
  /** The outermost first. */
  readonly above: readonly Above[];
}

const place = (table: Table, path: string, ...above: readonly Above[]): Place => ({ table, path, above });

const artist: Above = { table: 'artist', column: 'artist_key' };
const production: Above = { table: 'production', column: 'production_key' };
const release: Above = { table: 'release', column: 'release_key' };

/** Every kind of record. What a record points to stands before it; roles and packaging types are pointed to from everywhere. */
export const places = {
  ArtistRole: place('artist_role', '/api/artists/roles'),
  PackagingType: place('packaging_type', '/api/packaging-types'),
  Artist: place('artist', '/api/artists'),
  ArtistAlias: place('artist_alias', '/api/artists/:id/aliases', artist),
  ArtistGroupMember: place('artist_group_member', '/api/artists/:id/group-memberships', { table: 'artist', column: 'member_key' }),
  ArtistExternalLink: place('artist_external_link', '/api/artists/:id/external-links', artist),
  Label: place('label', '/api/labels'),
  LabelSeries: place('label_series', '/api/labels/:id/series', { table: 'label', column: 'label_key' }),
  Organization: place('organization', '/api/organizations'),
  Production: place('production', '/api/productions'),
  ProductionExternalLink: place('production_external_link', '/api/productions/:id/external-links', production),
  ProductionRecording: place('production_recording', '/api/productions/:id/recordings', production),
  Portrayal: place('portrayal', '/api/portrayals'),
  Release: place('release', '/api/releases'),
  ReleaseExternalLink: place('release_external_link', '/api/releases/:id/external-links', release),
  ProductionEntry: place('production_entry', '/api/productions/:id/entries', production),
  ReleaseFormat: place('release_format', '/api/releases/:id/formats', release),
  ReleaseRecording: place('release_recording', '/api/releases/:id/recordings', release),
  ReleaseTrack: place('release_track', '/api/releases/:id/formats/:id/tracks', release, {
    table: 'release_format',
    column: 'release_format_key',
  }),
} satisfies Record<string, Place>;

export type Type = keyof typeof places;

/** The types of records, in the order of an export. */
export const types = Object.keys(places) as Type[];

export const isType = (text: string): text is Type => Object.hasOwn(places, text);

export const placeOf = (type: Type): Place => places[type];

/** The address of a record that stands below no other; `undefined` for one whose address names more than itself. */
export const iriOf = (type: string, id: string): string | undefined =>
  isType(type) && placeOf(type).above.length === 0 ? `${placeOf(type).path}/${id}` : undefined;

// In SQL a record is named x, and those above it x1, x2 … from the innermost out.

const quoted = (name: string): string => `"${name}"`;

/** The IRI of the record of an alias, whose records above are joined. */
export function iri({ path, above }: Place, alias: string): string {
  const parts = `${path}/`.split(':id');
  const ids = [...above.map((_, index) => `${alias}${above.length - index}.id`), `${alias}.id`];
  return parts.map((part, index) => `'${part}' || ${ids[index]}`).join(' || ');
}

/** The ids that an IRI is made of, the outermost first. */
export const idsOf = ({ above }: Place, alias: string): string[] => [
  ...above.map((_, index) => `${alias}${above.length - index}.id`),
  `${alias}.id`,
];

/** The record and those above it, from the record up. Read in this order: what is asked for is known by the record. */
export function fromRecord({ table, above }: Place, alias: string): string {
  const joins = above.map(({ table, column }, index) => {
    const level = above.length - index;
    const below = level === 1 ? alias : `${alias}${level - 1}`;
    return { level, join: `CROSS JOIN ${quoted(table)} AS ${alias}${level} ON ${alias}${level}.key = ${below}.${column}` };
  });
  return [`${quoted(table)} AS ${alias}`, ...joins.toReversed().map(({ join }) => join)].join(' ');
}

/** The same from the outermost record down: in the order of IRIs, so that nothing but what is below one record is sorted. */
export function fromAbove({ table, above }: Place, alias: string): string {
  const down = [...above.map((one) => one.table), table];
  const name = (index: number) => (index === above.length ? alias : `${alias}${above.length - index}`);
  return down
    .map((table, index) => {
      const step = `${quoted(table)} AS ${name(index)}`;
      return index === 0 ? step : `CROSS JOIN ${step} ON ${name(index)}.${above[index - 1]?.column} = ${name(index - 1)}.key`;
    })
    .join(' ');
}
