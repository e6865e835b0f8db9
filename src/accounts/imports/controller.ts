import { Elysia } from 'elysia';
import type { Store } from '../../database/open';
import { notFound } from '../../errors';
import { authentication } from '../../http/authentication';
import type { AnyRow } from '../../jsonapi/queries';
import { administrators } from '../administrators';
import { AccountDocuments } from '../documents';
import type { Principal } from '../principal';
import { all, first } from '../queries';
import { listImports, readImport } from './endpoints';
import { importRuns } from './resource';
import { standingOf, type WrittenRun } from './standing';

/** The routes by which administrators see imports and mirrors. */
export function importController(store: Store, findPrincipal: (token: string) => Principal | undefined) {
  const documents = new AccountDocuments(store, importRuns);
  const rows = () => importRuns.rows(store.db);
  return new Elysia({ name: 'imports' })
    .use(authentication(administrators(findPrincipal), 'admin'))
    .get(
      listImports.route,
      ({ request }) =>
        documents.list(request, ({ page, itemsPerPage }) => {
          const runs = all(store.reader, rows().orderBy('key', 'desc')) as (AnyRow & WrittenRun)[];
          return { rows: runs.slice((page - 1) * itemsPerPage, page * itemsPerPage).map(standing), total: runs.length };
        }),
      listImports.hook,
    )
    .get(
      readImport.route,
      ({ request, params }) => {
        const { id } = readImport.named(params);
        const run = first(store.reader, rows().where('id', '=', id.toLowerCase())) as
          | (AnyRow & WrittenRun & { report: string })
          | undefined;
        if (!run) throw notFound(`There is no import ${id.slice(0, 100)}.`);
        return documents.single(request, standing(run), { more: { report: JSON.parse(run.report) } });
      },
      readImport.hook,
    );
}

const standing = (run: AnyRow & WrittenRun): AnyRow => ({ ...run, state: standingOf(run) });
