import type { Page } from '../http/page';
import type { Visit } from '../http/request-context';
import { Pager } from '../ui/pager';
import { Part } from '../ui/section';
import { readImports } from './documents';
import { RunningLine, RunTable } from './import-list';

/** A screen of them. */
const shown = 30;

export async function get({ api, query, t, to }: Visit): Promise<Page> {
  const words = t.administration.imports;
  const { items, meta } = await readImports(api, { itemsPerPage: shown, page: query.get('page') ?? undefined });
  const running = items.filter(({ state }) => state === 'running');
  const ended = items.filter(({ state }) => state !== 'running');
  const body = (
    <>
      <div class="head">
        <h1>{words.title}</h1>
        <p>{words.lead}</p>
        <p class="row">
          <a href={to.administration()}>{t.administration.title}</a>
        </p>
      </div>
      {running.length > 0 && (
        <Part title={words.running} aside={words.runningAside}>
          {running.map((run) => (
            <RunningLine key={run._id} run={run} />
          ))}
        </Part>
      )}
      <Part title={words.before}>
        {ended.length > 0 ? <RunTable runs={ended} /> : <p>{words.none}</p>}
        <Pager meta={meta} />
      </Part>
    </>
  );
  return { title: words.title, body, current: 'settings' };
}
