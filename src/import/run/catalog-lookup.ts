import { catalog } from '../../catalog';
import type { Kinds } from '../../kinds';
import type { Store } from '../../store/database/store';
import { fold } from '../../store/values/folding';
import type { KnownRecords } from '../source';

/** Catalog queries for sources, on the writing connection, as of the last batch. */
export function catalogLookup({ writer }: Store, kinds: Kinds = catalog, mayDefer?: KnownRecords['mayDefer']): KnownRecords {
  const cache = new Map<string, Queries>();
  const queries = (type: string): Queries => {
    const found = cache.get(type) ?? queriesOf(kinds, type);
    cache.set(type, found);
    return found;
  };
  return {
    has(type, id) {
      const { byId } = queries(type);
      return byId !== undefined && writer.get<object>(byId, { id }) !== undefined;
    },
    knows(type, id) {
      const { byId } = queries(type);
      return byId !== undefined && (writer.get<object>(byId, { id }) ?? writer.get<object>(merged, { type, id })) !== undefined;
    },
    findByLink(type, provider, externalId) {
      return writer.get<{ id: string }>(queries(type).byLink as string, { provider, externalId })?.id;
    },
    findByName(type, name) {
      const found = writer.all<{ id: string }>(queries(type).byName as string, { name });
      return found.length === 1 ? found[0]?.id : undefined;
    },
    findRole(name) {
      return writer.get<{ slug: string }>(
        `SELECT slug FROM artist_role WHERE role_folded = :folded
         UNION ALL SELECT r.slug FROM artist_role_alias AS a JOIN artist_role AS r ON r.key = a.role_key WHERE a.alias_folded = :folded
         LIMIT 1`,
        { folded: fold(name).trim() },
      )?.slug;
    },
    tracksOf(release) {
      const tracks = writer.all<{ disc: number; iri: string; title: string }>(tracksOfRelease, { release });
      return [...Map.groupBy(tracks, ({ disc }) => disc).values()];
    },
    note: (source, name) =>
      writer.get<{ value: string }>('SELECT value FROM source_note WHERE source = :source AND name = :name', { source, name })?.value,
    ...(mayDefer && { mayDefer }),
  };
}

const merged = 'SELECT 1 FROM merged_record WHERE resource_type = :type AND id = :id';

const tracksOfRelease = `
  SELECT f.key AS disc, '/api/releases/' || r.id || '/formats/' || f.id || '/tracks/' || t.id AS iri, t.title
  FROM "release" AS r JOIN release_format AS f ON f.release_key = r.key
    JOIN release_track AS t ON t.release_format_key = f.key AND t.parent_key IS NULL
  WHERE r.id = :release ORDER BY f.position, f.key, t.position, t.id`;

/** Queries that find records of a kind, depending on its declaration. */
interface Queries {
  readonly byId?: string;
  readonly byLink?: string;
  /** Without an index, for kinds of few records. */
  readonly byName?: string;
}

function queriesOf(kinds: Kinds, type: string): Queries {
  const kind = kinds.find(type);
  if (!kind) return {};
  const { table, deserializer } = kind;
  const links = kinds.all.find(({ above, identity }) => above.at(-1)?.table === table && identity?.includes('external_id'));
  return {
    byId: `SELECT 1 FROM "${table}" WHERE id = :id`,
    ...(deserializer.originOf('name') && { byName: `SELECT id FROM "${table}" WHERE lower(name) = lower(:name) LIMIT 2` }),
    ...(links && {
      byLink: `SELECT r.id FROM "${links.table}" AS l JOIN "${table}" AS r ON r.key = l.${links.above.at(-1)?.column} WHERE l.provider = :provider AND l.external_id = :externalId ORDER BY r.id`,
    }),
  };
}
