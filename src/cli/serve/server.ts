import { once as nextOf } from 'node:events';
import { hasNoUsers } from '../../accounts/users/users';
import { once } from '../../api/schema/registry';
import { type App, createApp, type Shared, sharedOf } from '../../app/app';
import { backupFolder, makeBackupFolder } from '../../backups/backup-list';
import { BackupSchedule } from '../../backups/backup-schedule';
import { fileUpkeep, undoEndedCommands } from '../../collection/files/commands';
import { undoUnfinishedImports } from '../../collection/files/journal';
import { type ConfiguredSettings, isLoopback, type Settings } from '../../config';
import { quoted } from '../../config/paths';
import type { Context, Meter } from '../../context';
import type { IsTrusted } from '../../http/client-address';
import { listen, reachableOrigins, requireFreePort, requireKnownHost } from '../../http/listen';
import { HourlyTally } from '../../http/middleware';
import { hasNoVocabularies } from '../../import/seed-state';
import { type Repeated, repeat } from '../../interval';
import { metricsPath, metricsServer } from '../../operations/metrics-answer';
import { checksOf, readinessOf } from '../../operations/readiness';
import { diskFullAt, isFull } from '../../store/database/availability';
import { watchSlowStatements } from '../../store/database/connection';
import { requireNoFirstLoad } from '../../store/database/first-load';
import { hasCatalog, inMemory, type Store } from '../../store/database/open';
import { Upkeep } from '../../store/database/upkeep';
import { lockForServer } from '../../store/files/file-lock';
import { fileSystemOf, folderOf, networkNotes, placeUnknown } from '../../store/files/network-file-system';
import { serverVersion } from '../../version';
import { hasDescriptors } from '../../worker';
import { openCatalog } from '../open-catalog';
import { newsOf, readableNote } from '../terminal/data-directory';
import { print, printQrCode } from '../terminal/output';
import { type Listener, openListener, socketPeer } from './listener';
import { isTerminal, logOf } from './log';
import { requireNoneLost } from './lost-catalog';
import type { ManagedState } from './service-manager';
import { stopSignal } from './signals';

/** How long writes of users wait for a lock: longer than the largest write of an editor, shorter than clients wait. */
const patienceMilliseconds = 5_000;

export async function serve(settings: ConfiguredSettings, withDemo: boolean): Promise<void> {
  const isTrustedProxy = await readProxies(settings);
  if (settings.backups !== '' && settings.data !== inMemory) makeBackupFolder(settings.backups);
  // Before the port, because its message is the most helpful.
  await requireNoneLost(settings);
  await requireWayIn(settings);
  const store = await openCatalog(settings, { mayCreate: true, patience: patienceMilliseconds, isServed: true, tell: print });
  const lock = takeLock(store, settings.data);
  const repeated: Repeated[] = [];
  let metrics: Bun.Server<undefined> | undefined;
  try {
    tellOfDirectory(store, settings.data);
    tellOfNetwork(store, settings);
    const endsWithTerminal = settings.tlsCertificate === '' && !isManaged();
    const { signal: stop } = stopSignal({ endsWithTerminal });
    // SIGHUP reloads the certificate. Without a listener, as during start and end, it would kill the process.
    if (!endsWithTerminal) process.on('SIGHUP', () => {});
    const demoToken = await prepareCatalog(store, withDemo);
    await undoUnfinishedImports(store, 'server');
    await undoEndedCommands(store);
    const log = logOf(settings);
    if (settings.slowMs > 0) watchSlowStatements(tellOfSlow(settings, log));
    const checkpoints = store.path === inMemory ? undefined : new Upkeep(store, log);
    const watched: Watched = { store, settings, log, checkpoints, tally: new HourlyTally() };
    const shared = sharedOf(watched);
    repeated.push(...coverUpkeep(watched, shared), new BackupSchedule(shared.backups, log));
    if (checkpoints) repeated.push(checkpoints, fileUpkeep(watched));
    const meter = await meterFor(watched, shared);
    metrics = meter && (await listenForMetrics(meter, settings));
    const { server, app } = await start({ ...watched, meter }, shared, isTrustedProxy);
    if (settings.rateLimit === 0 && settings.socket === '' && !isLoopback(settings.host)) warnOfLimits(settings);
    if (shared.live.isLocked()) log('no administrator can sign in', { advice: lockedAdvice[shared.live.values().passwords] }, 'warn');
    const [origin, ...others] = server.origins();
    const url = origin + settings.basePath;
    print(`Leitmotif ${serverVersion} serves ${store.path} at ${server.address}${settings.basePath}`);
    for (const other of others) print(`Also at ${other}${settings.basePath}`);
    if (settings.publicUrl !== '') print(`Public address: ${settings.publicUrl}`);
    if (metrics) print(`Metrics for Prometheus: ${reachableOrigins(metrics.url)[0]}${metricsPath}`);
    const address = settings.publicUrl || url;
    if (isTerminal(1) && !isLoopback(new URL(address).hostname)) await printQrCode(address);
    print(`API reference: ${url}/api-reference`);
    if (demoToken) print(`Try: curl -H 'Authorization: Bearer ${demoToken}' '${url}/api/artists?q=herrmann'`);
    if (hasNoUsers(store.reader)) print(firstSteps(settings.data, url));
    openForWriting(store, log);
    if (store.isAlone) log('disk full at start', { path: store.path, advice: aloneAdvice }, 'error');
    repeated.push(watchDescriptors(log));
    await tellManager('READY=1', settings);
    repeated.push(shared.notifications.begin(origin, () => readinessOf(checksOf({ ...watched, backups: shared.backups }))));
    const signs = giveSignsOfLife(settings);
    if (signs) repeated.push(signs);
    shared.imports.begin();
    await app.beginJobs();
    // Health checks of the start do not wait for the other routes, and the first person does not either.
    setTimeout(() => void app.everyRoute(), 500).unref();
    if (!stop.aborted) await nextOf(stop, 'abort');
    const importsEnded = shared.imports.stop();
    await app.endJobs();
    await tellManager('STOPPING=1', settings);
    await end(server, settings);
    await importsEnded;
    await app.reported();
    await shared.backups.saveDisplaced();
    shared.backups.end();
    print('Leitmotif has stopped.');
  } catch (error) {
    throw isFull(error) ? diskFullAt(store.path) : error;
  } finally {
    for (const timer of repeated) timer.stop();
    await metrics?.stop(true);
    lock.release();
    close(store, settings);
  }
}

type Watched = Pick<Context, 'store' | 'settings' | 'log' | 'checkpoints' | 'tally'>;

/** Stops accepting requests and waits for running ones; slow ones are logged and aborted. */
async function end(server: Listener, settings: Settings): Promise<void> {
  const { shutdownSeconds } = settings;
  const isDone = await Promise.race([server.stop().then(() => true), Bun.sleep(shutdownSeconds * 1_000).then(() => false)]);
  if (isDone) return;
  logOf(settings)('requests aborted', { requests: server.pendingRequests(), after_seconds: shutdownSeconds }, 'warn');
  await server.stop({ atOnce: true });
}

/** Opened at startup, before connections can exhaust file descriptors. Read-only files are fine for a server of reads. */
function openForWriting(store: Store, log: Context['log']): void {
  try {
    void store.writer;
  } catch (error) {
    log('files unusable', { path: store.path, error: (error as Error).message }, 'error');
  }
}

const aloneAdvice =
  'There was no room for the index of the log. Reads work but are slower, and other programs, commands and backups can’t open the catalog. Free some space and restart the server.';

const fewDescriptors = 128;

/** Warns when file descriptors run out. */
function watchDescriptors(log: Context['log']): Repeated {
  let wereFew = false;
  return repeat(() => {
    const areFew = !hasDescriptors(fewDescriptors);
    const advice = `Fewer than ${fewDescriptors} file descriptors are left. Raise the limit (ulimit -n, LimitNOFILE= in systemd) or limit connections in a proxy.`;
    if (areFew && !wereFew) log('few file descriptors left', { advice }, 'warn');
    wereFew = areFew;
  }, 2_000);
}

const tellOfSlow = ({ slowMs, slowCommitMs }: Settings, log: Context['log']): Parameters<typeof watchSlowStatements>[0] => ({
  fromMilliseconds: slowMs,
  commitFromMilliseconds: Math.max(slowMs, slowCommitMs),
  tell: (slow) => log('slow statement', { ...slow }, 'warn'),
});

/** Loaded on demand: the metrics library slows the start. */
async function meterFor(context: Watched, { backups }: Shared): Promise<Meter | undefined> {
  const { metricsListen, metricsToken } = context.settings;
  if (metricsListen === null && metricsToken === '') return undefined;
  const { meterOf } = await import('../../operations/meter');
  return meterOf({ ...context, backups });
}

async function listenForMetrics(meter: Meter, { metricsListen, metricsToken }: Settings): Promise<Bun.Server<undefined> | undefined> {
  if (metricsListen === null) return undefined;
  await requireKnownHost(metricsListen.host);
  return listen(metricsServer(meter, metricsToken), metricsListen, '--metrics-listen');
}

/** Errors on close are logged and do not prevent the exit. */
function close(store: Store, settings: Settings): void {
  try {
    store.close();
  } catch (error) {
    logOf(settings)('database not closed', { path: store.path, error: (error as Error).message }, 'error');
  }
}

function tellOfDirectory({ isNew, path }: Store, data: string): void {
  if (path === inMemory) return;
  const notes = readableNote(data);
  // A closed directory protects its files.
  if (notes.length > 0) notes.push(...readableNote(path));
  for (const line of isNew ? newsOf(data) : notes) print(line);
}

/** Logs risks of network file systems. */
function tellOfNetwork({ path }: Store, settings: Settings): void {
  if (path === inMemory) return;
  const folder = folderOf(settings.data);
  if (settings.dataOnNetwork !== 'allow' && fileSystemOf(folder).mayBeNetwork)
    logOf(settings)('file system not known', { folder, advice: placeUnknown(folder) }, 'warn');
  for (const advice of networkNotes(backupFolder(settings))) logOf(settings)('backups on a network', { advice }, 'warn');
}

/**
 * Listens before the app is created, so that early clients wait instead of being refused and a taken port is reported early.
 * Listening also collects garbage, of which there is less before.
 */
async function start(watched: Watched & Pick<Context, 'meter'>, shared: Shared, isTrustedProxy: IsTrusted | undefined) {
  const { settings, log } = watched;
  let handle: App['fetch'] | undefined;
  const server = await openListener((request) => (handle as App['fetch'])(request), settings, log);
  try {
    const { origins, peerAddress } = server;
    const app = createApp({ ...watched, peerAddress, origins }, isTrustedProxy, undefined, shared);
    handle = (request) => app.fetch(request);
    return { server, app };
  } catch (error) {
    await server.stop({ atOnce: true });
    throw error;
  }
}

function warnOfLimits(settings: Settings): void {
  const advice = '--rate-limit 0 also disables the limits on sign-ins, password attempts and registrations.';
  logOf(settings)('limits are off', { host: settings.host, advice }, 'warn');
}

const lockedAdvice = {
  no: 'passwords is "no", and no administrator is linked to the provider of oidc_issuer and oidc_client_id. Restart with --passwords yes to sign in and link one.',
  yes: 'No administrator has a password, nor is one linked to the provider of oidc_issuer and oidc_client_id. Set one: leitmotif user reset-password NAME.',
};

function takeLock(store: Store, directory: string): ReturnType<typeof lockForServer> {
  try {
    const lock = lockForServer(directory);
    // Once locked: imports that start later see the server.
    requireNoFirstLoad(store);
    return lock;
  } catch (error) {
    store.close();
    throw isFull(error) ? diskFullAt(store.path) : error;
  }
}

/** Vocabularies for every catalog; the demo only on request and if the catalog is empty. */
async function prepareCatalog(store: Store, withDemo: boolean): Promise<string | undefined> {
  if (!withDemo && !hasNoVocabularies(store)) return undefined;
  const { seedVocabularies } = await import('../../import/seed');
  if (hasNoVocabularies(store)) await seedVocabularies(store);
  if (!withDemo) return undefined;
  const { prepareDemo } = await import('../demo');
  return prepareDemo(store, print);
}

/** Instructions for a server without users. The set-up code is in the log, which fewer people see. */
function firstSteps(data: string, url: string): string {
  const link = 'open the link of the log line "there are no users" (on standard error)';
  const overTheApi = `POST ${url}/api/users with the set-up code of that line`;
  // Other commands cannot reach memory.
  const command = data === inMemory ? '' : ` run leitmotif user create NAME --admin --data ${quoted(data)},`;
  return `No users yet. To create an administrator, ${link},${command} or ${overTheApi}.`;
}

/** The library loads all of node:net, so only if proxies are configured. */
async function readProxies({ trustedProxies, socket }: Settings): Promise<IsTrusted | undefined> {
  if (trustedProxies === '' && socket === '') return undefined;
  const isListed = (await import('../../http/client-address')).trustedProxies(trustedProxies);
  return socket === '' ? isListed : (address) => address === socketPeer || isListed(address);
}

/**
 * Checks the port or socket first. A server with a certificate could share a port with another, so that is probed.
 * @throws {SetupError}
 */
async function requireWayIn(settings: Settings): Promise<void> {
  if (settings.socket !== '') return (await import('../../http/listen')).requireFreeSocket(settings.socket);
  await requireKnownHost(settings.host);
  const isNew = settings.data !== inMemory && !hasCatalog(settings.data);
  if (isNew || settings.tlsCertificate !== '') await requireFreePort(settings);
}

/** Whether a service manager awaits notifications. */
const isManaged = (): boolean => !!process.env.NOTIFY_SOCKET;

/** Sends watchdog notifications if `WATCHDOG_USEC` requires them (sd_watchdog_enabled(3)). */
function giveSignsOfLife(settings: Settings): Repeated | undefined {
  const { WATCHDOG_USEC: microseconds = '', WATCHDOG_PID: pid = '' } = process.env;
  if (!isManaged() || !/^[1-9]\d*$/.test(microseconds) || !['', String(process.pid)].includes(pid)) return undefined;
  // A third, since notifications may be late or lost.
  return repeat(() => tellManager('WATCHDOG=1', settings), Math.max(1, Number(microseconds) / 1000 / 3));
}

/** Notifies the service manager, if any. */
async function tellManager(state: ManagedState, settings: Settings): Promise<void> {
  const socket = process.env.NOTIFY_SOCKET ?? '';
  if (!isManaged()) return;
  try {
    const { tellServiceManager } = await import('./service-manager');
    if (tellServiceManager(state, socket)) return;
    logOf(settings)('service manager not notified', { state, socket }, 'warn');
  } catch (error) {
    logOf(settings)('service manager not notified', { state, error: (error as Error).message }, 'warn');
  }
}

/** Releases may come into collections without covers at any time. */
const fetchIntervalMilliseconds = 600_000;

/** Unused files of imports do no harm for an hour. */
const coverIntervalMilliseconds = 3_600_000;

/** Deletes unused cover files hourly, since imports delete covers with their releases. Loaded on demand to speed up the start. */
function coverUpkeep(watched: Watched, { live }: Shared): Repeated[] {
  const { log } = watched;
  const load = once(async () => (await import('../../covers/covers')).coversOf(watched));
  const stop = new AbortController();
  const fetching = repeat(
    async () => {
      const { fetchMissingCovers } = await import('../../covers/fetch-covers');
      await fetchMissingCovers(watched, live, await load(), stop.signal);
    },
    fetchIntervalMilliseconds,
    ({ message }) => stop.signal.aborted || log('covers not fetched', { reason: message }, 'warn'),
  );
  const tidying = repeat(
    async () => (await load()).tidy(),
    coverIntervalMilliseconds,
    ({ message }) => log('covers not tidied', { error: message }, 'error'),
  );
  const end = () => {
    fetching.stop();
    stop.abort();
  };
  return [{ stop: end }, tidying];
}
