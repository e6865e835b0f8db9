import type { ComponentChildren } from 'preact';
import { useRequestContext } from '../http/request-context';
import type { Texts } from '../i18n';
import { CatalogTitle } from './catalog-text';
import { type CreditedArtist, CreditLine } from './credit-line';
import { decadeClass } from './decade-class';
import { Frame, type FramedProduction } from './pictures';

interface ListedProduction extends FramedProduction {
  readonly slug: string | null;
  readonly _type: 'movie' | 'television' | 'episode' | 'videogame' | 'other';
  readonly composers: readonly CreditedArtist[];
}

interface ProductionRowsProps {
  readonly rows: readonly { readonly production: ListedProduction; readonly kind: ComponentChildren }[];
}

/** Empty for other types. */
export const productionType = ({ words }: Texts, type: ListedProduction['_type']): string =>
  type === 'other' ? '' : words.productionTypes[type];

export const ProductionRows = ({ rows }: ProductionRowsProps) => (
  <ol class="years">
    {rows.map(({ production, kind }) => (
      <Row key={production._id} production={production} kind={kind} />
    ))}
  </ol>
);

function Row({ production, kind }: ProductionRowsProps['rows'][number]) {
  const { t } = useRequestContext();
  const { year, _type: type, composers } = production;
  return (
    <ProductionRow production={production} year={year} aside={kind}>
      <br />
      <span class="soft tiny">
        {productionType(t, type)}
        {composers.length > 0 && (
          <>
            {type !== 'other' && ', '}
            {t.records.production.by} <CreditLine artists={composers} />
          </>
        )}
      </span>
    </ProductionRow>
  );
}

interface ProductionRowProps {
  readonly production: FramedProduction & { readonly slug: string | null };
  /** Before the picture. */
  readonly year: number | null;
  /** At the end. */
  readonly aside: ComponentChildren;
  readonly children: ComponentChildren;
}

export function ProductionRow({ production, year, aside, children }: ProductionRowProps) {
  const { to } = useRequestContext();
  return (
    <li class={decadeClass(production.year)}>
      <time>{year || ''}</time>
      <span class="thumb">
        <Frame of={production} size="s" />
      </span>
      <div>
        <a href={to.production(production)}>
          <CatalogTitle text={production.title} />
        </a>
        {children}
      </div>
      <span class="soft">{aside}</span>
    </li>
  );
}
