import { type RequestContext, useRequestContext } from '../../http/request-context';
import { Pager } from '../../ui/pager';
import { Section } from '../../ui/section';
import { cuesOf, type DiscOfRelease, Discs } from './discs';
import { formatOf, type ReadRelease, tracksAtOnce } from './load';

/** The tracks of a release, disc by disc. */
export function ReleaseTracks({ read }: { readonly read: ReadRelease }) {
  const visit = useRequestContext();
  const words = visit.t.records.tracks;
  const { track_count: totalItems, artist_credit: credit } = read.release.attributes;
  const discs = discsOf(read);
  if (totalItems === 0)
    return (
      <Section title={words.title}>
        <p class="prose soft">{words.none}</p>
        {read.isEditable && (
          <p class="row">
            <a href={`${visit.to.editRelease(read.release.attributes)}#tracks`}>{visit.t.editing.correct}</a>
          </p>
        )}
      </Section>
    );
  const { artists, productions, roles } = read;
  return (
    <Section title={words.title} aside={asideOf(read, discs, visit)}>
      <Discs discs={discs} context={{ credit, isOfSeveral: read.entries.length > 1, artists, productions, roles }} />
      <Pager meta={{ totalItems, itemsPerPage: tracksAtOnce, currentPage: read.page }} />
    </Section>
  );
}

/** The discs with tracks on this page; an empty one stands on the first. */
function discsOf({ formats, tracks, page }: ReadRelease): DiscOfRelease[] {
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
    return words.ofPage(format.number(before + 1), format.number(before + tracks.length), format.number(all));
  }
  if (!seconds) return words.unknownLengths;
  const isDrawn = discs.some((disc) => cuesOf(disc).length > 0 && cuesOf(disc).every((cue) => cue.seconds !== null));
  return isDrawn ? words.toScale : '';
}
