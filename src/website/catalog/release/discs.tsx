import { useRequestContext } from '../../http/request-context';
import { CatalogText } from '../../ui/catalog-text';
import { type Cue, Strip } from '../../ui/charts';
import { formatWords } from '../../ui/format-words';
import { lengthOf, type Track, type TrackContext, Tracks } from './tracks';

/** A disc, cassette or file of a release with its tracks, or as many of them as the page shows. */
export interface DiscOfRelease {
  readonly id: string;
  readonly format_type: Parameters<typeof formatWords>[0][number]['format_type'];
  readonly title: string | null;
  readonly quantity: number;
  readonly track_count: number;
  readonly tracks: readonly Track[];
}

/** Every disc with its heading, its tracks drawn to scale, and their list. */
export const Discs = ({ discs, context }: { readonly discs: readonly DiscOfRelease[]; readonly context: TrackContext }) => (
  <>
    {discs.map((disc, index) => (
      <div class="disc" key={disc.id}>
        <DiscHeading disc={disc} number={numberOf(discs, index)} />
        <Strip cues={cuesOf(disc)} />
        <Tracks tracks={disc.tracks} context={context} />
      </div>
    ))}
  </>
);

/** Nothing of a disc that is shown in part: that would not be to scale. */
export const cuesOf = ({ tracks, track_count }: DiscOfRelease): Cue[] =>
  tracks.length < track_count ? [] : tracks.map((track) => ({ seconds: lengthOf(track) }));

/** Which of the discs of its format it is, where there are several. */
function numberOf(discs: readonly DiscOfRelease[], index: number): number | undefined {
  const type = discs[index]?.format_type;
  const same = (disc: DiscOfRelease) => disc.format_type === type;
  return discs.filter(same).length > 1 ? discs.slice(0, index + 1).filter(same).length : undefined;
}

function DiscHeading({ disc, number }: { readonly disc: DiscOfRelease; readonly number: number | undefined }) {
  const visit = useRequestContext();
  const { t, format } = visit;
  const name = number === undefined ? formatWords([disc], visit) : `${formatWords([disc], visit)} ${format.number(number)}`;
  const seconds = disc.tracks.map(lengthOf).reduce<number>((sum, length) => sum + (length ?? 0), 0);
  const count = t.words.tracks(...format.counted(disc.track_count));
  return (
    <h3>
      <span>
        {name}
        {disc.title && (
          <>
            : <CatalogText text={disc.title} />
          </>
        )}
      </span>
      <span>{seconds > 0 && disc.tracks.length === disc.track_count ? `${count} · ${format.length(seconds)}` : count}</span>
    </h3>
  );
}
