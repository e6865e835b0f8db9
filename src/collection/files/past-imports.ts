import { Type as t } from '@sinclair/typebox';
import { sql } from 'kysely';
import type { Guard } from '../../accounts/access';
import { guardedWrite, ownListRoute, uuidParameter } from '../../accounts/answers';
import { AccountDocuments, recordRows } from '../../accounts/documents';
import type { Principal, Scope } from '../../accounts/principal';
import { failure, jsonApi } from '../../api/openapi/answers';
import { exampleUuid, listOwner, neededScope } from '../../api/openapi/shared';
import type { AnyRow } from '../../api/read/queries';
import { defineRoute } from '../../api/route';
import { defineResource } from '../../api/schema/registry';
import { closed, count, text } from '../../api/schema/schemas';
import { writesOf } from '../../api/write/write';
import { forbidden } from '../../errors';
import { documentHeaders } from '../../http/respond';
import { message } from '../../messages/message';
import type { Store } from '../../store/database/open';
import { requireNoCommand } from './commands';
import { capitalized, undoneImport } from './documents';
import type { ImportQueue } from './import-queue';
import { importCounts, undoableDays } from './journal';
import { lists, type ReleaseList } from './lists';
import { tooManyImports } from './routes';

/** More take some milliseconds of the event loop. */
const largeImport = 200;

const undoUntil = sql<string | null>`CASE WHEN EXISTS (SELECT 1 FROM import_journal WHERE import_key = list_import.key)
  THEN strftime('%Y-%m-%dT%H:%M:%f+00:00', finished_at, ${sql.lit(`+${undoableDays} days`)}) END`;

const texts = (description: string) =>
  t.Unsafe<Readonly<Record<string, string>>>(t.Object({}, { additionalProperties: true, description }));

const define = <const N extends string, const T extends string>(name: N, type: T) =>
  defineResource({
    type,
    table: 'list_import',
    path: `/api/users/:userId/${name}/imports`,
    noun: 'import',
    nouns: 'imports',
    description: 'An imported file.',
    within: { ancestors: [{ parameter: 'userId', table: 'user' }], column: 'user_key' },
    attributes: t.Object({
      file_name: t.Union([t.String(), t.Null()]),
      created_at: t.String({ format: 'date-time' }),
      columns: texts('Fields by heading, as the request chose them'),
      statuses: texts('Meanings by status word, as the request chose them'),
      undo_until: t.Union([t.String({ format: 'date-time' }), t.Null()], { description: 'Null if there is nothing to undo any more' }),
      ...(Object.fromEntries(importCounts.map((name) => [name, count()])) as Record<
        (typeof importCounts)[number],
        ReturnType<typeof count>
      >),
    }),
    rows: (db) =>
      db
        .selectFrom('list_import')
        .innerJoin('user', 'user.key', 'list_import.user_key')
        .select(['list_import.key', 'list_import.id as _id', 'user.id as userId', 'list_import.file_name', 'list_import.created_at'])
        .select(undoUntil.as('undo_until'))
        .select(
          (['columns', 'statuses'] as const).map((name) =>
            sql<Record<string, string>>`coalesce(read_as -> ${sql.lit(name)}, '{}')`.as(name),
          ),
        )
        .select(importCounts.map((name) => sql<number>`coalesce(counts ->> ${sql.lit(name)}, 0)`.as(name))),
    example: {
      file_name: 'collection.csv',
      created_at: '2026-01-15T09:30:00.000+00:00',
      columns: { 'Bought from': 'shop' },
      statuses: {},
      undo_until: '2026-02-14T09:30:02.000+00:00',
      ...{ added: 571, provisional: 12, duplicates: 30, unmatched: 4, skipped: 0, invalid: 0 },
    },
  });

export const pastImports = {
  collection: define('collection', 'CollectionImport'),
  wishlist: define('wishlist', 'WishlistImport'),
};

/** Columns and statuses are JSON. */
type PastImport = AnyRow &
  Readonly<Record<'columns' | 'statuses' | 'created_at', string>> &
  Readonly<Record<'file_name' | 'undo_until', string | null>> &
  Readonly<Record<(typeof importCounts)[number], number>>;

/** Finished imports of a user, newest first. */
export const listImports = (store: Store, name: ReleaseList['name'], user: number): readonly PastImport[] =>
  recordRows(
    store,
    pastImports[name],
    'list_import.user_key = :user AND list_import.list = :name AND list_import.finished_at IS NOT NULL',
    { user, name },
    'list_import.key DESC',
  );

/** As files and commands show it. */
export const plainImport = ({ key: _, userId: __, _id: id, columns, statuses, ...more }: PastImport): object => ({
  id,
  ...more,
  columns: JSON.parse(columns),
  statuses: JSON.parse(statuses),
});

/** The list of a user's imports, and their undoing. */
export function pastImportRoutes<N extends ReleaseList['name']>(
  guard: Guard,
  store: Store,
  queue: ImportQueue,
  list: ReleaseList<N>,
  elsewhere: ((request: Request) => Promise<Response>) | undefined,
) {
  const { name } = list;
  const { scopes } = writesOf(list.resource);
  const path = `/api/users/:userId/${name}/imports` as const;
  const resource = pastImports[name];
  const documents = new AccountDocuments(store, resource);
  const type = `${capitalized(name)}ImportUndo` as const;
  const tags = [capitalized(name)];
  return [
    defineRoute({
      ...ownListRoute(resource, 'The imports'),
      path,
      operationId: `${name}Imports`,
      tags,
      summary: `List imports into a ${name}`,
      description: `The last hundred, newest first. ${neededScope(scopes.read)}`,
      pathParameters: { userId: listOwner },
      access: guard.owner(scopes.read as Scope),
      handle: ({ request, principal: { userKey, userId } }) =>
        documents.list(request, listImports(store, name, userKey), resource.listPath({ userId })),
    }),
    defineRoute({
      method: 'delete',
      path: `${path}/:id`,
      operationId: `${name}ImportUndo`,
      tags,
      summary: `Undo an import into a ${name}`,
      description: `Within ${undoableDays} days. Removes what the import added and nobody has changed since, with placeholders and pending rows; restores wishes and pending rows that it removed. Lists what stays. ${neededScope(scopes.write)} If the import also wrote to the other list, that list’s scope is needed as well.`,
      pathParameters: { userId: listOwner, id: uuidParameter('Import UUID') },
      answers: {
        200: {
          description: 'What was undone, and what stays',
          media: jsonApi(
            closed({
              data: closed({ type: t.Unsafe<typeof type>({ type: 'string', const: type }), id: text(), attributes: undoneImport }),
            }),
            {
              data: {
                type,
                id: exampleUuid,
                attributes: {
                  ...{ removed_items: 570, removed_rows: 4, removed_releases: 12, restored_wishes: 1, restored_rows: 0 },
                  stays: [{ type: 'CollectionItem', id: exampleUuid, title: 'Psycho', reason: 'changed' }],
                },
              },
            },
          ),
        },
        ...guardedWrite,
        409: failure('The import cannot be undone any more', 409, message('import_not_undoable', { days: undoableDays })),
        503: tooManyImports,
      },
      access: guard.owner(scopes.write as Scope),
      otherParameters: 'refuse',
      handle: ({ request, principal, params }) => {
        // TypeScript does not infer parameters of a generic path.
        const id = (params as { readonly id: string }).id.toLowerCase();
        const { userKey } = principal;
        return queue.take(
          userKey,
          async () => undefined,
          async () => {
            await requireNoCommand(store, userKey);
            const { findUndoable, undoImport } = await import('./undo');
            const { entries } = findUndoable(store, list, userKey, id);
            if (elsewhere && entries > largeImport) return elsewhere(request);
            const key = await store.write(() => {
              const { key, tables } = findUndoable(store, list, userKey, id);
              requireScopes(principal, tables);
              return key;
            });
            const attributes = await undoImport(store, userKey, key);
            return new Response(JSON.stringify({ data: { type, id, attributes } }), { headers: documentHeaders(request) });
          },
        );
      },
    }),
  ];
}

/** An import of copies may have written wishes too. */
function requireScopes({ scopes }: Principal, tables: readonly string[]): void {
  for (const { name, table } of lists) {
    const scope = `${name}:write` as const;
    if (tables.includes(table) && scopes !== null && !scopes.has(scope)) throw forbidden('insufficient_scope', { scope });
  }
}
