import type { ListedTrack } from '../../../catalog/tracks/listed-tracks';
import { readTrackList, writeTrackList } from '../../../catalog/tracks/track-list';
import { fold } from '../../../store/values/folding';
import type { RowKind } from '../form/merge-rows';
import { taken } from '../form/row-kinds';

/** Track lines: number, artist, title and length merge separately. */
export const trackLines: RowKind<string> = {
  whole: (line) => line,
  likenesses: [
    (line) => {
      const { number, title } = readLine(line) ?? {};
      return number === undefined || title === undefined ? undefined : `${number} ${fold(title)}`;
    },
    (line) => {
      const { title } = readLine(line) ?? {};
      return title === undefined ? undefined : fold(title);
    },
    (line) => readLine(line)?.number,
  ],
  get sure() {
    return this.likenesses;
  },
  byPlace: true,
  both: (base, mine, theirs) => {
    const [was, my, their] = [readLine(base ?? ''), readLine(mine), readLine(theirs)];
    const isPart = (line: string) => /^(?:\t| {2})/.test(line);
    if (!my || !their || isPart(mine) !== isPart(theirs)) return { mine, theirs };
    const parts = (['number', 'artist', 'title', 'seconds'] as const).map(
      (name) => [name, taken(was?.[name], my[name], their[name])] as const,
    );
    const side = (of: 'mine' | 'theirs') => {
      const line = { title: my.title, line: 1, parts: [], ...Object.fromEntries(parts.map(([name, value]) => [name, value[of]])) };
      return (isPart(mine) ? '  ' : '') + writeTrackList([{ tracks: [line] }]).trimEnd();
    };
    return { mine: side('mine'), theirs: side('theirs') };
  },
};

/** Undefined if unreadable. */
function readLine(line: string): ListedTrack | undefined {
  const { discs, odd } = readTrackList(line.trim());
  const [track] = discs.flatMap(({ tracks }) => tracks);
  return odd.length === 0 ? track : undefined;
}
