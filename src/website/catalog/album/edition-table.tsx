import type { ComponentChildren } from 'preact';
import { useRequestContext } from '../../http/request-context';
import { CatalogText } from '../../ui/catalog-text';
import { Form } from '../../ui/form';
import { formatWords } from '../../ui/format-words';
import { ReleaseCell } from '../../ui/release-table';
import { Section } from '../../ui/section';
import { Table } from '../../ui/table';
import { totalLength } from '../release/tracks';
import { editionName, editionTitle, imprintOf, type NamedEdition } from './edition-names';
import type { EditionHoldings, ReadAlbum } from './load';

interface EditionTableProps extends Pick<ReadAlbum, 'editions'> {
  /** The title that editions of an album or production share. */
  readonly title: string;
  /** Address of the page, whose form takes `want`. */
  readonly page: string;
  readonly holdings: EditionHoldings | undefined;
  readonly advice?: string | undefined;
  readonly children?: ComponentChildren;
}

/** Oldest first. */
export function EditionTable(props: EditionTableProps) {
  const { t, user } = useRequestContext();
  const { editions, advice, children } = props;
  const words = t.albums.heads;
  if (editions.length === 0)
    return (
      <Section title={t.albums.editions} id="editions">
        <p class="prose soft">{t.albums.none}</p>
      </Section>
    );
  return (
    <Section title={t.albums.editions} aside={t.albums.oldestFirst} id="editions">
      {advice && (
        <p class="prose">
          <CatalogText text={advice} />
        </p>
      )}
      <Table
        class="owned"
        caption={t.albums.editions}
        heads={[
          words.edition,
          t.fields.country,
          t.fields.format_type,
          words.tracks,
          t.records.length,
          t.fields.barcode,
          user && t.albums.yours,
        ]}
      >
        {editions.map((edition) => (
          <EditionRow key={edition.release._id} edition={edition} {...props} />
        ))}
      </Table>
      {children}
    </Section>
  );
}

interface EditionProps extends EditionTableProps {
  readonly edition: NamedEdition;
}

function EditionRow({ edition, title, ...props }: EditionProps) {
  const context = useRequestContext();
  const { t, to, format, user } = context;
  const { release, formats } = edition;
  const { country, barcode, track_count: tracks } = release;
  const imprint = imprintOf(edition);
  return (
    <tr>
      <th scope="row">
        <ReleaseCell of={release} href={to.release(release)} title={editionTitle({ title }, edition, t)}>
          {imprint && <CatalogText text={imprint} />}
        </ReleaseCell>
      </th>
      <td>{country && format.country(country)}</td>
      <td class="keep">{formatWords(formats, context)}</td>
      <td class="n">{tracks > 0 && format.number(tracks)}</td>
      <td class="n">{totalLength(release, context)}</td>
      <td class="n">{barcode}</td>
      {user && (
        <td class="keep place">
          <Yours edition={edition} {...props} />
        </td>
      )}
    </tr>
  );
}

/** Condition and location of the copy, or the wishlist. */
function Yours({ edition, page, holdings }: Pick<EditionProps, 'edition' | 'page' | 'holdings'>) {
  const context = useRequestContext();
  const { t } = context;
  const { _id: id } = edition.release;
  const copy = holdings?.copies.get(id);
  if (holdings?.owned.has(id))
    return (
      <>
        <span class="yes">{copy?.condition ? t.words.conditions[copy.condition] : t.words.yours}</span>
        {copy?.storage_location && (
          <>
            <br />
            <span class="soft tiny">{copy.storage_location}</span>
          </>
        )}
      </>
    );
  if (holdings?.wanted.has(id)) return <span class="soft">{t.words.wanted}</span>;
  return (
    <Form action={page}>
      <button type="submit" class="plain" name="want" value={id} aria-label={t.albums.wishFor({ edition: editionName(edition, context) })}>
        {t.albums.wish}
      </button>
    </Form>
  );
}
