import { useVisit } from '../../http/request-context';
import type { KeptCover } from './kept-cover';

/** The picture that was chosen before: it goes along, unless it is unticked. */
export function KeptCoverField({ cover }: { readonly cover: KeptCover | undefined }) {
  const { t } = useVisit();
  if (!cover) return null;
  return (
    <label class="check">
      <input type="checkbox" name="keptCover" value={cover.name} checked /> <span>{t.releaseForm.keptCover(cover.fileName)}</span>
      <small>{t.releaseForm.keptCoverHelp}</small>
    </label>
  );
}
