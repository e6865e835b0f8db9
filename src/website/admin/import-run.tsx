import type { Page } from '../http/page';
import type { Visit } from '../http/request-context';
import { readImport } from './documents';
import { RunHead, RunReport } from './run';

export async function get({ api, t, format }: Visit, { id }: { readonly id: string }): Promise<Page> {
  const run = await readImport(api, id);
  const { sources } = t.administration.imports;
  const body = (
    <>
      <RunHead run={run} />
      <RunReport run={run} />
    </>
  );
  return { title: `${sources[run.source] ?? run.source}, ${format.moment(run.started_at)}`, body, current: 'settings' };
}
