import { afterEach, describe, expect, test } from 'bun:test';
import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createUser } from '../../src/accounts/users';
import { newKeys } from '../../src/backups/copies/encryption';
import type { ConfiguredSettings } from '../../src/config';
import { emptyFolder } from '../support/executable';
import { flip } from '../support/flip';
import { seededStore, serverOf, type TestServer } from '../support/server';
import { createStore } from '../support/store-on-disk';
import { signedIn, type Visitor } from '../support/visitor';

const password = 'correct horse battery';

const used: Disposable[] = [];
afterEach(() => {
  for (const one of used.splice(0)) one[Symbol.dispose]();
});

/** A server with files, and its administrator anna on the administration page. */
async function onDisk(settings: Partial<ConfiguredSettings> = {}) {
  const folder = emptyFolder();
  const store = createStore(folder.path);
  used.push({ [Symbol.dispose]: () => store.close() }, folder);
  const server = await serverOf(store, { data: folder.path, ...settings });
  await createUser(store, 'anna', password, 'admin');
  return { server, folder: folder.path, anna: await administering(server, 'anna') };
}

async function administering(server: TestServer, username: string): Promise<Visitor> {
  const visitor = await signedIn(server, username);
  await visitor.open('/administration/backups');
  return visitor;
}

/** Backs up and opens the page of backups again. */
async function backUp({ anna, server }: { readonly anna: Visitor; readonly server: TestServer }): Promise<void> {
  const made = () => server.logged.filter(({ event }) => event === 'backup made').length;
  const before = made();
  await anna.open('/administration/backups');
  expect((await anna.send('Back up now')).html).toContain('Backup started.');
  while (made() === before) await Bun.sleep(10);
  await anna.open('/administration/backups');
}

/** Names of the listed backups, newest first. */
const listed = ({ page }: Visitor): string[] =>
  [...page.html.matchAll(/<th scope="row" class="n" title="([^"]+)">/g)].map(([, name = '']) => name);

describe('backups on their page', () => {
  test('are made with a button, listed, downloaded, verified and deleted', async () => {
    const site = await onDisk();
    const { anna, server, folder } = site;
    expect(anna.page.text).toContain('No full backup yet. The first backup runs within a minute, the next 1 day later.');
    await backUp(site);
    expect(anna.page.text).toMatch(/The last backup is \S+ seconds? old and readable. Next backup: \d+ \S+ \d{4}, \d{1,2}:\d\d/);
    expect(anna.page.text).toMatch(
      /manual \S+ MB 0 releases, productions and artists, 0 collection entries [^,]+, \S+ UTC, OK Download Verify Delete/,
    );

    // Downloaded by administrators only.
    const [name = ''] = listed(anna);
    const address = `/administration/backups/${name}/archive`;
    expect(anna.page.html).toContain(`href="${address}"`);
    const download = await anna.open(address);
    expect([download.status, download.headers.get('cache-control'), download.headers.get('content-disposition')]).toEqual([
      200,
      'private, no-store',
      `attachment; filename="leitmotif-${name}.tar"`,
    ]);
    expect(download.html.slice(257, 262)).toBe('ustar');
    const tester = await administering(server, 'tester');
    for (const act of ['archive', 'delete']) expect((await tester.open(`/administration/backups/${name}/${act}`)).status).toBe(403);
    expect((await anna.open('/administration/backups/2020-01-01T00-00-00Z/archive')).status).toBe(404);

    // Deleted after a confirmation, except for the only good one.
    await backUp(site);
    const [newest] = listed(anna);
    await anna.open(`/administration/backups/${newest}/delete`);
    expect(anna.page.text).toMatch(/^Delete the backup of .+\? You can’t undo this\. Delete/);
    await anna.send('Delete');
    expect(anna.page.html).toContain('Backup deleted.');
    expect(listed(anna)).toEqual([name]);
    await anna.open(`/administration/backups/${name}/delete`);
    await anna.send('Delete');
    expect(anna.page.html).toContain('Not deleted:');
    expect(listed(anna)).toEqual([name]);
    expect((await anna.open('/administration/backups/nothing/delete')).status).toBe(404);

    // Verified, and found damaged.
    await anna.open('/administration/backups');
    await anna.send(`/administration/backups/${name}/verify`);
    expect(anna.page.html).toContain('Backup verified.');
    flip(join(folder, 'backups', name, 'leitmotif.db'));
    await anna.send(`/administration/backups/${name}/verify`);
    expect(anna.page.text).toContain('can’t be restored. Verification report: leitmotif.db has a wrong checksum.');
    expect(anna.page.text).toContain('No full backup yet.');
  });

  test('follow the schedule set there, and an invalid schedule is refused beside its form', async () => {
    const { server, anna } = await onDisk();
    await anna.send('Save', { backup_every: '6h', days: '3', weeks: '4', months: '12' });
    expect(anna.page.html).toContain('Settings saved.');
    expect(anna.page.text).toContain('the next 6 hours later');
    expect(server.store.reader.query('SELECT name, value FROM setting ORDER BY name').values()).toEqual([
      ['backup_every', '6h'],
      ['backup_keep', '3d,4w,12m'],
    ]);
    expect(anna.page.html).toMatch(/name="weeks"[^>]*value="4"/);
    const refused = await anna.send('Save', { backup_every: 'off', days: '0', weeks: '0', months: '0' });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('This must be days, weeks and months from 0 to 999, not all 0.');
    expect(refused.text).not.toContain('7d');
    // The fragment brings the browser back to the refused form.
    expect(refused.html).toMatch(/id="schedule"[\s\S]*action="\/administration\/settings\/schedule#schedule"/);
    expect(refused.html).toMatch(/<option value="off" selected/);
    await anna.open('/administration/backups');
    await anna.send('Save', { backup_every: 'off', days: '7', weeks: '', months: '' });
    expect(anna.page.text).toContain('Automatic backups are off.');
  });

  test('have a fixed schedule if it was given at the start', async () => {
    const { anna } = await onDisk({ backupEvery: 48, givenBy: { backupEvery: '--backup-every', backupKeep: 'LEITMOTIF_BACKUP_KEEP' } });
    const [schedule = ''] = /id="schedule"[\s\S]*?<\/section>/.exec(anna.page.html) ?? [];
    expect(schedule).not.toContain('>Save</button>');
    for (const by of ['--backup-every', 'LEITMOTIF_BACKUP_KEEP']) expect(anna.page.text).toContain(`Set by ${by} on the server.`);
    expect(anna.page.html).toMatch(/<option value="2d" selected[^>]*>2 days/);
  });

  test('are copied to a folder and encrypted as set there, and shown with how they were verified', async () => {
    const site = await onDisk();
    const { anna, folder } = site;
    using elsewhere = emptyFolder();
    await backUp(site);
    const send = (values: Record<string, string>) => anna.send('/administration/settings/copies', values);
    const target = join(elsewhere.path, 'mounted');
    const { recipient } = await newKeys();
    const mistyped = `${recipient.slice(0, -1)}${recipient.endsWith('q') ? 'p' : 'q'}`;
    expect((await send({ backup_target: target, backup_recipient: mistyped })).text).toContain('without a typing error');
    expect((await send({ backup_target: 'sftp://nas/films' })).text).toContain('This must be an address such as s3://bucket/folder');
    expect((await send({ backup_target: 's3://films', backup_recipient: '' })).text).toContain('A bucket needs an access key.');
    const link = join(elsewhere.path, 'link');
    symlinkSync(folder, link);
    for (const [place, reason] of [
      [target, 'There is no folder'],
      [join(folder, 'copies'), 'lies in the data directory'],
      [`${folder}/../${basename(folder)}/copies`, 'lies in the data directory'],
      [link, 'lies in the data directory'],
      [join(link, 'backups'), 'lies in the data directory'],
    ] as const)
      expect((await send({ backup_target: place })).text).toContain(reason);
    await anna.open('/administration/backups');
    expect(anna.page.text).not.toContain('Copy now');
    mkdirSync(target);
    await send({ backup_target: target, backup_recipient: recipient });
    // Saved again while its disk is away.
    rmSync(target, { recursive: true });
    await send({ backup_target: target, backup_recipient: recipient });
    expect(anna.page.text).toContain(`No copies at ${target}. Encrypted to ${recipient}. Keep its private key in two places`);
    const copy = async () => {
      expect((await anna.send('Copy now', { do: 'copy' })).html).toContain('Copying started.');
      while ((await anna.open('/administration/backups')).text.includes('Copying backups.')) await Bun.sleep(10);
      return anna.page.text;
    };
    expect(await copy()).toMatch(
      /Copying failed .+: There is no folder .+ Mount its disk, or create it\. The server will try again in an hour\./,
    );
    expect(anna.page.text).toContain('Needs attention: the backups.');
    mkdirSync(target);
    expect(await copy()).toMatch(/1 copy at .+ Last compared: .+ copied, read back Download Verify Delete/);
    expect(anna.page.text).not.toContain('Needs attention');
  });

  test('are impossible for a catalog in memory', async () => {
    const server = await serverOf(await seededStore());
    await createUser(server.store, 'anna', password, 'admin');
    const { page } = await administering(server, 'anna');
    expect(page.text).toContain('The catalog is in memory and can’t be backed up.');
    for (const text of ['Back up now', 'Schedule']) expect(page.html).not.toContain(text);
  });

  test('that are too old need attention, in English and German', async () => {
    // The first backup is overdue at once.
    const { anna } = await onDisk({ backupEvery: 1e-9 });
    expect(anna.page.text).toContain('Needs attention: the backups.');
    await anna.open('/appearance');
    await anna.send('Save', { language: 'de' });
    expect((await anna.open('/administration/backups')).text).toContain('Zu beachten: die Sicherungen.');
    const refused = await anna.send('Speichern', { backup_every: '1d', days: '0' });
    expect(refused.text).toContain('eine Angabe von Tagen, Wochen und Monaten von 0 bis 999, nicht alle 0');
  });
});

test('the page of health shows requests, response times, sign-ins, memory and disk space', async () => {
  const { server, anna } = await onDisk();
  await server.request('/api/token', {
    method: 'POST',
    headers: { authorization: '', 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'anna', password: 'not hers' }),
  });
  const { text } = await anna.open('/administration/health');
  expect(text).toMatch(/Requests \d+ in the last hour, \d+ since start Response times median \S+ ms, p99 \S+ ms/);
  expect(text).toContain('Problems 0 failed');
  expect(text).toContain('Sign-ins 1 since start, 1 failed');
  expect(text).toMatch(/Memory \S+ [MG]B/);
  expect(text).toMatch(/Disk \S+ \SB free/);
});
