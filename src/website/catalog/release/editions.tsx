import { releaseFormats } from '../../../catalog/release-formats';
import { includedOf } from '../../api/linked-records';
import { useRequestContext } from '../../http/request-context';
import { CatalogTitle, shortTitle } from '../../ui/catalog-text';
import { formatWords } from '../../ui/format-words';
import { Sleeve } from '../../ui/pictures';
import { Section } from '../../ui/section';
import type { ReadRelease } from './load';

/** One more is read, since the release itself is included. */
const maximumEditions = 12;

export function ReleaseEditions({ read: { editions, release, entries, album } }: { readonly read: ReadRelease }) {
  const context = useRequestContext();
  const { t, to, format } = context;
  const others = (editions?.data ?? []).filter(({ id }) => id !== release.id).slice(0, maximumEditions);
  if (!editions || others.length === 0) return null;
  const formats = includedOf(releaseFormats, editions);
  const owned = new Set(editions.meta.owned?.filter(({ edition }) => edition === 'this').map(({ release }) => release));
  const isMore = editions.meta.totalItems - 1 > others.length;
  const [first] = entries.filter(({ kind }) => kind !== 'compilation');
  const ofAlbum = album && album.attributes.release_count > 1 ? album.attributes : undefined;
  return (
    <Section title={ofAlbum ? t.records.editions.title : t.records.editions.sameMusic} aside={!ofAlbum && t.records.editions.aside}>
      <ul class="shelf tight">
        {others.map(({ id, attributes, relationships }) => {
          const kinds = (relationships.formats.data ?? []).flatMap((one) => formats.get(one.id)?.attributes ?? []);
          const about = [formatWords(kinds, context), attributes.labels[0]?.name, attributes.year].filter(Boolean).join(' · ');
          return (
            <li key={id}>
              <a href={to.release(attributes)}>
                <Sleeve of={attributes} />
                <CatalogTitle text={shortTitle(attributes.title)} />
                <small>
                  {about}
                  {owned.has(id) && (
                    <>
                      {about && ' · '}
                      <span class="yes">{t.words.yours}</span>
                    </>
                  )}
                </small>
              </a>
            </li>
          );
        })}
      </ul>
      {ofAlbum && (
        <p class="row">
          <a href={to.album(ofAlbum)}>{t.records.editions.ofAlbum({ count: format.counted(ofAlbum.release_count) })}</a>
          {release.attributes.track_count > 0 && (
            <a href={to.album(ofAlbum, { a: release.attributes.slug }, 'tracks')}>{t.albums.compareTracks}</a>
          )}
        </p>
      )}
      {isMore && !ofAlbum && first && (
        <p class="row">
          <a href={to.production(first.production.attributes)}>
            {t.records.editions.all({ count: format.number(editions.meta.totalItems) })}
          </a>
        </p>
      )}
    </Section>
  );
}
