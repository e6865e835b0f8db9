import { uuidPattern } from '../../api/schema/checks';
import type { Kind } from '../../kinds';
import type { Attributes } from '../../kinds/attribute';
import { message } from '../../messages/message';
import type { Connection, Value } from '../../store/database/connection';
import { now } from '../../store/values/dates';
import { isLatin, isTransliteration, localeOf, slugOf } from '../../store/values/slug';
import { type OtherTitle, RecordError, type RecordObject, storedTimeOf, type WriteOutcome } from './record';
import type { References } from './references';

/**
 * Slug of a real record before numbering. Of Japanese names with kanji, whose reading is unknown, it is the slug of the sort name, else of
 * a Japanese title in Latin letters, else of another name in Latin letters, else of the rest of the name.
 */
export function plainSlug({ table }: Pick<Kind, 'table'>, called: string, attributes: Attributes = {}): string {
  const latin = isJapanese(called, attributes) ? (otherNames(attributes).find(isLatin) ?? called.replace(kanji, ' ')) : called;
  return slugOf(latin) || table.replaceAll('_', '-');
}

const kanji = /\p{Script=Han}/gu;

const isJapanese = (called: string, { language, country, other_titles }: Attributes): boolean =>
  called.search(kanji) >= 0 &&
  (/[ぁ-ヺ]/.test(called) ||
    /^ja/.test(String(language)) ||
    (!language && country === 'JP') ||
    titlesOf(other_titles).some((title) => isTransliteration(title) && localeOf(title.language)?.language === 'ja'));

function otherNames({ sort_title, sort_name, akas, other_titles }: Attributes): string[] {
  const titles = titlesOf(other_titles);
  const others = [...titles.filter(isTransliteration), ...titles].map(({ title }) => title);
  const lines = typeof akas === 'string' ? akas.split('\n') : [];
  return [sort_title, sort_name, ...lines, ...others].filter((name) => typeof name === 'string');
}

const titlesOf = (others: unknown): readonly OtherTitle[] =>
  Array.isArray(others) ? others.filter((other: Partial<OtherTitle> | null) => typeof other?.title === 'string') : [];

// Slugs of provisional records, which never take one from a real record.

/** Suffix of a provisional slug: the random part of the UUID. */
export const provisionalEnding = (id: string): string => `-${id.replaceAll('-', '').slice(-12)}`;

/** @param plain slug of a real record with this name */
export const provisionalSlug = (plain: string, id: string): string => plain + provisionalEnding(id);

/**
 * Reserved slugs: address words in the place of slugs, present or future, such as `by` in `/releases/by/year`. A test compares
 * them with the site map.
 */
export const reservedSlugs: ReadonlySet<string> = new Set([
  'add',
  'by',
  'edit',
  'export',
  'history',
  'import',
  'items',
  'merge',
  'new',
  'revisions',
  'statistics',
]);

/** Reserved slugs and UUIDs: an address with a UUID leads to the record of that id. */
export const isReservedSlug = (slug: string): boolean => reservedSlugs.has(slug) || uuidPattern.test(slug);

/** New records whose slugs may improve in the same import; more are not remembered. */
const mostNew = 50_000;

const addRedirect = `
  INSERT INTO slug_redirect (resource_type, slug, resource_id, created_at) VALUES (:type, :slug, :id, :now)
  ON CONFLICT (resource_type, slug) DO UPDATE SET resource_id = :id, created_at = coalesce(:since, created_at)
    WHERE resource_id <> :id OR created_at <> :since`;

/** Assigns slugs and maintains redirects from old ones. */
export class Slugs {
  /** Temporary slugs of records that made room; never public, so without redirects. */
  readonly #madeUp = new Set<string>();
  /** By UUID, what was known of records with kanji that this import added. */
  readonly #added = new Map<string, Attributes>();

  constructor(
    private readonly connection: Connection,
    private readonly references: References,
  ) {}

  /**
   * Slug of a record. It keeps its slug unless another is stated; the old one redirects. A taken slug is refused. When mirroring,
   * the other record makes room with a number instead, and redirects come from the mirrored catalog.
   */
  slug(
    kind: Kind,
    id: string,
    attributes: Attributes,
    current: Readonly<Record<string, Value>> | undefined,
    othersMakeRoom: boolean,
  ): { slug?: string } {
    if (!kind.slugFrom) return {};
    const requested = attributes.slug as string | null | undefined;
    const had = current?.slug as string | undefined;
    if (!requested) return { slug: had ?? this.#free(kind, plainSlug(kind, String(attributes[kind.slugFrom] ?? ''), attributes)) };
    if (had === requested) return { slug: requested };
    this.#vacate(kind, requested, id, othersMakeRoom);
    this.#forgetRedirect(kind, requested);
    if (had !== undefined && !othersMakeRoom) this.redirect(kind.type, had, id);
    return { slug: requested };
  }

  /** Slug of a provisional record that becomes real; `undefined` if it already has a regular one. */
  regularSlug(kind: Kind, id: string, called: string, had: string, attributes: Attributes): string | undefined {
    return had.endsWith(provisionalEnding(id)) ? this.#free(kind, plainSlug(kind, called, attributes)) : undefined;
  }

  /** Slug of a renamed record; the old one redirects. */
  follow(kind: Kind, id: string, called: string, had: string, attributes: Attributes): { slug?: string } {
    const plain = plainSlug(kind, called, attributes);
    if (had === plain || (had.startsWith(`${plain}-`) && /^\d+$/.test(had.slice(plain.length + 1)))) return {};
    const slug = this.#free(kind, plain);
    this.redirect(kind.type, had, id);
    return { slug };
  }

  /** Remembers that an import added a record: its titles in Latin letters may come in later documents. */
  noteAdded(kind: Kind, id: string, attributes: Attributes): void {
    const called = kind.slugFrom && String(attributes[kind.slugFrom]);
    if (!called || attributes.slug || called.search(kanji) < 0 || this.#added.size >= mostNew) return;
    const { language, country, sort_title, sort_name, akas } = attributes;
    this.#added.set(id, { language, country, sort_title, sort_name, akas });
  }

  /** Improves the slug of a record that the same import added, by titles of another document. */
  improve(kind: Kind, id: string, other_titles: readonly unknown[]): void {
    const attributes = this.#added.get(id);
    if (!attributes) return;
    const current = `SELECT ${kind.slugFrom} AS called, slug FROM "${kind.table}" WHERE id = :id`;
    const row = this.connection.get<{ called: string; slug: string }>(current, { id });
    const { slug } = row ? this.follow(kind, id, row.called, row.slug, { ...attributes, other_titles }) : {};
    const update = `UPDATE "${kind.table}" SET slug = :slug, updated_at = :now WHERE id = :id`;
    if (slug !== undefined) this.connection.change(update, { id, slug, now: now() });
  }

  /** Gives a numbered slug's record the unnumbered slug of the record merged into it. Manually chosen slugs stay. */
  inherit(kind: Kind, { key, id }: { readonly key: number; readonly id: string }, merged: string): void {
    const had = this.connection.get<{ slug: string }>(`SELECT slug FROM "${kind.table}" WHERE key = :key`, { key })?.slug;
    const [, base, number] = /^(.*)-(\d+)$/.exec(had ?? '') ?? [];
    if (had === undefined || base === undefined || Number(number) >= this.#nextNumber(kind, base)) return;
    const isBetter = merged === base || (merged.startsWith(`${base}-`) && Number(merged.slice(base.length + 1)) < Number(number));
    if (!isBetter) return;
    this.#forgetRedirect(kind, merged);
    this.connection.change(`UPDATE "${kind.table}" SET slug = :slug, updated_at = :now WHERE key = :key`, {
      key,
      slug: merged,
      now: now(),
    });
    this.redirect(kind.type, had, id);
  }

  /** Redirects the slug of a merged record. */
  leave({ type }: Kind, slug: string, into: string): void {
    if (!this.#madeUp.delete(`${type} ${slug}`)) this.redirect(type, slug, into);
  }

  /** A slug in use no longer redirects. */
  #forgetRedirect(kind: Kind, slug: string): boolean {
    const forgotten = this.connection.change('DELETE FROM slug_redirect WHERE resource_type = :type AND slug = :slug', {
      type: kind.type,
      slug,
    });
    return forgotten > 0;
  }

  #holder(kind: Kind, slug: string): { readonly key: number; readonly id: string } | undefined {
    return this.connection.get<{ key: number; id: string }>(`SELECT key, id FROM "${kind.table}" WHERE slug = :slug`, { slug });
  }

  /** UUID of another record with a slug. */
  otherHolder(kind: Kind, slug: string, id: string): string | undefined {
    const holder = this.#holder(kind, slug)?.id;
    return holder === id ? undefined : holder;
  }

  #vacate(kind: Kind, slug: string, id: string, othersMakeRoom: boolean): void {
    const holder = this.#holder(kind, slug);
    if (!holder || holder.id === id) return;
    if (!othersMakeRoom) throw new RecordError(message('slug_taken', { slug, holder: holder.id }), 'slug');
    const free = this.#free(kind, slug);
    this.#madeUp.add(`${kind.type} ${free}`);
    this.connection.change(`UPDATE "${kind.table}" SET slug = :free WHERE key = :key`, { key: holder.key, free });
  }

  /** Imports a redirect. A slug in use redirects only after its record gets another. */
  takeRedirect(record: RecordObject): WriteOutcome {
    const { resource } = record.relationships as { resource?: { data?: unknown } };
    const named = this.references.kindOf(record.attributes.resource_type);
    if (named && resource?.data === null) return this.#forgetRedirect(named, String(record.attributes.slug)) ? 'changed' : 'unchanged';
    const { kind, type, id } = this.references.target(record);
    const { slug, created_at } = record.attributes;
    if (typeof slug !== 'string' || slug === '') throw new RecordError(message('required'), 'slug');
    if (!kind.slugFrom) throw new RecordError(message('no_slug'), 'resource_type');
    return this.redirect(type, slug, id, storedTimeOf(created_at)) ? 'added' : 'unchanged';
  }

  /** Adds a redirect, with its original time if given; returns whether it is new. */
  redirect(type: string, slug: string, id: string, since?: string): boolean {
    const changes = this.connection.change(addRedirect, { type, slug, id, since: since ?? null, now: since ?? now() });
    return changes > 0;
  }

  /** Announces the slugs of a restored record in the feed again, since its merge had redirected them. */
  announceAgain({ type, slugFrom, table }: Kind, id: string): void {
    if (!slugFrom) return;
    const slugs = this.connection.all<{ slug: string }>(
      `SELECT slug FROM slug_redirect WHERE resource_type = :type AND resource_id = :id UNION ALL SELECT slug FROM "${table}" WHERE id = :id`,
      { type, id },
    );
    for (const { slug } of slugs)
      this.connection.change("INSERT INTO change_entry (action, resource_type, resource_id, slug) VALUES ('renamed', :type, :id, :slug)", {
        type,
        id,
        slug,
      });
  }

  /** The slug, or with -2, -3 …, that no record of the kind has or had; never a reserved one. */
  #free(kind: Kind, slug: string): string {
    if (!isReservedSlug(slug) && !this.#isTaken(kind, slug)) return slug;
    let number = this.#nextNumber(kind, slug);
    while (this.#isTaken(kind, `${slug}-${number}`)) number++;
    this.#rememberNumber(kind, slug, number + 1);
    return `${slug}-${number}`;
  }

  #isTaken(kind: Kind, slug: string): boolean {
    const query = `SELECT 1 FROM "${kind.table}" WHERE slug = :slug
      UNION ALL SELECT 1 FROM slug_redirect WHERE resource_type = :type AND slug = :slug LIMIT 1`;
    return this.connection.get(query, { type: kind.type, slug }) !== undefined;
  }

  /** Starts after the highest number, since probing each would be slow for frequent names. */
  #nextNumber({ type }: Kind, slug: string): number {
    const query = 'SELECT next FROM slug_number WHERE resource_type = :type AND slug = :slug';
    return this.connection.get<{ next: number }>(query, { type, slug })?.next ?? 2;
  }

  #rememberNumber({ type }: Kind, slug: string, next: number): void {
    this.connection.change(
      `INSERT INTO slug_number (resource_type, slug, next) VALUES (:type, :slug, :next)
        ON CONFLICT (resource_type, slug) DO UPDATE SET next = excluded.next`,
      { type, slug, next },
    );
  }
}
