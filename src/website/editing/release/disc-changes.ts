import type { Row } from './draft';
import type { EditedDisc } from './read-edited';
import { changedTracks } from './track-changes';

type DiscRow = Row<'discs'>;

/** The discs of a release as a document has them, where any of them is another: those that stay say their ids alone. */
export function changedDiscs(rows: readonly DiscRow[], were: readonly DiscRow[], discs: readonly EditedDisc[]): object[] {
  const stays = rows.length === discs.length && rows.every(({ disc }, index) => disc === discs[index]?.id);
  return rows.flatMap((row) => {
    const index = discs.findIndex(({ id }) => id === row.disc);
    const disc = discs[index];
    const was = were.find((one) => one.disc === row.disc);
    const place = disc && stays ? { position: disc.attributes.position } : {};
    const own = { ...(disc && { id: disc.id }), ...place, ...attributesOf(row, was) };
    if (was && was.tracks === row.tracks) return [own];
    return withTracks(own, row, { tracks: disc?.tracks ?? [], text: was?.tracks ?? '' });
  });
}

/** A pasted list may be that of several discs: the further ones are like this one. */
function withTracks(own: object, row: DiscRow, former: Parameters<typeof changedTracks>[0]): object[] {
  const [first, ...others] = changedTracks(former, row.tracks);
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
