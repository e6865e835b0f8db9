import { releases } from '../../../catalog/releases';
import { releaseTracks } from '../../../catalog/tracks/release-tracks';
import { works } from '../../../catalog/tracks/works';
import { type Item, type List, type Single, uuidOfIri } from '../../api/client';
import { artistSlugs, includedOf, roleNames } from '../../api/linked-records';
import { recordOf } from '../../api/record';
import { editLinkOf } from '../../editing/editor-links';
import { type PageAnswer, pageNumber } from '../../http/page';
import { type RequestContext, useRequestContext } from '../../http/request-context';
import { CatalogText } from '../../ui/catalog-text';
import { Credits } from '../../ui/credits';
import { Facts, RecordFacts } from '../../ui/facts';
import { Pager } from '../../ui/pager';
import { sleevedAttributes } from '../../ui/pictures';
import { Section } from '../../ui/section';
import { Table } from '../../ui/table';
import { lengthOf } from '../release/tracks';
import { WorkTable } from './list';

const tracksAtOnce = 60;

const partsAtOnce = 100;

interface WorkProps {
  readonly work: Single<typeof works>['data'];
  readonly parent: Item<typeof works>['attributes'] | undefined;
  readonly parts: List<typeof works>;
  readonly tracks: List<typeof releaseTracks>;
  /** By IRI. */
  readonly releases: ReadonlyMap<string, Item<typeof releases>['attributes']>;
  readonly slugs: ReadonlyMap<string, string>;
  readonly roles: ReadonlyMap<string, string>;
  readonly edit: string | undefined;
}

export async function get(visit: RequestContext): Promise<PageAnswer> {
  const { api, to } = visit;
  const found = await recordOf(visit, works, { include: 'parent' });
  if (found instanceof Response) return found;
  const { data: work } = found;
  const { path } = releaseTracks.listOfAll ?? releaseTracks;
  const [parts, tracks, slugs, roles] = await Promise.all([
    api.list(works, { parent: work.id, itemsPerPage: partsAtOnce }),
    api.read<List<typeof releaseTracks>>(path, { work: work.id, page: pageNumber(visit), itemsPerPage: tracksAtOnce }),
    artistSlugs(
      api,
      work.attributes.credits.map(({ id }) => id),
    ),
    roleNames(
      api,
      work.attributes.credits.map(({ credit_role: role }) => role),
    ),
  ]);
  const id = [...new Set(tracks.data.map((track) => uuidOfIri(releaseOf(track))))];
  const listing =
    id.length > 0 ? await api.list(releases, { id, itemsPerPage: id.length, 'fields[Release]': sleevedAttributes }) : { data: [] };
  const { title } = work.attributes;
  return {
    title,
    about: { description: title, canonical: to.work(work.attributes), data: { '@type': 'MusicComposition', name: title } },
    body: (
      <Work
        work={work}
        parent={[...includedOf(works, found).values()][0]?.attributes}
        parts={parts}
        tracks={tracks}
        releases={new Map(listing.data.map((one) => [one.id, one.attributes]))}
        slugs={slugs}
        roles={roles}
        edit={await editLinkOf(visit)}
      />
    ),
  };
}

const releaseOf = ({ id }: Pick<Item<typeof releaseTracks>, 'id'>): string => id.split('/').slice(0, 4).join('/');

function Work({ work, parent, parts, tracks, releases, slugs, roles, edit }: WorkProps) {
  const { t, to, format } = useRequestContext();
  const { title, iswc, credits, recording_count: count } = work.attributes;
  const partOf = parent && (
    <a href={to.work(parent)}>
      <CatalogText text={parent.title} />
    </a>
  );
  return (
    <>
      <div class="hero">
        <div>
          <p class="over">
            <a href={to.works()}>{t.words.kinds.Work[0]}</a>
          </p>
          <h1>
            <CatalogText text={title} />
          </h1>
          <Facts
            facts={[
              [t.fields.iswc, iswc],
              [t.fields.parent, partOf],
              [t.fields.recordings, count > 0 && format.number(count)],
            ]}
          />
        </div>
      </div>
      {credits.length > 0 && (
        <Section title={t.fields.credits}>
          <Credits credits={credits} slugs={slugs} roles={roles} />
        </Section>
      )}
      <Tracks tracks={tracks} releases={releases} />
      {parts.data.length > 0 && (
        <Section title={t.records.works.parts} aside={t.records.works.count(...format.counted(parts.meta.totalItems))}>
          <WorkTable rows={parts.data} />
        </Section>
      )}
      <RecordFacts record={work.attributes} edit={edit} />
    </>
  );
}

/** Each release that has a recording of it. */
function Tracks({ tracks, releases }: Pick<WorkProps, 'tracks' | 'releases'>) {
  const { t, to, format } = useRequestContext();
  return (
    <Section title={t.records.works.recorded} aside={t.words.tracks(...format.counted(tracks.meta.totalItems))}>
      {tracks.data.length === 0 ? (
        <p class="prose soft">{t.records.works.none}</p>
      ) : (
        <Table
          caption={t.records.works.recorded}
          heads={[t.fields.title, t.words.kinds.Artist[0], t.records.length, t.fields.release, t.fields.year]}
        >
          {tracks.data.map((track) => {
            const release = releases.get(releaseOf(track));
            const seconds = lengthOf(track.attributes);
            return (
              <tr key={track.id}>
                <th scope="row">
                  <CatalogText text={track.attributes.title} />
                </th>
                <td>{track.attributes.artist_credit ?? release?.artist_credit}</td>
                <td class="n">{seconds !== null && format.length(seconds)}</td>
                <td>
                  {release && (
                    <a href={to.release(release)}>
                      <CatalogText text={release.title} />
                    </a>
                  )}
                </td>
                <td class="n">{release?.year}</td>
              </tr>
            );
          })}
        </Table>
      )}
      <Pager meta={tracks.meta} />
    </Section>
  );
}
