import { once } from 'node:events';
import { undoEndedCommands } from '../accounts/files/commands';
import { undoUnfinishedImports } from '../accounts/files/journal';
import { FileUpkeep } from '../accounts/files/upkeep';
import { hasNoUsers } from '../accounts/users/users';
import { createApp } from '../app';
import { BackupSchedule } from '../backups/backup-schedule';
import type { GivenSettings, Settings } from '../config';
import { quoted } from '../config/shell';
import { CoverUpkeep } from '../covers/upkeep';
import { diskFullAt, isFull } from '../database/availability';
import { hasCatalog, inMemory, type Store } from '../database/open';
import { lockForServer } from '../database/server-lock';
import { Upkeep } from '../database/upkeep';
import type { IsTrusted } from '../http/client-address';
import { isLoopback, listen, requireFreePort, requireKnownHost } from '../http/listen';
import { hasNoVocabularies } from '../import/seed-state';
import { serverVersion } from '../version';
import { newsOf, readableNote } from './data-directory';
import { logOf } from './log';
import { openCatalog } from './open-catalog';
import { stopSignal } from './signals';

/** How long running requests may take to end once the server is told to stop. */
const stopWithinMilliseconds = 5_000;

/**
 * How long a user's write waits for another program: many batches of an import, and less than a client waits for any
 * answer. What holds the lock for longer has most likely forgotten it.
 */
const patienceMilliseconds = 2_000;

/** Serves until it is told to stop. */
export async function serve(settings: GivenSettings, withDemo: boolean): Promise<void> {
  await requireKnownHost(settings.host);
  const isTrustedProxy = await readProxies(settings);
  if (settings.data !== inMemory && !hasCatalog(settings.data)) await requireFreePort(settings);
  const store = await openCatalog(settings, { mayCreate: true, patience: patienceMilliseconds, checkpointsApart: true, tell: say });
  const lock = takeLock(store, settings.data);
  let upkeep: Upkeep | undefined;
  let coverUpkeep: CoverUpkeep | undefined;
  let fileUpkeep: FileUpkeep | undefined;
  let schedule: BackupSchedule | undefined;
  try {
    tellOfDirectory(store, settings.data);
    const { signal: stop } = stopSignal();
    const demoToken = await prepareCatalog(store, withDemo);
    await undoUnfinishedImports(store, 'server');
    await undoEndedCommands(store);
    if (store.path !== inMemory) upkeep = new Upkeep(store, logOf(settings));
    coverUpkeep = new CoverUpkeep({ store, settings, log: logOf(settings) });
    if (store.path !== inMemory) fileUpkeep = new FileUpkeep({ store, log: logOf(settings) });
    schedule = new BackupSchedule({ store, settings, log: logOf(settings) });
    const server = start(store, settings, isTrustedProxy);
    if (settings.rateLimit === 0 && !isLoopback(settings.host)) warnOfLimits(settings);
    const url = server.url.origin + settings.basePath;
    say(`Leitmotif ${serverVersion} serves ${store.path} at ${url}`);
    say(`Its API, with examples: ${url}/api-reference`);
    if (demoToken) say(`Try: curl -H 'Authorization: Bearer ${demoToken}' '${url}/api/artists?q=herrmann'`);
    if (hasNoUsers(store, store.reader)) say(firstSteps(settings.data, url));
    if (!stop.aborted) await once(stop, 'abort');
    await Promise.race([server.stop(), Bun.sleep(stopWithinMilliseconds)]);
    say('Leitmotif has stopped.');
  } catch (error) {
    throw isFull(error) ? diskFullAt(store.path) : error;
  } finally {
    upkeep?.stop();
    coverUpkeep?.stop();
    fileUpkeep?.stop();
    schedule?.stop();
    lock.release();
    close(store, settings);
  }
}

/** What SQLite finds wrong at the end is one line in the log, and keeps nothing from ending. */
function close(store: Store, settings: Settings): void {
  try {
    store.close();
  } catch (error) {
    logOf(settings)('database not closed', { path: store.path, error: (error as Error).message });
  }
}

function tellOfDirectory({ isNew, path }: Store, data: string): void {
  if (path === inMemory) return;
  const notes = readableNote(data);
  // What lies in a directory that is closed to others is closed to them too.
  if (notes.length > 0) notes.push(...readableNote(path));
  for (const line of isNew ? newsOf(data) : notes) say(line);
}

/** Read only where there are any: the library for them is loaded with all of node:net. */
async function readProxies({ trustedProxies }: Settings): Promise<IsTrusted | undefined> {
  return trustedProxies === '' ? undefined : (await import('../http/trusted-proxies')).trustedProxies(trustedProxies);
}

function start(store: Store, settings: GivenSettings, isTrustedProxy: IsTrusted | undefined): Bun.Server<undefined> {
  const peerAddress = (request: Request) => server.requestIP(request)?.address ?? '';
  const origin = () => server.url.origin;
  const server = listen(createApp({ store, settings, log: logOf(settings), peerAddress, origin }, isTrustedProxy).fetch, settings);
  return server;
}

function warnOfLimits(settings: Settings): void {
  const advice =
    '--rate-limit 0 also lifts the limits on sign-ins, tries of a password and registrations, for everyone who reaches this address.';
  logOf(settings)('limits are off', { host: settings.host, advice });
}

function takeLock(store: Store, directory: string): ReturnType<typeof lockForServer> {
  try {
    return lockForServer(directory);
  } catch (error) {
    store.close();
    throw isFull(error) ? diskFullAt(store.path) : error;
  }
}

/** Vocabularies are in every catalog; the demo only where it was asked for and nothing else is there. */
async function prepareCatalog(store: Store, withDemo: boolean): Promise<string | undefined> {
  if (!withDemo && !hasNoVocabularies(store)) return undefined;
  const { seedVocabularies } = await import('../import/seed');
  if (hasNoVocabularies(store)) await seedVocabularies(store);
  if (!withDemo) return undefined;
  const { prepareDemo } = await import('./demo');
  return prepareDemo(store, say);
}

/** What to do on a server that nobody can sign in to yet. The set-up code is in the log, which fewer people see. */
function firstSteps(data: string, url: string): string {
  const link = `open the link ${url}/set-up?code=… of the log (on standard error, in the line "there are no users")`;
  const overTheApi = `POST ${url}/api/users with the set-up code of that line`;
  // What is in memory is out of reach of another command.
  const command = data === inMemory ? '' : ` run leitmotif user create NAME --admin --data ${quoted(data)},`;
  return `No users yet. To make an administrator, ${link},${command} or ${overTheApi}.`;
}

// Not process.stdout, which takes a tenth of the start to come up.
const say = (line: string): void => console.log(line);
