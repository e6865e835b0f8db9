import { releases } from '../../../catalog/releases';
import { releaseTracks } from '../../../catalog/tracks/release-tracks';
import { works } from '../../../catalog/tracks/works';
import { type List, rootOfIri, uuidOfIri } from '../../api/client';
import { includedOf } from '../../api/linked-records';
import { recordOf } from '../../api/record';
import { editLinkOf } from '../../editing/editor-links';
import { type PageAnswer, pageNumber } from '../../http/page';
import { type RequestContext, useRequestContext } from '../../http/request-context';
import { haveFact, withCompleteness } from '../../library/completeness/figure';
import { numberOf } from '../../library/items/item-title';
import { CatalogLink, CatalogText } from '../../ui/catalog-text';
import { Credits } from '../../ui/credits';
import { RecordFacts, RecordHead } from '../../ui/facts';
import { formatWords } from '../../ui/format-words';
import { Pager } from '../../ui/pager';
import { sleevedAttributes } from '../../ui/pictures';
import { ReleaseCell } from '../../ui/release-table';
import { Section } from '../../ui/section';
import { creditAndYear, Yours } from '../../ui/shelves';
import { Table } from '../../ui/table';
import { withSample } from '../browse/lists';
import { formatsIn, ownedIn, wantedIn } from '../browse/release-list';
import { lengthOf } from '../release/tracks';
import { WorkTable } from './list';

const tracksAtOnce = 60;

const partsAtOnce = 100;

const releaseFields = `${sleevedAttributes},formats`;

type ReadWork = Awaited<ReturnType<typeof readWork>>;

export async function get(context: RequestContext): Promise<PageAnswer> {
  const read = await readWork(context);
  const { attributes } = read.work;
  const { title } = attributes;
  return {
    title,
    about: { description: title, canonical: context.to.work(attributes), data: { '@type': 'MusicComposition', name: title } },
    body: <Work read={read} edit={editLinkOf(context)} />,
  };
}

async function readWork(context: RequestContext) {
  const { api, user } = context;
  const found = await recordOf(context, works, { include: 'parent', names: true, ...withCompleteness(context) });
  const { data: work, meta } = found;
  const { path } = releaseTracks.listOfAll ?? releaseTracks;
  const [parts, tracks] = await Promise.all([
    api.list(works, { parent: work.id, itemsPerPage: partsAtOnce, ...withSample, ...withCompleteness(context) }),
    api.read<List<typeof releaseTracks>>(path, { work: work.id, page: pageNumber(context), itemsPerPage: tracksAtOnce }),
  ]);
  const id = [...new Set(tracks.data.map((track) => uuidOfIri(rootOfIri(track.id))))];
  const listing = { id, itemsPerPage: id.length, include: 'formats', holdings: user ? true : undefined, 'fields[Release]': releaseFields };
  const [parent] = includedOf(works, found).values();
  return { work, meta, parent: parent?.attributes, parts, tracks, releases: id.length > 0 ? await api.list(releases, listing) : undefined };
}

function Work({ read, edit }: { readonly read: ReadWork; readonly edit: string | undefined }) {
  const { work, meta, parent, parts } = read;
  const context = useRequestContext();
  const { t, to, format } = context;
  const { title, iswc, credits, recording_count: count } = work.attributes;
  const partOf = parent && <CatalogLink href={to.work(parent)} text={parent.title} />;
  return (
    <>
      <RecordHead
        {...{ list: to.works(), kind: t.words.kinds.Work[0] ?? '', name: title }}
        facts={[
          [t.fields.iswc, iswc],
          [t.fields.parent, partOf],
          [t.fields.recordings, count > 0 && format.number(count)],
          haveFact(context, meta, 'releases', to.work(work.attributes)),
        ]}
      />
      {credits.length > 0 && (
        <Section title={t.fields.credits}>
          <Credits credits={credits} />
        </Section>
      )}
      <Tracks read={read} />
      {parts.data.length > 0 && (
        <Section title={t.records.works.parts} aside={t.records.works.count({ count: format.counted(parts.meta.totalItems) })}>
          <WorkTable list={parts} />
        </Section>
      )}
      <RecordFacts record={work.attributes} edit={edit} />
    </>
  );
}

/** Each release that has a recording of it. */
function Tracks({ read: { tracks, releases } }: { readonly read: ReadWork }) {
  const { t, format } = useRequestContext();
  return (
    <Section title={t.records.works.recorded} aside={t.words.recordings({ count: format.counted(tracks.meta.totalItems) })}>
      {releases === undefined ? <p class="prose soft">{t.records.works.none}</p> : <TrackTable tracks={tracks} releases={releases} />}
      <Pager meta={tracks.meta} />
    </Section>
  );
}

/** With the edition of each track, and whether the viewer has or wants it. */
function TrackTable({ tracks, releases }: { readonly tracks: ReadWork['tracks']; readonly releases: NonNullable<ReadWork['releases']> }) {
  const context = useRequestContext();
  const { t, to, format } = context;
  const [owned, wanted, formatsOf] = [ownedIn(releases), wantedIn(releases), formatsIn(releases)];
  const byIri = new Map(releases.data.map((release) => [release.id, release]));
  const rows = tracks.data.flatMap((track) => {
    const release = byIri.get(rootOfIri(track.id));
    return release ? [{ track, release }] : [];
  });
  return (
    <Table
      class="numbered"
      caption={t.records.works.recorded}
      heads={[t.fields.release, t.fields.title, t.fields.format_type, t.records.length]}
    >
      {rows.map(({ track: { id, attributes: track }, release }) => {
        const { attributes: edition } = release;
        const seconds = lengthOf(track);
        const credit = creditAndYear({ ...edition, artist_credit: track.artist_credit ?? edition.artist_credit });
        return (
          <tr key={id}>
            <th scope="row">
              <ReleaseCell of={edition} href={to.release(edition)} title={edition.title}>
                {owned.has(edition._id) ? (
                  <Yours caption={credit} />
                ) : (
                  [credit, wanted.has(edition._id) && t.words.wanted].filter(Boolean).join(' · ')
                )}
              </ReleaseCell>
            </th>
            <td>
              <CatalogText text={track.title} />
            </td>
            <td>{[formatWords(formatsOf(release), context), numberOf(edition)].filter(Boolean).join(' · ')}</td>
            <td class="n">{seconds !== null && format.length(seconds)}</td>
          </tr>
        );
      })}
    </Table>
  );
}
