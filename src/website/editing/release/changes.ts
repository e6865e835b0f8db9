import type { releases } from '../../../catalog/releases';
import type { Item } from '../../api/client';
import { isNames } from '../kinds/inputs';
import { type Draft, isSame, type TextName } from './draft';
import { isSameAlbum, type NamesAsIds } from './names-of-draft';
import type { EditedDisc, EditedRelease } from './read-edited';
import { fieldsOf, type ListName, type Row, releaseLists } from './release-schema';
import { changedTracks, type ListedChange, type MatchedList, matchList, movedTracks } from './tracks/track-changes';

/** Changed parts only. */
export interface ReleaseDocument {
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly relationships: Readonly<Record<string, unknown>>;
}

type Release = Item<typeof releases>['attributes'];

export function changesOf(draft: Draft, base: Draft, edited: EditedRelease, names: NamesAsIds): ReleaseDocument {
  const { attributes } = edited.release;
  return {
    attributes: { ...textChanges(draft, base), ...listChanges(draft, base, attributes, names), ...discChanges(draft, base, edited) },
    relationships: relationshipChanges(draft, base, names),
  };
}

export const isEmpty = ({ attributes, relationships }: ReleaseDocument): boolean =>
  Object.keys(attributes).length + Object.keys(relationships).length === 0;

const clearable = ['artist_credit', 'release_date', 'country', 'barcode', 'notes'] as const;

function textChanges({ texts }: Draft, { texts: were }: Draft): Record<string, unknown> {
  const differs = (name: TextName) => texts[name] !== were[name];
  const lines = (text: string) => [...new Set(text.split('\n').map((line) => line.trim()))].filter((line) => line !== '');
  return Object.fromEntries([
    ...(differs('title') ? [['title', texts.title]] : []),
    ...clearable.filter(differs).map((name) => [name, texts[name] || null]),
    ...(differs('slug') && texts.slug !== '' ? [['slug', texts.slug]] : []),
    ...(differs('provisional') ? [['provisional', texts.provisional !== '']] : []),
    ...(['genres', 'styles'] as const).filter(differs).map((name) => [name, lines(texts[name])]),
  ]);
}

/** Lists shown completely in rows. */
const wholeLists = ['labels', 'companies', 'printedSeries', 'identifiers', 'events'] as const;

function listChanges({ lists }: Draft, { lists: were }: Draft, there: Release, names: NamesAsIds): Record<string, unknown> {
  const differs = (list: ListName) => !isSame(lists[list], were[list]);
  const whole = wholeLists.filter(differs).map((list) => [releaseLists[list].attribute, itemsOf(list, lists[list], names)] as const);
  return {
    ...(differs('artists') && { artists: changedArtists(lists.artists, there.artists, names) }),
    ...(differs('credits') && { credits: changedCredits(lists.credits, were.credits, there.credits, names) }),
    ...Object.fromEntries(whole),
  };
}

function itemsOf(list: ListName, rows: readonly Readonly<Record<string, string>>[], names: NamesAsIds): object[] {
  return rows.map((row, at) =>
    Object.fromEntries(
      fieldsOf(list).map(({ name, member = name, input, isRequired }) => {
        const text = row[name] ?? '';
        if (!isNames(input)) return [member, (member === 'country' ? text.toUpperCase() : text) || (isRequired ? '' : null)];
        const id = names.idOf(name, at);
        return [member, id === undefined ? null : `/api/${input.names}s/${id}`];
      }),
    ),
  );
}

/** Keeps names as credited and join phrases; the last artist has none. */
function changedArtists(rows: readonly Row<'artists'>[], there: Release['artists'], names: NamesAsIds): object[] {
  const left = [...there];
  return rows.map((_, at) => {
    const id = names.idOf('artist', at) ?? '';
    const index = left.findIndex((artist) => artist.id === id);
    const [kept] = index < 0 ? [] : left.splice(index, 1);
    const isLast = at === rows.length - 1;
    return { ...(kept && withoutPlace(kept)), iri: `/api/artists/${id}`, ...(isLast && { join_phrase: null }) };
  });
}

/** Keeps members without a field. */
function changedCredits(
  rows: readonly Row<'credits'>[],
  were: readonly Row<'credits'>[],
  there: Release['credits'],
  names: NamesAsIds,
): object[] {
  const left = new Set(there.keys());
  const take = (find: (index: number) => boolean) => {
    const index = [...left].find(find);
    if (index !== undefined) left.delete(index);
    return index;
  };
  // Unchanged items first, so they are not taken for changed ones.
  const same = rows.map((row) => take((index) => isSame(were[index], row)));
  return rows.map(({ role, on }, at) => {
    const unchanged = there[same[at] ?? -1];
    if (unchanged) return withoutPlace(unchanged);
    const id = names.idOf('who', at) ?? '';
    const index = take((index) => there[index]?.id === id) ?? -1;
    const kept = there[index];
    const slug = role === '' ? null : (names.roles.get(role) ?? role);
    // Role names are ambiguous: keep the slug if the name is unchanged.
    const credit_role = kept && were[index]?.role === role ? kept.credit_role : slug;
    return { ...(kept && withoutPlace(kept)), iri: `/api/artists/${id}`, credit_role, tracks: on || null };
  });
}

/** The position is that in the list. */
const withoutPlace = <T extends { readonly position: number }>({ position: _, ...credit }: T): Omit<T, 'position'> => credit;

function discChanges({ lists }: Draft, { lists: were }: Draft, { discs }: EditedRelease): Record<string, unknown> {
  return isSame(lists.discs, were.discs) ? {} : { formats: changedDiscs(lists.discs, were.discs, discs) };
}

function relationshipChanges(draft: Draft, base: Draft, names: NamesAsIds): Record<string, unknown> {
  const { texts } = draft;
  const albumId = names.idOf('album', 0);
  const packaging = names.packaging.get(texts.packaging);
  const to = (type: string, id: string | undefined) => ({ data: id === undefined || id === '' ? null : { type, id } });
  return {
    ...(!isSameAlbum(draft, base) && { album: to('Album', albumId) }),
    ...(texts.packaging !== base.texts.packaging && { packaging_type: to('PackagingType', packaging) }),
    ...(texts.series !== base.texts.series && { series: to('LabelSeries', texts.series) }),
  };
}

type DiscRow = Row<'discs'>;

/** Unchanged discs only have ids. */
function changedDiscs(rows: readonly DiscRow[], were: readonly DiscRow[], discs: readonly EditedDisc[]): object[] {
  const stays = rows.length === discs.length && rows.every(({ disc }, index) => disc === discs[index]?.id);
  const rowOf = (id: string) => were.find(({ disc }) => disc === id);
  const lists = new Map(
    rows.filter((row) => rowOf(row.disc)?.tracks !== row.tracks).map((row) => [row, listOf(row, rowOf(row.disc), discs)]),
  );
  const away = discs.filter(({ id }) => !rows.some(({ disc }) => disc === id));
  const moved = movedTracks([...lists.values(), ...away.map(({ id, tracks }) => matchList({ tracks, text: rowOf(id)?.tracks ?? '' }, ''))]);
  return rows.flatMap((row) => {
    const disc = discs.find(({ id }) => id === row.disc);
    const place = disc && stays ? { position: disc.attributes.position } : {};
    const own = { ...(disc && { id: disc.id }), ...place, ...attributesOf(row, rowOf(row.disc)) };
    const list = lists.get(row);
    return list ? withTracks(own, row, changedTracks(list, moved)) : [own];
  });
}

const listOf = (row: DiscRow, was: DiscRow | undefined, discs: readonly EditedDisc[]): MatchedList =>
  matchList({ tracks: discs.find(({ id }) => id === row.disc)?.tracks ?? [], text: was?.tracks ?? '' }, row.tracks);

/** A pasted track list may span several discs, which copy this one. */
function withTracks(own: object, row: DiscRow, [first, ...others]: readonly ListedChange[]): object[] {
  const further = others.map(({ heading, tracks }) => ({
    ...attributesOf({ ...row, discTitle: heading ?? '', quantity: '1' }, undefined),
    tracks,
  }));
  const title = others.length > 0 && first?.heading !== undefined && row.discTitle === '' ? { title: first.heading } : {};
  return [{ ...own, ...title, tracks: first?.tracks ?? [] }, ...further];
}

function attributesOf(row: DiscRow, was: DiscRow | undefined): Record<string, unknown> {
  const differs = (name: keyof DiscRow) => row[name] !== (was?.[name] ?? '');
  const lines = row.descriptions.split('\n').map((line) => line.trim());
  return {
    ...(differs('format') && { format_type: row.format }),
    ...(differs('quantity') && { quantity: Number(row.quantity || 1) }),
    ...(differs('discTitle') && { title: row.discTitle || null }),
    ...(differs('discText') && { text: row.discText || null }),
    ...(differs('descriptions') && { descriptions: lines.filter((line) => line !== '') }),
  };
}
