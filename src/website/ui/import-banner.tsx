import { partOf, useSourceName } from '../admin/import-list';
import { useVisit } from '../http/request-context';

/** That an import runs, on every page of an administrator but those that say more of it. */
export function ImportBanner() {
  const { t, to, format, path, runningImport: run } = useVisit();
  const nameOf = useSourceName();
  if (!run || path.startsWith('/administration/')) return null;
  const words = t.administration.imports;
  const part = partOf(run);
  return (
    <div class="banner" role="status">
      <span>{part === undefined ? words.banner(nameOf(run.source)) : words.bannerPart(nameOf(run.source), format.percent(part))}</span>
      {part !== undefined && (
        <svg role="img" aria-label={format.percent(part)}>
          <rect width="100%" height="4" y="8" fill="currentColor" fill-opacity=".25" />
          <rect width={`${(part * 100).toFixed(1)}%`} height="4" y="8" fill="currentColor" />
        </svg>
      )}
      <a href={to.importRun(run._id)}>{words.look}</a>
    </div>
  );
}
