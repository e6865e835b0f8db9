import { type RequestContext, useRequestContext } from '../../http/request-context';
import { CatalogText } from '../../ui/catalog-text';
import { type Cue, Strip } from '../../ui/charts';
import { formatWords } from '../../ui/format-words';
import { Pager } from '../../ui/pager';
import { Section } from '../../ui/section';
import { formatOf, type ReadRelease, tracksAtOnce } from './load';
import { languageOfTitles, lengthOf, type ShownTrack, type TrackContext, Tracks, totalLength } from './tracks';

/** By disc. */
export function ReleaseTracks({ read }: { readonly read: ReadRelease }) {
  const context = useRequestContext();
  const words = context.t.records.tracks;
  const { track_count: totalItems, artist_credit: credit } = read.release.attributes;
  const discs = discsOf(read);
  if (totalItems === 0)
    return (
      <Section title={context.t.fields.tracks}>
        <p class="prose soft">{words.none}</p>
        {read.isEditable && (
          <p class="row">
            <a href={`${context.to.editRelease(read.release.attributes)}#tracks`}>{context.t.editing.correct}</a>
          </p>
        )}
      </Section>
    );
  const shared = { credit, isOfSeveral: read.entries.length > 1, language: languageOfTitles(read, context) };
  return (
    <Section title={context.t.fields.tracks} aside={asideOf(read, discs, context)}>
      <Discs discs={discs} context={shared} />
      <Pager meta={{ totalItems, itemsPerPage: tracksAtOnce, currentPage: read.page }} />
    </Section>
  );
}

/** Empty discs are on the first page. */
export function discsOf({ formats, tracks, page }: Pick<ReadRelease, 'formats' | 'tracks' | 'page'>): DiscOfRelease[] {
  const byFormat = Map.groupBy(tracks, formatOf);
  return formats.flatMap(({ id, attributes }) => {
    const own = (byFormat.get(attributes._id) ?? []).map((track) => track.attributes);
    const isHere = own.length > 0 || (page === 1 && attributes.track_count === 0);
    return isHere ? [{ ...attributes, id, tracks: own }] : [];
  });
}

function asideOf({ release, page, tracks }: ReadRelease, discs: readonly DiscOfRelease[], { t, format }: RequestContext): string {
  const words = t.records.tracks;
  const { track_count: all, duration_seconds: seconds } = release.attributes;
  if (all > tracksAtOnce) {
    const before = (page - 1) * tracksAtOnce;
    return words.ofPage({ first: format.number(before + 1), last: format.number(before + tracks.length), all: format.number(all) });
  }
  if (!seconds) return words.unknownLengths;
  const isDrawn = discs.some((disc) => cuesOf(disc).length > 0 && cuesOf(disc).every((cue) => cue.seconds !== null));
  return isDrawn ? words.toScale : '';
}

/** A disc with its tracks on this page. */
interface DiscOfRelease {
  readonly id: string;
  readonly format_type: Parameters<typeof formatWords>[0][number]['format_type'];
  readonly title: string | null;
  readonly quantity: number;
  readonly track_count: number;
  readonly tracks: readonly ShownTrack[];
}

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

/** Nothing for a disc shown in part, which would not be to scale. */
const cuesOf = ({ tracks, track_count }: DiscOfRelease): Cue[] =>
  tracks.length < track_count ? [] : tracks.map((track) => ({ seconds: lengthOf(track) }));

/** Position among discs of its format, if several. */
function numberOf(discs: readonly DiscOfRelease[], index: number): number | undefined {
  const type = discs[index]?.format_type;
  const same = (disc: DiscOfRelease) => disc.format_type === type;
  return discs.filter(same).length > 1 ? discs.slice(0, index + 1).filter(same).length : undefined;
}

function DiscHeading({ disc, number }: { readonly disc: DiscOfRelease; readonly number: number | undefined }) {
  const context = useRequestContext();
  const { t, format } = context;
  const name = number === undefined ? formatWords([disc], context) : `${formatWords([disc], context)} ${format.number(number)}`;
  const seconds = disc.tracks.map(lengthOf).reduce<number>((sum, length) => sum + (length ?? 0), 0);
  const untimed = disc.tracks.filter((track) => lengthOf(track) === null).length;
  const length = totalLength({ duration_seconds: seconds, untimed_track_count: untimed }, context);
  const count = disc.track_count === 0 ? '' : t.words.tracks({ count: format.counted(disc.track_count) });
  return (
    <h3>
      <span>
        {name}
        {disc.title && (
          <>
            {format.colon}
            <CatalogText text={disc.title} />
          </>
        )}
      </span>
      <span>{length && disc.tracks.length === disc.track_count ? `${count} · ${length}` : count}</span>
    </h3>
  );
}
