import type { ListedTrack, OddLine } from '../../../catalog/tracks/listed-tracks';
import { readTrackList } from '../../../catalog/tracks/track-list';
import type { SentForm } from '../../http/form';
import { renderFragment } from '../../http/render';
import { type RequestContext, useRequestContext } from '../../http/request-context';
import { messageText } from '../../i18n/api-errors';
import { CatalogText } from '../../ui/catalog-text';
import { Table } from '../../ui/table';
import { asTyped } from '../form/draft';

/** A fragment for the script that shows the preview. */
export const post = (context: RequestContext, _: unknown, form: SentForm): Response =>
  renderFragment(<TrackPreview text={asTyped({ input: 'area' }, form.exact('tracks'))} />, context);

interface TrackPreviewProps {
  /** As typed. */
  readonly text: string;
  /** The saved list, whose lines are never suspicious. */
  readonly former?: string;
}

/** The tracks of a list, with warnings about unclear lines. */
export function TrackPreview({ text, former = '' }: TrackPreviewProps) {
  const { t, format } = useRequestContext();
  const words = t.releaseForm.understood;
  const { discs } = readTrackList(text);
  const odd = newlyOdd(text, former);
  const tracks = discs.flatMap((disc) => disc.tracks);
  if (tracks.length + odd.length === 0) return <p class="soft tiny">{words.none}</p>;
  const seconds = tracks.reduce((sum, track) => sum + secondsOf(track), 0);
  const count = t.words.tracks({ count: format.counted(tracks.length) });
  const oddAt = Map.groupBy(odd, ({ line }) => line);
  const listed = new Set(tracks.flatMap(linesOf));
  const sayOdd = (line: number) =>
    (oddAt.get(line) ?? []).map(({ problem }) => words.line({ line: format.number(line), problem: messageText({ t, format }, problem) }));
  return (
    <>
      <p class="soft tiny">
        {words.lead({
          tracks: count,
          discs: placesOf(discs.length, tracks, words, format),
          length: seconds === 0 ? undefined : format.length(seconds),
        })}{' '}
        {odd.length > 0 && <span class="no">{words.odd({ count: format.counted(odd.length) })}</span>}
      </p>
      {odd
        .filter(({ line }) => !listed.has(line))
        .map(({ line, text: written }) => (
          <p key={line} class="tiny">
            {written} <small class="no">{sayOdd(line).join(' ')}</small>
          </p>
        ))}
      <Table class="understood" caption={words.caption} heads={[words.number, words.title, words.length]} isBare>
        {tracks.flatMap((track) => [
          <Line key={track.line} track={track} odd={sayOdd(track.line)} />,
          ...track.parts.map((part, index) => <Line key={part.line} track={part} odd={sayOdd(part.line)} letter={letterOf(index)} />),
        ])}
      </Table>
    </>
  );
}

function Line({ track, odd, letter }: { readonly track: ListedTrack; readonly odd: readonly string[]; readonly letter?: string }) {
  const { t, format } = useRequestContext();
  const { number, title, artist, seconds, versions = [] } = track;
  return (
    <tr>
      <td class="n soft">{number ?? letter}</td>
      <td>
        <CatalogText text={artist === undefined ? title : `${artist} – ${title}`} />
        {versions.length > 0 && <small class="soft"> {versions.map((version) => t.words.trackVersions[version]).join(' · ')}</small>}
        {odd.length > 0 && (
          <>
            <br />
            <small class="no">{odd.join(' ')}</small>
          </>
        )}
      </td>
      <td class="n">{seconds !== undefined && format.length(seconds)}</td>
    </tr>
  );
}

/** As on the release page. */
const letterOf = (index: number): string => (index < 26 ? String.fromCharCode(97 + index) : '');

/** Defaults to the sum of its parts. */
const secondsOf = ({ seconds, parts }: ListedTrack): number => seconds ?? parts.reduce((sum, part) => sum + (part.seconds ?? 0), 0);

const linesOf = ({ line, parts }: ListedTrack): number[] => [line, ...parts.map((part) => part.line)];

function placesOf(
  discs: number,
  tracks: readonly ListedTrack[],
  words: ReturnType<typeof useRequestContext>['t']['releaseForm']['understood'],
  format: ReturnType<typeof useRequestContext>['format'],
): string {
  if (discs > 1) return words.onDiscs({ count: format.number(discs) });
  const sides = new Set(tracks.map(({ number = '' }) => /^[A-Z]{1,2}(?=\d|$)/.exec(number)?.[0]));
  return sides.size > 1 && !sides.has(undefined) ? words.onSides({ count: format.number(sides.size) }) : '';
}

/** Suspicious lines that are not saved yet. */
export function newlyOdd(text: string, former: string): OddLine[] {
  const { odd } = readTrackList(text);
  if (odd.length === 0) return [];
  const stood = new Set(former.split('\n').map((line) => line.trim()));
  const lines = text.split('\n');
  return odd.filter(({ line }) => !stood.has((lines[line - 1] ?? '').trim()));
}
