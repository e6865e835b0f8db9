import type { AnyElysia } from 'elysia';
import { type ContributorOf, contributors, type Guard, guardOf } from '../accounts/access';
import { administrationRoutes } from '../accounts/administration/routes';
import { apiTokenRoutes } from '../accounts/api-tokens/routes';
import { credentialRoutes } from '../accounts/credentials/routes';
import { importRoutes } from '../accounts/imports/routes';
import { invitationRoutes } from '../accounts/invitations/routes';
import type { Principal } from '../accounts/principal';
import { SignInProvider } from '../accounts/provider/provider';
import { providerRoutes } from '../accounts/provider/routes';
import { serverRoutes } from '../accounts/server/routes';
import { sessionRoutes } from '../accounts/sessions/routes';
import type { LiveSettings } from '../accounts/settings/live-settings';
import { settingsRoutes } from '../accounts/settings/routes';
import { signInsOf } from '../accounts/sign-ins';
import { tokenRoutes } from '../accounts/token-routes';
import { userRoutes } from '../accounts/users/routes';
import type { SetUpCode } from '../accounts/users/set-up-code';
import { repeater } from '../api/idempotency';
import { KeyLists } from '../api/read/key-lists';
import { readRoutes } from '../api/read/reads';
import type { Personal } from '../api/read/viewer';
import { mount } from '../api/route';
import { once, type Registry } from '../api/schema/registry';
import type { Backups } from '../backups/backups';
import { backupRoutes } from '../backups/routes';
import { vocabularyRoutes } from '../catalog/vocabularies/vocabulary-routes';
import { completenessRoutes } from '../collection/completeness/routes';
import { dataRoutes } from '../collection/data/routes';
import { ImportQueue } from '../collection/files/import-queue';
import { lists } from '../collection/files/lists';
import { pastImportRoutes } from '../collection/files/past-imports';
import { fileRoutes } from '../collection/files/routes';
import { holdings } from '../collection/holdings';
import { collectionItems, collectionItemsOf } from '../collection/items/collection-items';
import { itemRoutes } from '../collection/items/routes';
import { Loans, loans } from '../collection/loans/loans';
import { lookUpRoutes } from '../collection/look-ups/routes';
import { ratesRoutes } from '../collection/rates/routes';
import { shareRoutes } from '../collection/shares/routes';
import { shelfListRoutes } from '../collection/shelf/routes';
import { statisticsRoutes } from '../collection/statistics/routes';
import { valueRoutes } from '../collection/values/routes';
import { wishlistItems, wishlistItemsOf, wishRemoval } from '../collection/wishlist/wishlist-items';
import type { Context } from '../context';
import { coversOf } from '../covers/covers';
import { photoArchiveRoute } from '../covers/photo-archive';
import { photoRoutes } from '../covers/photo-routes';
import { coverRoutes } from '../covers/routes';
import { duplicateRoutes } from '../editing/duplicates/routes';
import { Revisions } from '../editing/revisions/revisions';
import { revisionRoutes } from '../editing/revisions/routes';
import { editingRoutes } from '../editing/routes';
import { exportRoutes } from '../export/routes';
import type { PublicAddress } from '../http/public-address';
import type { AddressOf } from '../http/rate-limit';
import type { RequestedImports } from '../import/requested/imports';
import { requestedImportRoutes } from '../import/requested/routes';
import { demoRoute } from '../import/routes';
import type { Kinds } from '../kinds';
import { mailRoutes } from '../notifications/mail-routes';
import type { Notifications } from '../notifications/notifications';
import { webhookRoutes } from '../notifications/webhook-routes';
import { completionRoutes } from '../online/completion/routes';
import { onlineRoutes } from '../online/routes';
import type { ReadinessReport } from '../operations/readiness';
import { searchRoutes } from '../search/routes';
import { LargeWrites } from './large-writes';

export interface Needs {
  readonly context: Context;
  readonly registry: Registry;
  readonly kinds: Kinds;
  readonly live: LiveSettings;
  readonly backups: Backups;
  readonly notifications: Notifications;
  readonly imports: RequestedImports;
  readonly addressOf: AddressOf;
  readonly findPrincipal: (token: string) => Principal | undefined;
  readonly principalOf: (request: Request) => Principal | undefined;
  readonly mayEdit: (request: Request) => boolean;
  readonly personal: Personal;
  readonly setUpCode: SetUpCode;
  readonly readiness: () => ReadinessReport;
  readonly publicAddress: PublicAddress;
}

/** Background jobs of users. */
export interface Jobs {
  begin(): Promise<void>;
  stop(): void;
}

/** Mounts all routes of the API: reads of the catalog, and features. */
export function mountFeatures(app: AnyElysia, needs: Needs): Jobs {
  const { context, registry, kinds, live, findPrincipal, principalOf, personal } = needs;
  const { store, settings } = context;
  const contributorOf = contributors(live, settings.unreviewedPerUser);
  const guard = guardOf(findPrincipal, live, contributorOf);
  const keyLists = new KeyLists(store, settings.deepPagesMegabytes * 1_048_576);
  mount(app, readRoutes(store, registry, kinds.shown, guard.user('catalog:read'), personal, keyLists));
  const { routes, jobs } = featureRoutes(guard, contributorOf, needs);
  mount(
    app,
    routes,
    repeater(store, (request) => principalOf(request)?.userKey),
  );
  return jobs;
}

/** Accounts, lists, editing, covers, search, export, backups. In the order of the OpenAPI document. */
export function featureRoutes(
  guard: Guard,
  contributorOf: ContributorOf,
  { context, registry, kinds, live, backups, notifications, personal, ...needs }: Needs,
) {
  const { store } = context;
  const { addressOf, findPrincipal, principalOf, mayEdit } = needs;
  const signIns = signInsOf(context, live, addressOf);
  const turns = new ImportQueue();
  const viewerOf = (request: Request) => {
    const principal = principalOf(request);
    return { userKey: principal?.userKey, seesUnreviewed: principal !== undefined && principal.role !== 'user' };
  };
  const covers = coversOf(context);
  const large = new LargeWrites(context);
  const online = once(async () => {
    const { OnlineReleases } = await import('../online/online-releases');
    return new OnlineReleases(context, live, covers, large.isPossible ? (document) => large.import(document) : undefined);
  });
  const ended = new AbortController();
  const completions = once(async () => {
    const { Completions } = await import('../online/completion/completions');
    return new Completions(context, live, kinds, online, ended.signal);
  });
  const jobs: Jobs = { begin: async () => (await completions()).begin(), stop: () => ended.abort() };
  const elsewhere = large.isPossible ? (request: Request) => large.answer(request) : undefined;
  const writes = once(
    async () =>
      new (await import('../editing/catalog-writes')).CatalogWrites(store, registry, kinds, async (origin, userKey) =>
        (await online()).add(origin, { userKey }),
      ),
  );
  const revisions = new Revisions(store, registry, mayEdit, viewerOf, personal);
  const routes = [
    ...tokenRoutes(guard, context, signIns),
    ...sessionRoutes(guard, store, signIns, needs.publicAddress),
    ...providerRoutes(guard, {
      context,
      live,
      provider: new SignInProvider(live, needs.publicAddress),
      signIns,
    }),
    ...userRoutes(guard, context, live, addressOf, findPrincipal, needs.setUpCode, notifications),
    ...settingsRoutes(guard, live),
    ...credentialRoutes(guard, context, live, needs.publicAddress),
    ...administrationRoutes(guard, context, live, addressOf),
    ...invitationRoutes(guard, store, notifications),
    ...mailRoutes(guard, context, live, notifications, addressOf),
    ...webhookRoutes(guard, store, live, notifications),
    ...apiTokenRoutes(guard, context),
    ...itemRoutes(guard, store, registry, 'collection', collectionItems, collectionItemsOf(store), wishRemoval(store)),
    ...itemRoutes(guard, store, registry, 'wishlist', wishlistItems, wishlistItemsOf(store)),
    ...itemRoutes(guard, store, registry, 'loans', loans, new Loans(store)),
    ...lookUpRoutes(guard, store, holdings(store, findPrincipal)),
    ...shelfListRoutes(guard, store),
    ...statisticsRoutes(guard, store),
    ...completenessRoutes(guard, store),
    ...valueRoutes(guard, store),
    ...photoRoutes(guard, context, covers),
    photoArchiveRoute(guard, store, covers),
    ...ratesRoutes(guard, store),
    ...shareRoutes(guard, {
      ...{ context, addressOf, principalOf, publicAddress: needs.publicAddress },
      coverOf: async (release, size) => {
        const hash = covers.find(release)?.found.hash;
        return hash ? covers.file(hash, size) : undefined;
      },
    }),
    ...fileRoutes(guard, context, contributorOf, turns, lists[0]),
    ...fileRoutes(guard, context, contributorOf, turns, lists[1]),
    ...pastImportRoutes(guard, store, turns, lists[0], elsewhere),
    ...pastImportRoutes(guard, store, turns, lists[1], elsewhere),
    ...dataRoutes(guard, store),
    ...importRoutes(guard, store),
    ...requestedImportRoutes(guard, store, needs.imports),
    demoRoute(guard, store),
    ...serverRoutes(guard, context, needs.readiness),
    ...backupRoutes(guard, backups),
    ...coverRoutes(guard, covers, live),
    ...onlineRoutes(guard, online),
    ...completionRoutes(guard, store, contributorOf, completions),
    ...duplicateRoutes(guard, store, registry, kinds),
    ...editingRoutes(guard, store, registry, kinds, personal, writes, elsewhere),
    ...revisionRoutes(guard, kinds, revisions, writes, elsewhere),
    ...exportRoutes(guard, store, kinds),
    ...searchRoutes(guard, store, registry, kinds, needs.publicAddress, personal),
    ...vocabularyRoutes(guard.user('catalog:read')),
  ];
  return { routes, jobs };
}
