import { releaseFormats } from '../../../catalog/release-formats';
import type { ListedTrack } from '../../../catalog/tracks/listed-tracks';
import { releaseTracks } from '../../../catalog/tracks/release-tracks';
import { writeTrackList } from '../../../catalog/tracks/track-list';
import { trackVersions } from '../../../catalog/vocabularies/vocabularies';
import { type Api, type Item, uuidOfIri } from '../../api/client';
import { includedOf } from '../../api/linked-records';
import { formatOf } from '../../catalog/release/load';
import { readTracks } from '../../catalog/release/read-tracks';
import type { OpenList, ReadDocument, Row } from '../form/types';
import { changedTracks, type ListedChange, type MatchedList, matchList, movedTracks, type Track } from './track-changes';

interface EditedDisc {
  readonly id: string;
  readonly attributes: Item<typeof releaseFormats>['attributes'];
  readonly tracks: readonly Track[];
}

export async function openDiscs(api: Api, document: ReadDocument): Promise<OpenList> {
  const { id, attributes, relationships } = document.data;
  const included = [...includedOf(releaseTracks, document).values()];
  const tracks = included.length > 0 ? included : await readTracks(api, uuidOfIri(id), { count: Number(attributes.track_count) });
  const onDiscs = Map.groupBy(tracks, formatOf);
  const formats = includedOf(releaseFormats, document);
  const linked = (relationships?.formats?.data ?? []) as readonly { readonly id: string }[];
  const discs = linked.flatMap(({ id: iri }): EditedDisc[] => {
    const format = formats.get(iri);
    const own = uuidOfIri(iri);
    return format ? [{ id: own, attributes: format.attributes, tracks: onDiscs.get(own) ?? [] }] : [];
  });
  const rows = discs.map(rowOfDisc);
  return { rows, changed: (typed) => changedDiscs(typed, rows, discs) };
}

function rowOfDisc({ id, attributes, tracks }: EditedDisc): Row {
  return {
    disc: id,
    format: attributes.format_type,
    quantity: String(attributes.quantity),
    discTitle: attributes.title ?? '',
    discText: attributes.text ?? '',
    descriptions: attributes.descriptions.join('\n'),
    // Without tracks there would be only a heading.
    tracks: tracks.length === 0 ? '' : writeTrackList([{ tracks: tracks.map(({ attributes }) => listedOf(attributes)) }]),
  };
}

/** Unchanged discs only have ids. */
function changedDiscs(rows: readonly Row[], were: readonly Row[], discs: readonly EditedDisc[]): object[] {
  const stays = rows.length === discs.length && rows.every(({ disc }, index) => disc === discs[index]?.id);
  const rowOf = (id = '') => were.find(({ disc }) => disc === id);
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

const listOf = (row: Row, was: Row | undefined, discs: readonly EditedDisc[]): MatchedList =>
  matchList({ tracks: discs.find(({ id }) => id === row.disc)?.tracks ?? [], text: was?.tracks ?? '' }, row.tracks ?? '');

/** A pasted track list may span several discs, which copy this one. */
function withTracks(own: object, row: Row, [first, ...others]: readonly ListedChange[]): object[] {
  const further = others.map(({ heading, tracks }) => ({
    ...attributesOf({ ...row, discTitle: heading ?? '', quantity: '1' }, undefined),
    tracks,
  }));
  const title = others.length > 0 && first?.heading !== undefined && row.discTitle === '' ? { title: first.heading } : {};
  return [{ ...own, ...title, tracks: first?.tracks ?? [] }, ...further];
}

function attributesOf(row: Row, was: Row | undefined): Record<string, unknown> {
  const differs = (name: string) => row[name] !== (was?.[name] ?? '');
  const lines = (row.descriptions ?? '').split('\n').map((line) => line.trim());
  return {
    ...(differs('format') && { format_type: row.format }),
    ...(differs('quantity') && { quantity: Number(row.quantity || 1) }),
    ...(differs('discTitle') && { title: row.discTitle || null }),
    ...(differs('discText') && { text: row.discText || null }),
    ...(differs('descriptions') && { descriptions: lines.filter((line) => line !== '') }),
  };
}

type WrittenTrack = Pick<Track['attributes'], 'title' | 'number' | 'minutes' | 'seconds' | 'artists' | 'artist_text' | 'versions'> & {
  readonly sub_tracks?: Track['attributes']['sub_tracks'];
};

/** A track as a line. The artist is included unless linked. */
function listedOf({
  title,
  number,
  minutes,
  seconds,
  artists,
  artist_text: artist,
  versions,
  sub_tracks: parts = [],
}: WrittenTrack): ListedTrack {
  const length = minutes * 60 + seconds;
  return {
    title: asLine(title),
    ...(number && { number: asLine(number) }),
    ...(artist && artists.length === 0 && { artist: asLine(artist) }),
    ...(length > 0 && { seconds: length }),
    ...(versions.length > 0 && { versions: trackVersions.words.filter((word) => versions.includes(word)) }),
    line: 0,
    parts: parts.map(listedOf),
  };
}

/** Without line breaks. */
const asLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
