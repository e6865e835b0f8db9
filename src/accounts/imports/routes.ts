import { type Static, Type as t } from '@sinclair/typebox';
import { documentWith, listOf, notFound as noRecord, pageParameters, readAnswers } from '../../api/openapi/answers';
import type { AnyRow } from '../../api/read/queries';
import { defineRoute } from '../../api/route';
import { closed, count, list, orNull, text } from '../../api/schema/schemas';
import { notFound } from '../../errors';
import type { Store } from '../../store/database/open';
import type { Guard } from '../access';
import { guarded, needsAdministrator, uuidParameter } from '../answers';
import { AccountDocuments, type Differences, recordRows } from '../documents';
import { importRuns } from './resource';
import { runStateOf, type WrittenRun } from './run-state';

const tags = ['Administration'];

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

/** Presents an import. */
export function importPresenter(store: Store, documents: AccountDocuments) {
  return (request: Request, id: string, differences: Differences = {}): Response => {
    const [run] = recordRows<Run & { readonly report: string }>(store, importRuns, 'id = :id', { id: id.toLowerCase() });
    if (!run) throw notFound('no_import', { id: id.slice(0, 100) });
    return documents.single(request, current(run), { ...differences, more: { report: withCurrentNames(JSON.parse(run.report)) } });
  };
}

export function importRoutes(guard: Guard, store: Store) {
  const documents = new AccountDocuments(store, importRuns);
  const present = importPresenter(store, documents);
  return [
    defineRoute({
      method: 'get',
      path: '/api/imports',
      operationId: 'importList',
      tags,
      summary: 'List imports and mirrors',
      description: `The latest 200, newest first. A running one is about a second behind. ${needsAdministrator}`,
      query: pageParameters,
      answers: { 200: { description: 'The imports', media: listOf(importRuns) }, ...readAnswers, ...guarded },
      access: guard.administrator,
      handle: ({ request }) => documents.list(request, recordRows<Run>(store, importRuns, 'true', {}, 'key DESC').map(current)),
    }),
    defineRoute({
      method: 'get',
      path: '/api/imports/:id',
      operationId: 'importRun',
      tags,
      summary: 'Get an import or mirror with its report',
      description: needsAdministrator,
      pathParameters: { id: uuidParameter('The UUID of the import') },
      answers: {
        200: { description: 'The import', media: importRunDocument },
        ...readAnswers,
        ...guarded,
        404: noRecord,
      },
      access: guard.administrator,
      handle: ({ request, params: { id } }) => present(request, id),
    }),
  ];
}

type Run = AnyRow & WrittenRun;

const current = (run: Run): AnyRow => ({ ...run, state: runStateOf(run) });
