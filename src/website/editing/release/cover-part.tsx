import type { releases } from '../../../catalog/releases';
import type { Item } from '../../api/client';
import { useVisit } from '../../http/request-context';
import { Sleeve } from '../../ui/pictures';
import { Part } from '../../ui/section';
import type { KeptCover } from './kept-cover';
import { KeptCoverField } from './kept-cover-field';

interface CoverPartProps {
  readonly release: Item<typeof releases>['attributes'];
  /** What was chosen before the form came back. */
  readonly kept: KeptCover | undefined;
}

/** The picture of a release, and another one for it. */
export function CoverPart({ release, kept }: CoverPartProps) {
  const { t } = useVisit();
  const words = t.records.cover;
  return (
    <Part id="cover" title={words.title}>
      <div class="upload">
        <span class="cover">
          <Sleeve of={release} />
        </span>
        <div class="form">
          <label>
            {words.front}
            <input type="file" name="cover" accept="image/jpeg,image/png,image/webp" />
            <small>{words.hint}</small>
          </label>
          <KeptCoverField cover={kept} />
          {release.cover && (
            <label class="check">
              <input type="checkbox" name="uncover" /> <span>{t.releaseForm.uncover}</span>
            </label>
          )}
        </div>
      </div>
    </Part>
  );
}
