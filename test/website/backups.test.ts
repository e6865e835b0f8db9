import { afterEach, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { createUser } from '../../src/accounts/users';
import type { ConfiguredSettings } from '../../src/config';
import { openStore } from '../../src/store/database/open';
import { emptyFolder } from '../support/executable';
import { flip } from '../support/flip';
import { seededStore, serverOf, type TestServer } from '../support/server';
import { signedIn, type Visitor } from '../support/visitor';

// Backups as administrators meet them on the page of the server, without scripts.

const password = 'correct horse battery';

const used: Disposable[] = [];
afterEach(() => {
  for (const one of used.splice(0)) one[Symbol.dispose]();
});

/** The page of a server on a disk, as anna sees it, who administers it. */
async function onDisk(settings: Partial<ConfiguredSettings> = {}) {
  const folder = emptyFolder();
  const store = openStore(folder.path, { mayCreate: true });
  used.push({ [Symbol.dispose]: () => store.close() }, folder);
  const server = await serverOf(store, { data: folder.path, ...settings });
  await createUser(store, 'anna', password, 'admin');
  return { server, folder: folder.path, anna: await administering(server, 'anna') };
}

async function administering(server: TestServer, username: string): Promise<Visitor> {
  const visitor = await signedIn(server, username);
  await visitor.open('/administration');
  return visitor;
}

async function make(anna: Visitor): Promise<void> {
  await anna.send('Back up now');
  while ((await anna.open('/administration')).text.includes('Backup in progress.')) await Bun.sleep(20);
}

/** The names of those that are listed, the newest first. */
const listed = ({ page }: Visitor): string[] =>
  [...page.html.matchAll(/<th scope="row" class="n" title="([^"]+)">/g)].map(([, name = '']) => name);

describe('backups on the page of the server', () => {
  test('are made with a button, and listed with what they hold', async () => {
    const { anna } = await onDisk();
    expect(anna.page.text).toContain('No full backup yet. The first backup runs within a minute, the next 1 day later.');
    await anna.send('Back up now');
    expect(anna.page.html).toContain('Backup started.');
    while ((await anna.open('/administration')).text.includes('Backup in progress.')) await Bun.sleep(20);
    expect(anna.page.text).toMatch(/The last backup is \S+ seconds? old and readable. Next backup: \d+ \S+ \d{4}, \d{1,2}:\d\d/);
    expect(anna.page.text).toMatch(/manual \S+ MB 0 records, 0 copies [^,]+, \S+ UTC, OK Download Verify Delete/);
  });

  test('are downloaded as they are, from a page that only administrators reach', async () => {
    const { server, anna } = await onDisk();
    await make(anna);
    const [name] = listed(anna);
    const address = `/administration/backups/${name}/archive`;
    expect(anna.page.html).toContain(`href="${address}"`);
    const taken = await anna.open(address);
    expect([taken.status, taken.headers.get('cache-control'), taken.headers.get('content-disposition')]).toEqual([
      200,
      'private, no-store',
      `attachment; filename="leitmotif-${name}.tar"`,
    ]);
    expect(taken.html.slice(257, 262)).toBe('ustar');
    const tester = await administering(server, 'tester');
    for (const act of ['archive', 'delete']) expect((await tester.open(`/administration/backups/${name}/${act}`)).status).toBe(403);
    expect((await anna.open('/administration/backups/2020-01-01T00-00-00Z/archive')).status).toBe(404);
  });

  test('are read whole with a button, and one that was damaged since is said to be', async () => {
    const { anna, folder } = await onDisk();
    await make(anna);
    const [name = ''] = listed(anna);
    await anna.send(`/administration/backups/${name}/verify`);
    expect(anna.page.html).toContain('Backup verified.');
    flip(join(folder, 'backups', name, 'leitmotif.db'));
    await anna.send(`/administration/backups/${name}/verify`);
    expect(anna.page.text).toContain('can’t be restored. Verification report: leitmotif.db has a wrong checksum.');
    expect(anna.page.text).toContain('No full backup yet.');
  });

  test('are deleted after a question, but for the only good one', async () => {
    const { anna } = await onDisk();
    await make(anna);
    await make(anna);
    const [newest, oldest] = listed(anna);
    await anna.open(`/administration/backups/${newest}/delete`);
    expect(anna.page.text).toMatch(/^Delete the backup of .+\? You can’t undo this\. Delete/);
    await anna.send('Delete');
    expect(anna.page.html).toContain('Backup deleted.');
    expect(listed(anna)).toEqual([oldest as string]);
    await anna.open(`/administration/backups/${oldest}/delete`);
    await anna.send('Delete');
    expect(anna.page.html).toContain('Not deleted:');
    expect(listed(anna)).toEqual([oldest as string]);
    expect((await anna.open('/administration/backups/nothing/delete')).status).toBe(404);
  });

  test('come as the schedule says that is set there, and what cannot be is said', async () => {
    const { server, anna } = await onDisk();
    await anna.send('Save schedule', { every: '6h', days: '3', weeks: '4', months: '12' });
    expect(anna.page.html).toContain('Schedule saved.');
    expect(anna.page.text).toContain('the next 6 hours later');
    expect(server.store.reader.query('SELECT name, value FROM setting ORDER BY name').values()).toEqual([
      ['backup_every', '6h'],
      ['backup_keep', '3d,4w,12m'],
    ]);
    expect(anna.page.html).toMatch(/name="weeks"[^>]*value="4"/);
    const refused = await anna.send('Save schedule', { every: 'off', days: '0', weeks: '0', months: '0' });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('This must be days, weeks and months from 0 to 999, not all 0.');
    expect(refused.text).not.toContain('7d');
    // The browser goes to the form that was refused, not to the top of the page.
    expect(refused.html).toMatch(/<details id="schedule" open[\s\S]*action="\/administration\/backups\/schedule#schedule"/);
    expect(refused.html).toMatch(/<option value="off" selected/);
    await anna.open('/administration');
    await anna.send('Save schedule', { every: 'off', days: '7', weeks: '', months: '' });
    expect(anna.page.text).toContain('Automatic backups are off.');
  });

  test('have a schedule that stays where the server was started with it', async () => {
    const { anna } = await onDisk({ backupEvery: 48, givenBy: { backupEvery: '--backup-every', backupKeep: 'LEITMOTIF_BACKUP_KEEP' } });
    expect(anna.page.html).not.toContain('Save schedule');
    for (const by of ['--backup-every', 'LEITMOTIF_BACKUP_KEEP']) expect(anna.page.text).toContain(`Set by ${by} on the server.`);
    expect(anna.page.html).toMatch(/<option value="2d" selected[^>]*>2 days/);
  });

  test('are none of a catalog in memory', async () => {
    const server = await serverOf(await seededStore());
    await createUser(server.store, 'anna', password, 'admin');
    const { page } = await administering(server, 'anna');
    expect(page.text).toContain('The catalog is in memory and can’t be backed up.');
    expect(page.html).not.toContain('/administration/backups');
  });

  test('that are too old are what is to be looked at, in German too', async () => {
    // A schedule whose time is over at once.
    const { anna } = await onDisk({ backupEvery: 1e-9 });
    expect(anna.page.text).toContain('Needs attention: the last backup is too old.');
    await anna.open('/appearance');
    await anna.send('Save', { language: 'de' });
    expect((await anna.open('/administration')).text).toContain('Zu beachten: Die letzte Sicherung ist zu alt.');
    const refused = await anna.send('Zeitplan speichern', { every: '1d', days: '0' });
    expect(refused.text).toContain('eine Angabe von Tagen, Wochen und Monaten von 0 bis 999, nicht alle 0');
  });
});

describe('what the server does', () => {
  test('is said on its page: requests and how fast they were, sign-ins, memory, the write-ahead log', async () => {
    const { server, anna } = await onDisk();
    await server.request('/api/token', {
      method: 'POST',
      headers: { authorization: '', 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'anna', password: 'not hers' }),
    });
    const { text } = await anna.open('/administration');
    expect(text).toMatch(/Requests \d+ in the last hour, \d+ since start Response times median \S+ ms, p99 \S+ ms/);
    expect(text).toContain('Problems 0 failed');
    expect(text).toContain('Sign-ins 1 since start, 1 failed');
    expect(text).toMatch(/Memory \S+ [MG]B/);
    expect(text).toMatch(/Disk \S+ \SB free/);
  });
});
