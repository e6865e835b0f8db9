import { useRequestContext } from '../../http/request-context';
import { CatalogText } from '../../ui/catalog-text';
import { Form } from '../../ui/form';
import { formatWords } from '../../ui/format-words';
import { Pager } from '../../ui/pager';
import { ReleaseCell } from '../../ui/release-cell';
import { Section } from '../../ui/section';
import { Table } from '../../ui/table';
import { totalLength } from '../release/tracks';
import { editionName, editionTitle, imprintOf, type NamedEdition } from './edition-names';
import type { ReadAlbum } from './load';

/** Oldest first. */
export function EditionTable({ read }: { readonly read: ReadAlbum }) {
  const { t, user } = useRequestContext();
  const { editions, meta } = read;
  const words = t.albums.heads;
  if (editions.length === 0)
    return (
      <Section title={t.albums.editions} id="editions">
        <p class="prose soft">{t.albums.none}</p>
      </Section>
    );
  return (
    <Section title={t.albums.editions} aside={t.albums.oldestFirst} id="editions">
      {read.advice && (
        <p class="prose">
          <CatalogText text={read.advice} />
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
          <EditionRow key={edition.release._id} edition={edition} read={read} />
        ))}
      </Table>
      <Pager meta={meta} part="editions" />
    </Section>
  );
}

function EditionRow({ edition, read }: { readonly edition: NamedEdition; readonly read: ReadAlbum }) {
  const context = useRequestContext();
  const { t, to, format, user } = context;
  const { release, formats } = edition;
  const { country, barcode, track_count: tracks } = release;
  const imprint = imprintOf(edition);
  return (
    <tr>
      <th scope="row">
        <ReleaseCell of={release} href={to.release(release)} title={editionTitle(read.album.attributes, edition, t)}>
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
          <Yours edition={edition} read={read} />
        </td>
      )}
    </tr>
  );
}

/** Condition and location of the copy, or the wishlist. */
function Yours({ edition, read: { album, holdings } }: { readonly edition: NamedEdition; readonly read: ReadAlbum }) {
  const context = useRequestContext();
  const { t, to } = context;
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
    <Form action={to.album(album.attributes)}>
      <button type="submit" class="plain" name="want" value={id} aria-label={t.albums.wishFor({ edition: editionName(edition, context) })}>
        {t.albums.wish}
      </button>
    </Form>
  );
}
