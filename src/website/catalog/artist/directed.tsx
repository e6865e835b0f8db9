import { useVisit } from '../../http/request-context';
import { Pager } from '../../ui/pager';
import { ProductionRows } from '../../ui/production-rows';
import { Part } from '../../ui/section';
import { directedPage } from './lists';
import type { ReadArtist } from './load';
import { Often } from './often';

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
