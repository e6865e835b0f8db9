import { sql } from 'kysely';
import type { Kind } from '../../kinds';
import type { Attributes } from '../../kinds/attribute';
import { message } from '../../messages/message';
import { parameter, type Statements, type Value } from '../../store/database/sql';
import { slugOf } from '../../store/values/slug';
import { now } from '../../store/values/time';
import { givenTime } from './kind-table';
import { type Outcome, RecordError, type ResourceObject } from './record';
import type { References } from './references';

// A record that only stands in for one has a slug that no true one would have: it takes nobody's.

/** What the slug of a record that stands in for one ends with: what of its UUID is no time. */
export const provisionalEnding = (id: string): string => `-${id.replaceAll('-', '').slice(-12)}`;

/** @param plain the slug of a true record of its name */
export const provisionalSlug = (plain: string, id: string): string => plain + provisionalEnding(id);

/**
 * Words that no slug is made to be: in addresses they stand, or may come to stand, where slugs do, as `by` in
 * `/releases/by/year`. A test holds them to the site map.
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

/** The slug of a true record of this name, where no other has it. */
export const plainSlug = ({ table }: Pick<Kind, 'table'>, called: string): string => slugOf(called) || table.replaceAll('_', '-');

/** Gives records their slugs, and keeps those they had leading to them. */
export class Slugs {
  /** Slugs that records got to make room, until they are told theirs: nobody has seen them, and nothing is to lead there. */
  readonly #madeUp = new Set<string>();

  constructor(
    private readonly statements: Statements,
    private readonly references: References,
  ) {}

  /**
   * A record keeps its slug, unless it is given another; the one it had then leads to it still. One that another record
   * has is refused. Where slugs are as another catalog has them, that one makes room instead, and is given a number; what
   * leads where is said by the other catalog then, redirect by redirect.
   */
  slug(
    kind: Kind,
    id: string,
    attributes: Attributes,
    current: Readonly<Record<string, Value>> | undefined,
    othersMakeRoom: boolean,
  ): { slug?: string } {
    if (!kind.slugFrom) return {};
    const asked = attributes.slug as string | null | undefined;
    const had = current?.slug as string | undefined;
    if (!asked) return { slug: had ?? this.#free(kind, plainSlug(kind, String(attributes[kind.slugFrom] ?? ''))) };
    if (had === asked) return { slug: asked };
    this.#vacate(kind, asked, id, othersMakeRoom);
    this.#forgetRedirect(kind, asked);
    if (had !== undefined && !othersMakeRoom) this.redirect(kind.type, had, id);
    return { slug: asked };
  }

  /** The slug of a record that stood in for one, and is a true one from now on; none, where it has one as others have. */
  ofTrueOne(kind: Kind, id: string, called: string, had: string): string | undefined {
    return had.endsWith(provisionalEnding(id)) ? this.#free(kind, plainSlug(kind, called)) : undefined;
  }

  /** The slug of a record that turns out to be called something else; the one that it had leads to it still. */
  follow(kind: Kind, id: string, called: string, had: string): { slug?: string } {
    const made = plainSlug(kind, called);
    if (had === made || (had.startsWith(`${made}-`) && /^\d+$/.test(had.slice(made.length + 1)))) return {};
    const slug = this.#free(kind, made);
    this.redirect(kind.type, had, id);
    return { slug };
  }

  /**
   * A record that was given a number, since another one of its name was there, has that one's slug once the two are one.
   * What had come to be called by hand is no number of ours.
   */
  inherit(kind: Kind, { key, id }: { readonly key: number; readonly id: string }, gone: string): void {
    const had = this.statements
      .get<{ slug: string }>(`slug of key ${kind.table}`, (db) =>
        db.selectFrom(kind.table).select('slug').where('key', '=', parameter('key')),
      )
      .get({ key })?.slug;
    const [, base, number] = /^(.*)-(\d+)$/.exec(had ?? '') ?? [];
    if (had === undefined || base === undefined || Number(number) >= this.#nextNumber(kind, base)) return;
    const isBetter = gone === base || (gone.startsWith(`${base}-`) && Number(gone.slice(base.length + 1)) < Number(number));
    if (!isBetter) return;
    this.#forgetRedirect(kind, gone);
    this.statements
      .get(`inherit ${kind.table}`, (db) =>
        db
          .updateTable(kind.table)
          .set({ slug: parameter('slug'), updated_at: parameter('now') })
          .where('key', '=', parameter('key')),
      )
      .run({ key, slug: gone, now: now() });
    this.redirect(kind.type, had, id);
  }

  /** Keeps the slug of a record that was merged into another leading there. */
  leave({ type }: Kind, slug: string, into: string): void {
    if (!this.#madeUp.delete(`${type} ${slug}`)) this.redirect(type, slug, into);
  }

  /** A slug leads to the record that has it, and no longer to one that had it. */
  #forgetRedirect(kind: Kind, slug: string): boolean {
    const forgotten = this.statements
      .get('forget redirect', (db) =>
        db.deleteFrom('slug_redirect').where('resource_type', '=', parameter('type')).where('slug', '=', parameter('slug')),
      )
      .run({ type: kind.type, slug });
    return forgotten > 0;
  }

  #holder(kind: Kind, slug: string): { readonly key: number; readonly id: string } | undefined {
    return this.statements
      .get<{ key: number; id: string }>(`holder ${kind.table}`, (db) =>
        db.selectFrom(kind.table).select(['key', 'id']).where('slug', '=', parameter('slug')),
      )
      .get({ slug });
  }

  /** The UUID of another record that has a slug. */
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
    this.statements
      .get(`make room ${kind.table}`, (db) =>
        db
          .updateTable(kind.table)
          .set({ slug: parameter('free') })
          .where('key', '=', parameter('key')),
      )
      .run({ key: holder.key, free });
  }

  /**
   * Takes the record of a slug that was renamed. Where a record has the slug today, it leads there until that one has
   * another.
   */
  takeRedirect(record: ResourceObject): Outcome {
    const { resource } = record.relationships as { resource?: { data?: unknown } };
    const named = this.references.kindOf(record.attributes.resource_type);
    if (named && resource?.data === null) return this.#forgetRedirect(named, String(record.attributes.slug)) ? 'changed' : 'unchanged';
    const { kind, type, id } = this.references.target(record);
    const { slug, created_at } = record.attributes;
    if (typeof slug !== 'string' || slug === '') throw new RecordError(message('required'), 'slug');
    if (!kind.slugFrom) throw new RecordError(message('no_slug'), 'resource_type');
    return this.redirect(type, slug, id, givenTime(created_at)) ? 'added' : 'unchanged';
  }

  /** Makes a slug lead to a record, since a time where one is given; says whether it did not before. */
  redirect(type: string, slug: string, id: string, since?: string): boolean {
    const changes = this.statements
      .get('redirect', (db) =>
        db
          .insertInto('slug_redirect')
          .values({ resource_type: parameter('type'), slug: parameter('slug'), resource_id: parameter('id'), created_at: parameter('now') })
          .onConflict((conflict) =>
            conflict
              .columns(['resource_type', 'slug'])
              .doUpdateSet({ resource_id: parameter('id'), created_at: sql`coalesce(${parameter('since')}, slug_redirect.created_at)` })
              .where(sql<boolean>`(slug_redirect.resource_id <> ${parameter('id')} OR slug_redirect.created_at <> ${parameter('since')})`),
          ),
      )
      .run({ type, slug, id, since: since ?? null, now: since ?? now() });
    return changes > 0;
  }

  /** Tells the feed of the slugs that lead to a record which has come back, its own among them: they led, by its merge, to another one. */
  tellAgain({ type, slugFrom, table }: Kind, id: string): void {
    if (!slugFrom) return;
    const slugs = this.statements
      .get<{ slug: string }>(`slugs to ${table}`, (db) =>
        db
          .selectFrom('slug_redirect')
          .select('slug')
          .where('resource_type', '=', parameter('type'))
          .where('resource_id', '=', parameter('id'))
          .unionAll(db.selectFrom(table).select('slug').where('id', '=', parameter('id'))),
      )
      .all({ type, id });
    for (const { slug } of slugs)
      this.statements
        .get('tell of slug', (db) =>
          db.insertInto('change_entry').values({
            action: 'renamed',
            resource_type: parameter('type'),
            resource_id: parameter('id'),
            slug: parameter('slug'),
          }),
        )
        .run({ type, id, slug });
  }

  /** The slug itself, or with -2, -3 …, whichever no record of the kind has or had; never a word of the site's addresses. */
  #free(kind: Kind, slug: string): string {
    if (!reservedSlugs.has(slug) && !this.#isTaken(kind, slug)) return slug;
    let number = this.#nextNumber(kind, slug);
    while (this.#isTaken(kind, `${slug}-${number}`)) number++;
    this.#rememberNumber(kind, slug, number + 1);
    return `${slug}-${number}`;
  }

  #isTaken(kind: Kind, slug: string): boolean {
    if (this.#holder(kind, slug)) return true;
    const redirect = this.statements.get('slug redirect', (db) =>
      db
        .selectFrom('slug_redirect')
        .select('resource_id')
        .where('resource_type', '=', parameter('type'))
        .where('slug', '=', parameter('slug')),
    );
    return redirect.get({ type: kind.type, slug }) !== undefined;
  }

  /** Numbers below have been taken: asking for each of them again would make many records of one name slow. */
  #nextNumber({ type }: Kind, slug: string): number {
    const next = this.statements.get<{ next: number }>('next slug number', (db) =>
      db.selectFrom('slug_number').select('next').where('resource_type', '=', parameter('type')).where('slug', '=', parameter('slug')),
    );
    return next.get({ type, slug })?.next ?? 2;
  }

  #rememberNumber({ type }: Kind, slug: string, next: number): void {
    this.statements
      .get('number slugs', (db) =>
        db
          .insertInto('slug_number')
          .values({ resource_type: parameter('type'), slug: parameter('slug'), next: parameter('next') })
          .onConflict((conflict) => conflict.columns(['resource_type', 'slug']).doUpdateSet({ next: parameter('next') })),
      )
      .run({ type, slug, next });
  }
}
