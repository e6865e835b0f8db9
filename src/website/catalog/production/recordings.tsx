import { useRequestContext } from '../../http/request-context';
import { CatalogText } from '../../ui/catalog-text';
import { type CreditedArtist, CreditLine } from '../../ui/credit-line';
import { Pager } from '../../ui/pager';
import { Section } from '../../ui/section';
import { Table } from '../../ui/table';
import { type ReadProduction, recordingsPage } from './load';

/** Others wrote, recorded and edited. */
const performing: ReadonlySet<string> = new Set([
  ...['performer', 'featured-artist', 'soloist', 'vocalist', 'backing-vocals', 'narrator', 'orchestra', 'choir'],
  ...['piano', 'guitar', 'bass', 'drums', 'percussion', 'violin', 'cello', 'trumpet', 'saxophone', 'flute', 'accordion', 'synthesizer'],
]);

export function Recordings({ read: { recordings } }: { readonly read: ReadProduction }) {
  const { t, format } = useRequestContext();
  const { totalItems } = recordings.meta;
  if (totalItems === 0) return null;
  const hasPerformers = recordings.data.some(({ attributes }) => performersOf(attributes).length > 0);
  return (
    <Section title={t.fields.recordings} aside={t.words.recordings({ count: format.counted(totalItems) })}>
      <Table caption={t.fields.recordings} heads={[t.fields.title, t.fields.kind, hasPerformers && t.records.performedBy]}>
        {recordings.data.map(({ id, attributes }) => (
          <tr key={id}>
            <th scope="row">
              <CatalogText text={attributes.display_title} />
            </th>
            <td>{t.words.recordingTypes[attributes.recording_type]}</td>
            {hasPerformers && (
              <td>
                <CreditLine artists={performersOf(attributes)} />
              </td>
            )}
          </tr>
        ))}
      </Table>
      <Pager meta={recordings.meta} parameter={recordingsPage} />
    </Section>
  );
}

/** Orchestras and choirs first. */
function performersOf({ orchestras, choirs, credits }: ReadProduction['recordings']['data'][number]['attributes']): CreditedArtist[] {
  const all = [...orchestras, ...choirs, ...credits.filter(({ credit_role: role }) => performing.has(role))];
  return [...new Map(all.map((artist) => [artist.id, { ...artist, join_phrase: null }])).values()];
}
