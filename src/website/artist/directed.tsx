import { Pager } from '../components/pager';
import { Part } from '../components/part';
import { ProductionRows } from '../components/production-rows';
import { useVisit } from '../visit';
import { directedPage } from './lists';
import { Often } from './often';
import type { ReadArtist } from './read-artist';

/** What an artist directed, by year, and whose music it has most often. */
export function DirectedProductions({ read: { artist, directed } }: { readonly read: ReadArtist }) {
  const { t, to, format } = useVisit();
  const { data, meta } = directed.productions;
  if (meta.totalItems === 0) return null;
  return (
    <Part id={directedPage} title={t.artist.directed} aside={t.words.productions(...format.counted(meta.totalItems))}>
      <Often
        word={t.artist.musicBy}
        people={directed.composers}
        hrefOf={(composer) => to.productions({ composer, director: artist.attributes._id })}
      />
      <ProductionRows slugs={directed.slugs} rows={data.map(({ attributes }) => ({ production: attributes, kind: '' }))} />
      <Pager meta={meta} parameter={directedPage} part={directedPage} />
    </Part>
  );
}
