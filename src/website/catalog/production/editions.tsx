import { releaseFormats } from '../../../catalog/release-formats';
import type { releases } from '../../../catalog/releases';
import type { Item, List } from '../../api/client';
import { includedOf } from '../../api/linked-records';
import { type RequestContext, useRequestContext } from '../../http/request-context';
import { CatalogLink } from '../../ui/catalog-text';
import { Section } from '../../ui/section';
import { imprintOf, type NamedEdition } from '../album/edition-names';
import { EditionTable } from '../album/edition-table';
import { namedEditions, readHoldings } from '../album/load';
import { readTracks } from '../release/read-tracks';
import { Discs, discsOf } from '../release/release-tracks';
import { totalLength } from '../release/tracks';

/** One read; box sets are longer. */
const tracksAtOnce = 100;

/**
 * Releases of its score, and the one with most music with its first tracks by disc.
 * @param list releases with music of the production, with their formats
 */
export async function readProductionEditions(context: RequestContext, list: List<typeof releases>, kinds: ReadonlyMap<string, string>) {
  const { api, user } = context;
  const isOfScore = ({ id }: Item<typeof releases>) => !['compilation', 'songs'].includes(kinds.get(id) ?? 'score');
  const editions = namedEditions({ ...list, data: list.data.filter(isOfScore) });
  const [edition] = editions.toSorted((a, b) => lengthOf(b) - lengthOf(a) || b.release.track_count - a.release.track_count);
  const hasTracks = edition !== undefined && edition.release.track_count > 0;
  const [holdings, tracks] = await Promise.all([
    user && editions.length > 0 ? readHoldings(api, list) : undefined,
    hasTracks ? readTracks(api, edition.release._id, { count: Math.min(edition.release.track_count, tracksAtOnce) }) : [],
  ]);
  const formats = [...includedOf(releaseFormats, list).values()].filter(({ attributes }) => edition?.formats.includes(attributes));
  return { editions, holdings, longest: hasTracks ? { edition, discs: discsOf({ formats, tracks, page: 1 }) } : undefined };
}

const lengthOf = ({ release }: NamedEdition): number => release.duration_seconds ?? 0;

interface EditionsProps {
  readonly production: { readonly title: string; readonly slug: string | null };
  readonly editions: Awaited<ReturnType<typeof readProductionEditions>>;
}

export function Editions({ production, editions }: EditionsProps) {
  const context = useRequestContext();
  const { t, to } = context;
  const { edition, discs = [] } = editions.longest ?? {};
  if (editions.editions.length === 0) return null;
  const imprint =
    edition && [imprintOf(edition) || edition.release.title, totalLength(edition.release, context)].filter(Boolean).join(' · ');
  return (
    <>
      <EditionTable {...editions} title={production.title} page={to.production(production)} />
      {edition && (
        <Section title={t.records.production.longest} aside={<CatalogLink href={to.release(edition.release)} text={imprint ?? ''} />}>
          <Discs discs={discs} context={{ credit: edition.release.artist_credit, isOfSeveral: false, language: undefined }} />
        </Section>
      )}
    </>
  );
}
