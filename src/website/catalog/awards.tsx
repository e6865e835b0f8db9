import type { productions } from '../../catalog/productions';
import type { productionAwards } from '../../catalog/productions/production-awards';
import type { Item, List } from '../api/client';
import { useRequestContext } from '../http/request-context';
import { CatalogLink } from '../ui/catalog-text';
import { termText } from '../ui/credits';
import { Joined } from '../ui/facts';
import { Section } from '../ui/section';
import { Table } from '../ui/table';

export interface AwardsRead extends Pick<List<typeof productionAwards>, 'data'> {
  readonly meta: { readonly totalItems: number };
  readonly included?: readonly { readonly type: string; readonly id: string }[] | undefined;
}

interface AwardsProps {
  readonly awards: AwardsRead;
  /** By IRI, where they are of several. */
  readonly productions?: ReadonlyMap<string, Item<typeof productions>>;
}

/** Of a production with the artists, or of an artist with the productions. */
export function Awards({ awards: { data, meta }, productions }: AwardsProps) {
  const { t, to, format } = useRequestContext();
  if (data.length === 0) return null;
  const won = data.filter(({ attributes }) => attributes.won).length;
  const isWhole = data.length === meta.totalItems;
  return (
    <Section title={t.fields.awards} aside={isWhole && won > 0 && t.records.awards.won({ count: format.counted(won) })}>
      <Table
        class="numbered awards"
        caption={t.fields.awards}
        heads={[
          t.fields.award,
          t.fields.category,
          t.records.awards.result,
          productions ? t.fields.production : t.fields.artists,
          t.fields.year,
        ]}
      >
        {data.map(({ id, attributes: { award, category, year, won, artists }, relationships }) => {
          const production = productions?.get(relationships.production.data?.id ?? '')?.attributes;
          return (
            <tr key={id}>
              <th scope="row">{t.words.awards[award]}</th>
              <td>{category && termText(t, category)}</td>
              <td>{won ? t.fields.won : t.records.awards.nominated}</td>
              <td>
                {production ? (
                  <CatalogLink href={to.production(production)} text={production.title} />
                ) : (
                  <Joined
                    parts={artists.map((artist) => (
                      <CatalogLink key={artist.id} href={to.artist({ slug: artist.slug ?? artist.id })} text={artist.name} />
                    ))}
                  />
                )}
              </td>
              <td class="n">{year}</td>
            </tr>
          );
        })}
      </Table>
    </Section>
  );
}
