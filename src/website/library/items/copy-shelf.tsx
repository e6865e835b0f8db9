import { useVisit } from '../../http/request-context';
import { CatalogText, shortTitle } from '../../ui/catalog-text';
import { Sleeve } from '../../ui/pictures';
import { formatOf, Provisional } from './item-title';
import type { Copy, Held } from './items';

/** Copies as a grid of sleeves. */
export const CopyShelf = ({ held }: { readonly held: readonly Held<Copy>[] }) => (
  <ul class="shelf tight">
    {held.map((one) => (
      <Shelved key={one.item._id} held={one} />
    ))}
  </ul>
);

function Shelved({ held: { item, release } }: { readonly held: Held<Copy> }) {
  const visit = useVisit();
  const { t, to } = visit;
  const state = item.status === 'ordered' ? t.collection.isOrdered : item.condition && t.words.conditions[item.condition];
  const parts = [formatOf(item, release, visit), state].filter((part) => part);
  return (
    <li>
      <a href={to.release(release)}>
        <Sleeve of={release} />
        <b>
          <CatalogText text={shortTitle(release.title)} />
        </b>
        <small>
          {parts.join(' · ')}
          {release.provisional && <Provisional follows={parts.length > 0} />}
          {item.is_signed && (
            <>
              {(parts.length > 0 || release.provisional) && ' · '}
              <span class="yes">{t.collection.isSigned}</span>
            </>
          )}
        </small>
      </a>
    </li>
  );
}
