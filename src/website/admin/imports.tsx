import type { Page } from '../http/page';
import type { RequestContext } from '../http/request-context';
import { Pager } from '../ui/pager';
import { Section } from '../ui/section';
import { readImport, readImports } from './documents';
import { RunningLine, RunTable } from './import-list';
import { RunHead, RunReport } from './run';

/** One page. */
const shown = 30;

export async function get({ api, query, t, to }: RequestContext): Promise<Page> {
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
        <Section title={words.running} aside={words.runningAside}>
          {running.map((run) => (
            <RunningLine key={run._id} run={run} />
          ))}
        </Section>
      )}
      <Section title={words.before}>
        {ended.length > 0 ? <RunTable runs={ended} /> : <p>{words.none}</p>}
        <Pager meta={meta} />
      </Section>
    </>
  );
  return { title: words.title, body, current: 'settings' };
}

export const run = {
  async get({ api, t, format }: RequestContext, { id }: { readonly id: string }): Promise<Page> {
    const run = await readImport(api, id);
    const { sources } = t.administration.imports;
    const body = (
      <>
        <RunHead run={run} />
        <RunReport run={run} />
      </>
    );
    return { title: `${sources[run.source] ?? run.source}, ${format.moment(run.started_at)}`, body, current: 'settings' };
  },
};
