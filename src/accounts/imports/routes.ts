import { type Static, Type as t } from '@sinclair/typebox';
import { documentWith } from '../../api/openapi/answers';
import type { AnyRow } from '../../api/read/queries';
import { defineRoute } from '../../api/route';
import { closed, count, list, orNull, text } from '../../api/schema/schemas';
import { notFound } from '../../errors';
import type { Store } from '../../store/database/open';
import type { Guard } from '../access';
import { getRoute, listRoute, needsAdministrator, uuidParameter } from '../answers';
import { AccountDocuments, type Differences } from '../documents';
import { importRuns } from './resource';
import { runStateOf, type WrittenRun } from './run-state';

const report = t.Object(
  {
    documents_kept: count('Documents imported as records'),
    skipped_by_licence: count('Values excluded because of their license'),
    ignored: t.Optional(
      t.Record(t.String(), t.Integer(), {
        description: 'Unsupported fields by their names in the source, with counts',
      }),
    ),
    deferred_documents: t.Optional(count('Documents deferred until a record refers to them')),
    types: t.Record(t.String(), t.Record(t.String(), t.Integer()), { description: 'Records by type and outcome' }),
    rejects: list(closed({ file: text(), line: t.Integer(), offset: t.Integer(), reason: text() }), 'The first rejected documents'),
    outcome: t.Optional(text('done, limited, interrupted, rejects or failed')),
    resumed: t.Optional(t.Boolean({ description: 'Whether it resumed an earlier import' })),
    resumable: t.Optional(t.Boolean({ description: 'Whether the same command resumes it' })),
    waiting_older: t.Optional(count('Records deferred by earlier imports')),
    gone: t.Optional(count('Records deleted at the source')),
    seconds: t.Optional(t.Number()),
    records_per_second: t.Optional(t.Number()),
    warnings: t.Optional(list(text())),
    examples: t.Optional(list(text(), 'The first changed records')),
    reject_file: t.Optional(orNull(text())),
  },
  { description: 'The final report; optional members are present then' },
);

export type ImportReport = Static<typeof report>;

/** An import with its report, as an answer. */
export const importRunDocument = documentWith(
  importRuns,
  { report },
  {
    report: {
      documents_kept: 4_100,
      skipped_by_licence: 0,
      types: { Release: { added: 4_100 } },
      rejects: [{ file: '/srv/dumps/release.tar.xz', line: 17, offset: 123_456, reason: 'title must be text.' }],
    },
  },
);

/** Reports of earlier versions have other names. */
const formerNames: Readonly<Record<string, string>> = {
  ending: 'outcome',
  went_on: 'resumed',
  can_go_on: 'resumable',
  not_taken: 'ignored',
};

const withCurrentNames = (stored: object): object =>
  Object.fromEntries(Object.entries(stored).map(([name, value]) => [formerNames[name] ?? name, value]));

export const noImport = (id: string) => notFound('no_import', { id });

/** Presents an import. */
export const importPresenter =
  (documents: AccountDocuments) =>
  (request: Request, id: string, differences: Differences = {}): Response => {
    const run = documents.row<Run & { readonly report: string }>('id = :id', { id });
    return documents.single(request, current(run), { ...differences, more: { report: withCurrentNames(JSON.parse(run.report)) } });
  };

export function importRoutes(guard: Guard, store: Store) {
  const documents = new AccountDocuments(store, importRuns, noImport);
  const present = importPresenter(documents);
  const own = { tags: ['Administration'], access: guard.administrator };
  return [
    defineRoute({
      ...own,
      ...listRoute(importRuns, 'The imports'),
      path: '/api/imports',
      operationId: 'importList',
      summary: 'List imports and mirrors',
      description: `The latest 200, newest first. A running one is about a second behind. ${needsAdministrator}`,
      handle: ({ request }) => documents.list(request, documents.rows<Run>('true', {}, 'key DESC').map(current)),
    }),
    defineRoute({
      ...own,
      ...getRoute('The import', importRunDocument),
      path: '/api/imports/:id',
      operationId: 'importRun',
      summary: 'Get an import or mirror with its report',
      description: needsAdministrator,
      pathParameters: { id: uuidParameter('The UUID of the import') },
      handle: ({ request, params: { id } }) => present(request, id),
    }),
  ];
}

type Run = AnyRow & WrittenRun;

const current = (run: Run): AnyRow => ({ ...run, state: runStateOf(run) });
