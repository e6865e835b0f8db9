import type { EditedDisc } from '../read-edited';
import type { Row } from '../release-schema';
import { changedTracks, type ListedChange, type MatchedList, matchList, movedTracks } from './track-changes';

type DiscRow = Row<'discs'>;

/** The discs of a release as a document has them, where any of them is another: those that stay say their ids alone. */
export function changedDiscs(rows: readonly DiscRow[], were: readonly DiscRow[], discs: readonly EditedDisc[]): object[] {
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

/** A pasted list may be that of several discs: the further ones are like this one. */
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
