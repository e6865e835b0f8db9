import { useVisit } from '../../http/request-context';
import { formatOf } from './item-title';
import type { Copy, Held } from './items';

/** Further copies of the release that is being edited, each a way to its own form. */
export function OtherCopies({ others }: { readonly others: readonly Held<Copy>[] }) {
  const visit = useVisit();
  const { t, to, format } = visit;
  if (others.length === 0) return null;
  return (
    <ul class="copies" aria-label={t.collection.otherCopies}>
      {others.map(({ item, release }) => (
        <li key={item._id}>
          <strong>{formatOf(item, release, visit) || t.records.own.copy}</strong>
          <span>{item.status === 'ordered' ? t.words.statuses.ordered : item.condition && t.words.conditions[item.condition]}</span>
          {item.purchased_at && <span class="soft">{format.date(item.purchased_at, 'short')}</span>}
          {item.storage_location && <span class="soft">{item.storage_location}</span>}
          <a href={`${to.collection({ release: release._id, edit: item._id })}#item`}>{t.words.edit}</a>
        </li>
      ))}
    </ul>
  );
}
