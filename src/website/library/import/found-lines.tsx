import { useRequestContext } from '../../http/request-context';
import { CatalogText, CatalogTitle } from '../../ui/catalog-text';
import { formatWords } from '../../ui/format-words';
import { Sleeve } from '../../ui/pictures';
import type { ReleaseThumbnails } from '../items/release-thumbnails';
import { type LineFound, type LookUpCandidate, repeatedLines } from './look-ups';

interface FoundLinesProps {
  readonly lines: readonly LineFound[];
  readonly drawn: ReleaseThumbnails;
  /** Whether other sites can be searched. */
  readonly isOnline: boolean;
}

export function FoundLines({ lines, drawn, isOnline }: FoundLinesProps) {
  const repeated = repeatedLines(lines);
  return (
    <ul class="hits">
      {lines.flatMap((line) => {
        if (line.releases.length === 0) return [<Unknown key={line.number} line={line.line} isOnline={isOnline} />];
        const shared = { line: line.line, drawn, isClear: line.state !== 'several', isRepeated: repeated.has(line.number) };
        const one = line.releases.map((release) => <Hit key={`${line.number} ${release.id}`} release={release} {...shared} />);
        return line.state === 'several' ? [<Several key={line.number} line={line.line} count={line.releases.length} />, ...one] : one;
      })}
    </ul>
  );
}

interface HitProps {
  readonly line: string;
  readonly release: LookUpCandidate;
  readonly drawn: ReleaseThumbnails;
  readonly isClear: boolean;
  /** Whether an earlier line means the same release. */
  readonly isRepeated: boolean;
}

function Hit({ line, release, drawn, isClear, isRepeated }: HitProps) {
  const context = useRequestContext();
  const { t, to } = context;
  const words = t.collection.add;
  const parts = [release.artist_credit, formatWords(release.formats, context), release.year].filter((part) => part);
  const sleeved = drawn.get(release.id);
  return (
    <li>
      <span>{sleeved && <Sleeve of={sleeved} size="s" />}</span>
      <div>
        <a href={to.release(release)}>
          <CatalogTitle text={release.title} />
        </a>
        <div class="soft">
          <CatalogText text={parts.join(' · ')} />
          {parts.length > 0 && ' · '}
          <span class="n">{isClear ? line : (release.catalog_number ?? release.barcode)}</span>
        </div>
        {isRepeated ? <span>{words.inThisList}</span> : <StateOf release={release} />}
      </div>
      <label class="kind">
        <input type="checkbox" name="add" value={release.id} checked={isClear && !isRepeated && release.state !== 'owned'} />{' '}
        {isRepeated || release.state === 'owned' ? words.addAgain : words.add}
        <span class="hidden"> {release.title}</span>
      </label>
    </li>
  );
}

function StateOf({ release: { state, wanted, other_editions: others } }: { readonly release: LookUpCandidate }) {
  const { t } = useRequestContext();
  const words = t.collection.add;
  if (state === 'owned')
    return (
      <>
        <span class="yes">{words.owned}</span>
        {others.length > 0 && <span class="soft">{words.andAnother}</span>}
      </>
    );
  return (
    <>
      <span>{others.length > 0 ? words.ownedInAnother : words.new}</span>
      {wanted !== null && (
        <>
          {' '}
          <span class="soft">{words.fromWishlist}</span>
        </>
      )}
    </>
  );
}

function Several({ line, count }: { readonly line: string; readonly count: number }) {
  const { t, format } = useRequestContext();
  return (
    <li>
      <span />
      <div>
        <b class="n">{line}</b>
        <div class="soft">{t.collection.add.several({ count: format.number(count) })}</div>
      </div>
    </li>
  );
}

function Unknown({ line, isOnline }: { readonly line: string; readonly isOnline: boolean }) {
  const { t, to } = useRequestContext();
  const words = t.collection.add;
  return (
    <li>
      <span />
      <div>
        <b class="n">{line}</b>
        <div class="soft">
          <span class="no">{words.unknown}</span>{' '}
          {isOnline && (
            <>
              <a href={to.shop({ code: line, online: 'yes' })}>{t.shop.online.ask}</a>{' '}
            </>
          )}
          <a href={to.search({ q: line })}>{words.search}</a>{' '}
          <a href={to.addRelease(/^[\d\s-]+$/.test(line) ? { code: line } : { title: line })}>{t.releaseForm.add.addThis}</a>
        </div>
      </div>
    </li>
  );
}
