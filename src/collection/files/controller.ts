import { type AnyElysia, Elysia } from 'elysia';
import { nothingLeft } from '../../accounts/documents';
import type { ContributorOf } from '../../accounts/editors';
import { requireOwn } from '../../accounts/own';
import type { Principal, Scope } from '../../accounts/principal';
import type { Context } from '../../context';
import type { Store } from '../../database/open';
import { Statements } from '../../database/statements';
import { forbidden, notFound } from '../../errors';
import { authentication } from '../../http/authentication';
import { requireAcceptable } from '../../http/negotiation';
import { answerHeadersOf, commonHeaders, newRequestId, respond } from '../../http/respond';
import { Documents } from '../../jsonapi/document';
import { type AnyRow, Queries } from '../../jsonapi/queries';
import { Query } from '../../jsonapi/query';
import { readList } from '../../jsonapi/reading';
import { Registry } from '../../jsonapi/registry';
import { readParameters } from '../../jsonapi/route';
import { writesOf } from '../../jsonapi/write';
import type { OwnedItems } from '../items/owned-items';
import { requireNoCommand } from './commands';
import { fileEndpoints } from './endpoints';
import { exportList } from './export';
import { importRows } from './import';
import { KeptRows } from './kept-rows';
import { type List, lists } from './lists';
import { quotaOf } from './quota';
import { readFile, receiveFile } from './reading';
import { writeReport } from './report';
import { keptRowsOf } from './resources';
import { readRowChoices } from './row-choices';
import { Slices } from './slices';
import { Turns } from './turns';

/** The routes by which users take their lists out as files, and put files in. */
export function fileController(
  { store, settings }: Context,
  findPrincipal: (token: string) => Principal | undefined,
  contributorOf: ContributorOf,
) {
  const turns = new Turns();
  const filesOf = (list: List) => new Files(store, list, turns, settings.importQuotaMegabytes, contributorOf);
  return new Elysia().use(lists.map((list) => listController(filesOf(list), findPrincipal, list)));
}

function listController(files: Files, findPrincipal: (token: string) => Principal | undefined, list: List): AnyElysia {
  const { scopes } = writesOf(list.resource);
  const { exporting, importing, listingKept, forgetting } = files.endpoints;
  const reading = new Elysia()
    .use(authentication(findPrincipal, scopes.read as Scope))
    .get(exporting.route, ({ request, principal, params }) => files.export(request, principal, exporting.named(params)), exporting.hook)
    .get(
      listingKept.route,
      ({ request, principal, params }) => files.kept(request, principal, listingKept.named(params)),
      listingKept.hook,
    );
  const writing = new Elysia()
    .use(authentication(findPrincipal, scopes.write as Scope))
    .post(importing.route, ({ request, principal, params }) => files.import(request, principal, importing.named(params)), {
      ...importing.hook,
      parse: 'none',
    })
    .delete(
      forgetting.route,
      ({ request, principal, params }) => files.forget(request, principal, forgetting.named(params)),
      forgetting.hook,
    );
  return new Elysia().use(reading).use(writing);
}

/** What smaller files leave behind is little. */
const largeFileBytes = 262_144;

/**
 * The runtime frees memory by the number of objects, and would hold the few large ones of file after file. It takes some
 * ten milliseconds.
 */
const freeMemory = (): void => Bun.gc(true);

/** The id of the user whose list a path leads to. */
interface OwnerId {
  readonly userId: string;
}

class Files {
  readonly endpoints: ReturnType<typeof fileEndpoints>;
  readonly #documents: Documents;
  readonly #items: OwnedItems;
  readonly #statements: Statements;
  readonly #registry: Registry;

  constructor(
    private readonly store: Store,
    private readonly list: List,
    private readonly turns: Turns,
    private readonly quotaMegabytes: number,
    private readonly contributorOf: ContributorOf,
  ) {
    this.endpoints = fileEndpoints(list);
    this.#items = list.itemsOf(store);
    this.#statements = new Statements(store);
    this.#registry = new Registry([keptRowsOf(list)]);
    this.#documents = new Documents(new Queries(store), this.#registry);
  }

  export(request: Request, principal: Principal, { userId }: OwnerId): Response {
    requireOwn(request, principal, userId);
    const query = new Query(request);
    const { format } = readParameters(query, this.endpoints.exporting.query);
    // A file has no place to name what was ignored.
    query.ignored();
    return this.store.read(() => exportList(request, this.#statements, this.list, principal.userKey, format));
  }

  async import(request: Request, principal: Principal, { userId }: OwnerId): Promise<Response> {
    requireOwn(request, principal, userId);
    requireAcceptable(request);
    const query = new Query(request);
    const { dryRun: isDry, choices: perRow, ...chosen } = readParameters(query, this.endpoints.importing.query);
    if (chosen.takeOffWishlist && principal.scopes !== null && !principal.scopes.has('wishlist:write'))
      throw forbidden('The token lacks the scope wishlist:write, which takeOffWishlist needs.', { parameter: 'takeOffWishlist' });
    const choices = { ...chosen, perRow: readRowChoices(perRow) };
    // A misspelt dryRun would write what was only to be tried.
    query.refuseUnknown();
    return this.turns.take(
      principal.userKey,
      () => receiveFile(request),
      async (file) => {
        const slices = new Slices();
        try {
          await requireNoCommand(this.store, principal.userKey);
          const rows = await readFile(this.list, file, slices);
          const quota = await quotaOf(this.store, principal.userKey, this.quotaMegabytes);
          const contributor = this.contributorOf(principal);
          const run = (isDry: boolean) =>
            importRows(this.store, this.list, this.#items, principal.userKey, rows, { ...choices, quota, isDry }, slices, contributor);
          // Refused before anything is written: what is undone takes room until other rows need it.
          if (!isDry && quota && !quota.hasRoomForAll(rows)) await run(true);
          const report = await run(isDry);
          // Without an ETag: it is the report of one import, which no other request gets again.
          const headers = { ...commonHeaders, 'x-request-id': newRequestId(), ...answerHeadersOf(request) };
          return new Response(await writeReport(this.list, report, slices), { headers });
        } finally {
          if (file.bytes.length > largeFileBytes) freeMemory();
        }
      },
    );
  }

  kept(request: Request, principal: Principal, { userId }: OwnerId): Response {
    requireOwn(request, principal, userId);
    requireAcceptable(request);
    const resource = keptRowsOf(this.list);
    const asked = readList(resource, this.#registry, request);
    const { rows, total } = this.store.read(() =>
      new KeptRows(this.store, this.list, principal.userKey).page(asked.page, asked.itemsPerPage),
    );
    const shown = rows.map(({ id, cells, ...row }) => ({ ...row, _id: id, row: cells, userId: principal.userId })) as unknown as AnyRow[];
    const path = resource.path.replace(':userId', principal.userId);
    return respond(request, this.#documents.list(resource, shown, total, asked, path));
  }

  async forget(request: Request, principal: Principal, { userId, id }: OwnerId & { readonly id: string }): Promise<Response> {
    requireOwn(request, principal, userId);
    const kept = new KeptRows(this.store, this.list, principal.userKey);
    if (!(await this.store.write(() => kept.delete(id.toLowerCase())))) throw notFound(`There is no row ${id.slice(0, 100)} here.`);
    return nothingLeft(request);
  }
}
