import { Invalid, violation } from '../api/schema/checks';
import { siteIdNames, siteIds } from '../catalog/productions/site-ids';
import { message } from '../messages/message';
import type { RecordEditing } from '../records/edit/editor';
import type { Author, Edited } from '../records/history/revisions';
import type { RecordObject } from '../records/write/record';
import type { Store } from '../store/database/open';

// Ids of a production at other sites: attributes of the API that are written as external links.

type SiteIds = Readonly<Partial<Record<keyof typeof siteIds, string | null>>>;

/** @throws {Invalid} for ids that their sites cannot have */
function readSiteIds({ attributes }: RecordObject): SiteIds {
  const names = siteIdNames.filter((name) => Object.hasOwn(attributes, name));
  const wrong = names.filter((name) => {
    const value = attributes[name];
    return value !== null && (typeof value !== 'string' || !siteIds[name].pattern.test(value));
  });
  if (wrong.length > 0) throw new Invalid(wrong.map((name) => violation(name, message('invalid_site_id', siteIds[name]))));
  return Object.fromEntries(names.map((name) => [name, attributes[name]]));
}

/**
 * Edits a production, then the external links behind the ids that it states: one that differs replaces the first link of its site,
 * null removes all of them.
 * @param edit edits the production's own fields
 */
export function withSiteIds(store: Store, editing: RecordEditing, record: RecordObject, author: Author, edit: () => Edited): Edited {
  const ids = readSiteIds(record);
  const edited = edit();
  const { key, type } = productionAt(store, record.id);
  const links = `${record.id}/external-links`;
  const revisions = siteIdNames.flatMap((name): Edited[] => {
    const stated = ids[name];
    if (stated === undefined) return [];
    const { provider, page } = siteIds[name];
    const stored = store.writer.all<{ id: string; external_id: string }>(linksOfProvider, { key, provider });
    const [first] = stored;
    const link = (id: string) => ({ type: 'ProductionExternalLink', id: `${links}/${id}`, relationships: {} });
    if (stated === null) return stored.map(({ id }) => editing.edit({ action: 'delete', record: link(id) }, author));
    if (first?.external_id === stated) return [];
    requireFree(store, key, name, stated, name);
    const attributes = { provider, external_id: stated, url: page(stated, type) };
    const other = stored.find(({ external_id }) => external_id === stated);
    if (other && first) editing.edit({ action: 'delete', record: link(other.id) }, author);
    if (first) return [editing.edit({ action: 'change', record: { ...link(first.id), attributes } }, author)];
    return [editing.edit({ action: 'add', record: { ...link(Bun.randomUUIDv7()), attributes } }, author)];
  });
  return edited.revisionId === undefined ? { ...edited, revisionId: revisions.at(-1)?.revisionId } : edited;
}

/**
 * Keeps a link of a production, just written, from naming the page of another one.
 * @throws {Invalid} if another production has it
 */
export function requireOwnPage(store: Store, iri: string): void {
  const link = store.writer.get<{ production_key: number; provider: string; external_id: string }>(
    'SELECT production_key, provider, external_id FROM production_external_link WHERE id = :id',
    { id: iri.slice(-36) },
  );
  const name = siteIdNames.find((name) => siteIds[name].provider === link?.provider);
  if (link && name) requireFree(store, link.production_key, name, link.external_id, 'external_id');
}

/** An id is that of one production; films and television at TMDB are numbered apart. */
function requireFree({ writer }: Store, production: number, name: keyof typeof siteIds, id: string, attribute: string): void {
  const { provider, page } = siteIds[name];
  const [own, ...others] = writer.all<{ id: string; type: string; provisional: 0 | 1 }>(productionsOfId, { production, provider, id });
  const holder = others.find(({ type }) => page(id, type) === page(id, own?.type));
  if (!holder) return;
  const code = holder.provisional === 1 ? 'identifier_taken' : 'identifier_taken_by_record';
  throw new Invalid([violation(attribute, message(code, { iri: `/api/productions/${holder.id}` }))]);
}

/** The production itself first. */
const productionsOfId = `
  SELECT id, production_type AS type, provisional FROM production WHERE key = :production UNION ALL
  SELECT p.id, p.production_type, p.provisional FROM production_external_link AS l CROSS JOIN production AS p ON p.key = l.production_key
  WHERE l.provider = :provider AND l.external_id = :id AND p.key <> :production`;

const linksOfProvider =
  'SELECT id, external_id FROM production_external_link WHERE production_key = :key AND provider = :provider ORDER BY external_id';

const productionAt = ({ writer }: Store, iri: string) =>
  writer.get<{ key: number; type: string }>('SELECT key, production_type AS type FROM production WHERE id = :id', {
    id: iri.slice(-36),
  }) as { key: number; type: string };
