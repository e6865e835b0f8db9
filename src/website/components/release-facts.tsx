import { idOf } from '../api';
import type { ReadRelease } from '../read-release';
import { useVisit, type Visit } from '../visit';
import { CatalogText } from './catalog-text';
import { Facts } from './facts';
import { PartialDate } from './partial-date';

/** What stands on the back of a release. */
export function ReleaseFacts({ read }: { readonly read: ReadRelease }) {
  const visit = useVisit();
  const { t } = visit;
  const { labels, release_date: date, packaging_type: packaging, barcode } = read.release.attributes;
  return (
    <Facts
      facts={[
        [labels.length > 1 ? t.records.labels : t.records.label, labels.length > 0 && <Labels read={read} />],
        [t.records.series, read.series && <Series read={read} series={read.series} />],
        [t.records.released, date && <PartialDate date={date} />],
        [t.records.length, lengthOf(read.release.attributes, visit)],
        [t.records.packaging, packaging && <CatalogText text={packaging} />],
        [t.records.barcode, barcode && <span class="n">{barcode}</span>],
      ]}
    />
  );
}

/** `29:08, 8 tracks`; without the length where none is known, and empty where there are no tracks. */
function lengthOf({ duration_seconds: seconds, track_count: count }: ReadRelease['release']['attributes'], { t, format }: Visit): string {
  if (count === 0) return '';
  const tracks = t.words.tracks(format.number(count), count === 1);
  return seconds ? `${format.length(seconds)}, ${tracks}` : tracks;
}

/** Each label on a line of its own, with its number; either may be unknown. */
function Labels({ read: { release, labels } }: { readonly read: ReadRelease }) {
  const { to } = useVisit();
  return (
    <>
      {release.attributes.labels.map(({ id, name, catalog_number: number }, index) => (
        <>
          {index > 0 && <br />}
          {name !== null &&
            (id !== null && labels.has(id) ? (
              <a href={to.label({ slug: labels.get(id) ?? '' })}>
                <CatalogText text={name} />
              </a>
            ) : (
              <CatalogText text={name} />
            ))}
          {name !== null && number !== null && ', '}
          {number !== null && <span class="n">{number}</span>}
        </>
      ))}
    </>
  );
}

interface SeriesProps {
  readonly read: ReadRelease;
  readonly series: NonNullable<ReadRelease['series']>;
}

/** The series; a link where its label is one of the release, whose address it stands below. */
function Series({ read: { labels }, series: { id, attributes } }: SeriesProps) {
  const { to } = useVisit();
  const slug = labels.get(idOf(id.slice(0, id.lastIndexOf('/series/'))));
  const name = <CatalogText text={attributes.name} />;
  return slug === undefined ? name : <a href={to.series({ slug }, attributes)}>{name}</a>;
}
