import { describe, expect, test } from 'bun:test';
import { createUser } from '../../src/accounts/users';
import { createApp } from '../../src/app/app';
import { readSettings } from '../../src/config';
import type { Context } from '../../src/context';
import { badUsage } from '../../src/errors';
import { journaled, RunJournal } from '../../src/import/run/journal';
import { runImport } from '../../src/import/run/run';
import { musicbrainz } from '../../src/import/sources/musicbrainz';
import { ndjsonSource } from '../../src/import/sources/ndjson';
import * as documents from '../import/musicbrainz-documents';
import { emptyFolder } from '../support/executable';
import { generatedRecords } from '../support/imports';
import { seededStore, startServer } from '../support/server';
import { signedIn, Visitor } from '../support/visitor';

const password = 'correct horse battery';

/** A server with anna, who administers it and is signed in. */
async function administered(settings: Parameters<typeof startServer>[1] = {}) {
  const server = await startServer([], settings);
  await createUser(server.store, 'anna', password, 'admin');
  return { server, anna: await signedIn(server, 'anna') };
}

const shownOnce = ({ page }: Visitor): string | undefined => /<textarea id="once" readonly[^>]*>([^<]*)</.exec(page.html)?.[1];

const pathOf = (url: string | undefined): string => (url ?? '').replace('http://localhost', '').replaceAll('&amp;', '&');

const formToken = (html: string): string => /name="_token" value="([^"]+)"/.exec(html)?.[1] ?? '';

describe('the page of the server', () => {
  test('is for administrators', async () => {
    const server = await startServer();
    const tester = await signedIn(server, 'tester');
    const paths = ['/administration', '/administration/people', '/administration/imports', '/administration/people/x/disable'];
    for (const path of paths) expect((await tester.open(path)).status).toBe(403);
    expect(tester.page.text).toContain('Not allowed Only administrators of this server can open this page.');
    const token = formToken((await tester.open('/settings')).html);
    const body = new URLSearchParams({ _token: token, registration: 'open' });
    expect((await tester.post('/administration/settings', body)).status).toBe(403);
  });

  test('says how the server is', async () => {
    const { anna } = await administered();
    const { text, html } = await anna.open('/administration');
    expect(html).toContain('<a href="/administration/imports">Add records</a>');
    expect(text).toMatch(/Leitmotif \S+ on localhost, up \d/);
    expect(text).toContain('2 accounts');
    expect(text).toContain('No imports yet.');
    expect(text).not.toContain('Needs attention');
  });

  test('asks how to start while the catalog is empty, and loads the demo', async () => {
    const { server, anna } = await administered();
    expect((await anna.open('/administration')).text).toContain('How do you want to start? Look around');
    expect((await (await signedIn(server, 'tester')).open('/')).text).not.toContain('Look around');
    await anna.open('/');
    expect((await anna.send('Look around')).html).toContain('The demo catalog is loaded.');
    for (const path of ['/administration', '/']) expect((await anna.open(path)).text).not.toContain('How do you want to start?');
    expect((await server.request('/api/demo', { method: 'POST', headers: { authorization: '' } })).status).toBe(401);
  });

  test('speaks German', async () => {
    const { anna } = await administered();
    await anna.open('/appearance');
    await anna.send('Save', { language: 'de' });
    const { text } = await anna.open('/administration');
    expect(text).toContain('Server');
    expect(text).toContain('Administratoren legen Konten hier oder auf der Befehlszeile an.');
  });
});

describe('people', () => {
  test('are seen when their sessions were used, and you now, whatever of it is written', async () => {
    const { server, anna } = await administered();
    await signedIn(server, 'tester');
    const tenMinutesAgo = new Date(Date.now() - 599_000).toISOString();
    for (const table of ['token', 'token_family']) server.store.writer.run(`UPDATE ${table} SET last_used_at = ?`, [tenMinutesAgo]);
    const { text } = await anna.open('/administration');
    expect(text).toContain('anna (you) administrator now');
    expect(text).toContain('9 minutes ago');
  });

  test('get an account from an administrator, and sign in with it', async () => {
    const { server, anna } = await administered();
    await anna.open('/administration');
    const page = await anna.send('Create account', { username: 'carla', password });
    expect(page.html).toContain('Account created.');
    expect(page.text).toContain('carla');
    expect((await signedIn(server, 'carla')).redirects).toEqual(['/']);
  });

  test('are not made twice, and what was entered stays, but for the password', async () => {
    const { anna } = await administered();
    await anna.open('/administration');
    const page = await anna.send('Create account', { username: 'tester', password: 'another horse' });
    expect(page.status).toBe(422);
    expect(page.text).toContain('This name is taken.');
    expect(page.html).toContain('value="tester"');
    expect(page.html).not.toContain('another horse');
  });

  test('who are disabled are out at once, after they were asked about again', async () => {
    const { server, anna } = await administered();
    const tester = await signedIn(server, 'tester');
    await anna.open('/administration');
    const question = await anna.follow('Disable');
    expect(question.text).toStartWith('Disable tester?');
    await tester.open('/settings');
    expect(tester.redirects).toEqual([]);

    expect((await anna.send('Disable')).text).toContain('tester disabled');
    await tester.open('/settings');
    expect(tester.redirects).toEqual(['/sign-in?to=%2Fsettings']);
    const refused = await tester.send('Sign in', { username: 'tester', password });
    expect(refused.text).toContain('Wrong user name or password.');

    await anna.send('Enable');
    await tester.send('Sign in', { username: 'tester', password });
    expect(tester.path).toBe('/settings');
  });

  test('become administrators after a question, and are so at once; they become members again without one', async () => {
    const { server, anna } = await administered();
    const tester = await signedIn(server, 'tester');
    await anna.open('/administration/people?q=tester');
    const question = await anna.send('Change the role of tester', { role: 'admin' });
    expect(question.text).toStartWith('Make tester an administrator?');
    expect(question.html).toContain('href="/administration/people?q=tester#people"');
    expect((await tester.open('/administration')).status).toBe(403);
    expect((await anna.send('Make an administrator')).html).toContain('Role changed.');
    expect(anna.redirects).toEqual(['/administration/people?q=tester&said=role-set#people']);
    expect((await tester.open('/administration')).status).toBe(200);
    expect((await anna.send('Change the role of tester', { role: 'user' })).html).toContain('Role changed.');
    expect((await tester.open('/administration')).status).toBe(403);
  });

  test('keep the button that sets their role: the script that takes it away sends with every key that moves in the select', async () => {
    const { anna } = await administered();
    const { html } = await anna.open('/administration');
    const form = /<form[^>]*\/role"[\s\S]*?<\/form>/.exec(html)?.[0] ?? '';
    expect(form).toContain('<select');
    expect(form).not.toMatch(/class="[^"]*\bbar\b/);
  });

  test('that nobody knows get no role, and none is asked about', async () => {
    const { anna } = await administered();
    const path = '/administration/people/0b7e3f5c-1d2a-5c4b-9e8f-7a6b5c4d3e2f';
    const token = formToken((await anna.open('/settings')).html);
    expect((await anna.open(`${path}/role`)).status).toBe(404);
    for (const act of ['role', 'disable', 'let-in', 'reset']) {
      const answer = await anna.post(`${path}/${act}`, new URLSearchParams({ _token: token, role: 'admin' }));
      expect([act, answer.status, anna.redirects]).toEqual([act, 404, []]);
    }
  });

  test('have one administrator left, whatever is sent', async () => {
    const { anna } = await administered();
    const { html } = await anna.open('/administration');
    const me = await anna.open('/settings');
    expect(me.text).toStartWith('anna');
    const id = /\/people\/([0-9a-f-]{36})\/role/.exec(html)?.[1];
    expect(id).toBeDefined();
    const own = (await (await anna.open('/settings/data.json')).html).match(/"id": ?"(?:\/api\/users\/)?([0-9a-f-]{36})"/)?.[1] ?? '';
    expect(own).not.toBe(id);
    const body = (role: string) => new URLSearchParams({ _token: formToken(me.html), role });
    expect((await anna.post(`/administration/people/${own}/role`, body('user'))).html).toContain('This is the only administrator.');
    expect((await anna.post(`/administration/people/${own}/disable`, body(''))).html).toContain('This is the only administrator.');
    await anna.open('/settings/delete');
    expect((await anna.send('Delete account', { password })).text).toContain('You’re the only administrator.');
    expect((await anna.open('/administration')).status).toBe(200);
  });

  test('set another password by a link that is shown once', async () => {
    const { server, anna } = await administered();
    await anna.open('/administration');
    await anna.send('Reset link for tester');
    const link = pathOf(shownOnce(anna));
    expect(link).toMatch(/^\/reset-password\?code=[0-9a-f]{32}$/);
    expect(anna.redirects.join()).not.toContain('code=');
    await anna.open(anna.path);
    expect(shownOnce(anna)).toBeUndefined();

    const tester = new Visitor(server);
    await tester.open(link);
    expect((await tester.send('Set password', { password: 'short' })).text).toContain('10 to 200 characters');
    expect((await tester.send('Set password', { password: 'another correct horse' })).html).toContain('Password set.');
    await tester.send('Sign in', { username: 'tester', password: 'another correct horse' });
    expect(tester.redirects).toEqual(['/']);
    await tester.open(link);
    const again = await tester.send('Set password', { password: 'a third correct horse' });
    expect(again.text).toContain('The code is wrong, used or expired.');
  });

  test('are thirty on a page, and found by their name', async () => {
    const { server, anna } = await administered();
    for (let index = 0; index < 31; index++) await createUser(server.store, `person${index}`, password);
    expect((await anna.open('/administration')).text).toContain('All 33');
    await anna.follow('All 33');
    expect(anna.page.html.match(/<tr><th scope="row">/g)).toHaveLength(30);
    expect((await anna.open('/administration/people?page=2')).html.match(/<tr><th scope="row">/g)).toHaveLength(3);
    expect((await anna.open('/administration/people?q=person30')).html.match(/<tr><th scope="row">/g)).toHaveLength(1);
    expect((await anna.open('/administration/people?q=%3Cscript%3E')).html).not.toContain('<script>');
  }, 20_000);
});

describe('registration', () => {
  test('is closed, and says so', async () => {
    const visitor = new Visitor(await startServer());
    const page = await visitor.open('/register');
    expect(page.text).toContain('Registration is closed.');
    expect(page.html).not.toContain('name="username"');
  });

  test('takes an invitation where an administrator says so', async () => {
    const { server, anna } = await administered();
    await anna.open('/administration');
    await anna.send('/administration/settings', { registration: 'invitation' });
    const carla = new Visitor(server);
    expect((await carla.open('/register')).text).toContain('You need an invitation to register.');

    await anna.send('Invite', { note: 'Carla <b>' });
    expect(anna.page.html).toContain('Carla &lt;b>');
    const link = pathOf(shownOnce(anna));
    expect(link).toMatch(/^\/register\?invitation=[0-9a-f]{32}$/);
    await carla.open(link);
    expect((await carla.send('Create account', { username: 'x', password })).status).toBe(422);
    await carla.send('Create account', { username: 'carla', password });
    expect((await carla.open('/settings')).text).toStartWith('carla');

    const other = new Visitor(server);
    const spent = await other.open(link);
    expect(spent.status).toBe(410);
    expect(spent.text).toStartWith('Invalid invitation');
    expect(spent.html).not.toContain('name="username"');
  });

  test('leaves an invitation good that was looked at, and refuses one that somebody else used meanwhile', async () => {
    const { server, anna } = await administered({ registration: 'invitation' });
    await anna.open('/administration');
    await anna.send('Invite', { note: 'Carla' });
    const link = pathOf(shownOnce(anna));
    const [carla, other] = [new Visitor(server), new Visitor(server)];
    for (let times = 0; times < 25; times++) expect((await carla.open(link)).status).toBe(200);
    await other.open(link);
    await carla.send('Create account', { username: 'carla', password });
    expect((await carla.open('/settings')).text).toStartWith('carla');
    const refused = await other.send('Create account', { username: 'other', password });
    expect(refused.text).toContain('The invitation is wrong, used or expired.');
    for (const wrong of ['0', '%3Cb%3E', '\u0000', 'x'.repeat(2_000)])
      expect((await other.open(`/register?invitation=${wrong}`)).html).not.toContain('name="username"');
  });

  test('ends for an invitation that is withdrawn', async () => {
    const { server, anna } = await administered({ registration: 'invitation' });
    await anna.open('/administration');
    await anna.send('Invite', { note: 'Carla' });
    const link = pathOf(shownOnce(anna));
    await anna.follow('Withdraw');
    const question = anna.path;
    const again = new URLSearchParams({ _token: formToken(anna.page.html) });
    expect((await anna.send('Withdraw')).html).toContain('Invitation withdrawn.');
    expect((await anna.post(question, again)).status).toBe(404);
    expect((await new Visitor(server).open(link)).text).toStartWith('Invalid invitation');
  });

  test('is open to everybody where an administrator says so', async () => {
    const { server, anna } = await administered();
    await anna.open('/administration');
    await anna.send('/administration/settings', { registration: 'open' });
    const carla = new Visitor(server);
    await carla.open('/sign-in');
    await carla.follow('Register');
    const bad = await carla.send('Create account', { username: 'carla', password: 'short', email: 'nothing' });
    expect(bad.status).toBe(422);
    expect(bad.html).toContain('id="bad-email"');
    expect(bad.html).toContain('id="bad-password"');
    await carla.send('Create account', { username: 'carla', password, email: '' });
    expect(carla.redirects).toEqual(['/?said=registered']);
  });
});

describe('a new server', () => {
  /** A server without users, and what it wrote to its log. */
  async function unused(settings: Partial<Context['settings']> = {}) {
    const logged: Record<string, unknown>[] = [];
    const context: Context = {
      store: await seededStore(),
      settings: { ...readSettings({}, {}), ...settings },
      origin: () => 'http://localhost',
      log: (_, details = {}) => logged.push(details),
      peerAddress: () => '192.0.2.1',
    };
    const app = createApp(context);
    await new Promise(setImmediate);
    return { app, logged };
  }

  test('leads everybody to its set-up, and makes nobody an administrator without the code', async () => {
    const visitor = new Visitor(await unused());
    for (const path of ['/', '/sign-in', '/register', '/collection']) {
      await visitor.open(path);
      expect(visitor.path).toBe('/set-up');
    }
    expect(visitor.page.text).toStartWith('New catalog');
    const refused = await visitor.send('Start', { code: '0'.repeat(32), username: 'anna', password });
    expect(refused.status).toBe(422);
    expect(refused.html).toContain('id="bad-code"');
    expect(refused.html).toContain('value="anna"');
    await visitor.open('/administration');
    expect(visitor.path).toBe('/set-up');
  });

  test('names the path that it is reached below in the link', async () => {
    const { logged } = await unused({ basePath: '/music' });
    expect(logged[0]?.link).toBe(`http://localhost/music/set-up?code=${logged[0]?.setUpCode}`);
  });

  test('has its first administrator by the link in the log, who is signed in at once, and the link is void then', async () => {
    const server = await unused();
    const link = pathOf(String(server.logged[0]?.link));
    const anna = new Visitor(server);
    await anna.open(link);
    expect((await anna.send('Start', { username: 'an na', password })).html).toContain('id="bad-username"');
    const page = await anna.send('Start', { username: 'anna', password });
    expect(page.html).toContain('The server is set up.');
    expect(page.text).toContain('How do you want to start?');

    const late = new Visitor(server);
    expect((await late.open(link)).text).toStartWith('This server is already set up.');
  });
});

describe('the catalog', () => {
  test('is shown to guests where an administrator says so, and nothing else is', async () => {
    const { server, anna } = await administered();
    const guest = new Visitor(server);
    await guest.open('/artists');
    expect(guest.redirects).toEqual(['/sign-in?to=%2Fartists']);
    await anna.open('/administration');
    await anna.send('/administration/settings', { public: 'yes' });
    expect((await guest.open('/artists')).status).toBe(200);
    for (const path of ['/collection', '/settings', '/administration']) {
      await guest.open(path);
      expect(guest.path).toStartWith('/sign-in');
    }
  });

  test('is not listed by search engines unless they may', async () => {
    const { server, anna } = await administered();
    const guest = new Visitor(server);
    expect((await guest.open('/sign-in')).html).toContain('noindex');
    await anna.open('/administration');
    await anna.send('/administration/settings', { public: 'yes', indexed: 'yes' });
    expect((await guest.open('/sign-in')).html).not.toContain('noindex');
  });

  test('is refused with an error beside each field of online look-ups', async () => {
    const { anna } = await administered();
    await anna.open('/administration');
    const { status, html } = await anna.send('/administration/settings', { contact: 'nobody', discogs_token: 'a b' });
    expect(status).toBe(422);
    for (const name of ['contact', 'discogs_token']) expect(html).toMatch(new RegExp(`name="${name}"[^>]* aria-describedby="bad-${name}"`));
  });

  test('stays as the command line says, which is named', async () => {
    const { anna } = await administered({ catalogVisibility: 'private', givenBy: { catalogVisibility: '--catalog-visibility' } } as never);
    const page = await anna.open('/administration');
    expect(page.text).toContain('Set by --catalog-visibility on the server.');
    expect(page.html).toMatch(/name="public" value="yes" disabled/);
    await anna.send('/administration/settings', { public: 'yes', registration: 'open' });
    expect(anna.page.html).toContain('Settings saved.');
    expect(anna.page.html).toMatch(/value="open" checked/);
  });
});

describe('imports', () => {
  test('are told of on every page of an administrator while they run, and with their report afterwards', async () => {
    const { server, anna } = await administered();
    using folder = emptyFolder();
    const file = `${folder.path}/records.jsonl`;
    const bad = '{"type":"Artist","id":"/api/artists/nobody","attributes":{}}\n';
    await Bun.write(file, generatedRecords(50) + bad);
    const journal = new RunJournal(server.store, { source: 'ndjson', inputs: [file] });
    expect((await anna.open('/settings')).html).toContain('Import running: Records');
    expect((await (await signedIn(server, 'tester')).open('/settings')).html).not.toContain('An import is running');

    const run = () => runImport(server.store, ndjsonSource([file]), { journal, maxRejects: 100 });
    await journaled(journal, run, ({ ending }) => ending);
    const list = await anna.open('/administration/imports');
    expect(list.html).not.toContain('An import is running');
    expect(list.text).toMatch(/Records .* 50 0 1 done in/);
    await anna.follow('Records');
    expect(anna.page.text).toContain(file);
    expect(anna.page.text).toContain('line 51');
    expect(anna.page.text).toMatch(/Artist 20/);

    const [artist] = (await Bun.file(file).text())
      .split('\n')
      .map((line) => line && JSON.parse(line))
      .filter(({ type }) => type === 'Artist');
    const link = { provider: 'wikidata', external_id: 'Q1', url: 'https://www.wikidata.org/wiki/Q1' };
    const changed = [
      { ...artist, attributes: { ...artist.attributes, name: 'Ada Lark' } },
      { type: 'ArtistExternalLink', id: `${artist.id}/external-links/0b7e3f5c-1d2a-5c4b-9e8f-00000000000f`, attributes: link },
    ];
    await Bun.write(file, changed.map((record) => JSON.stringify(record)).join('\n'));
    const again = new RunJournal(server.store, { source: 'ndjson', inputs: [file] });
    const rerun = async () => {
      const report = await runImport(server.store, ndjsonSource([file]), { journal: again, maxRejects: 0 });
      again.round(report);
      return report;
    };
    await journaled(again, rerun, ({ ending }) => ending);
    await anna.open('/administration/imports');
    await anna.follow('Records');
    expect(anna.page.text).toMatch(/Artist link 1 .*Changed: artist Ada Lark/);
    expect(anna.page.text).not.toContain('/api/');
  });

  test('tell of documents that are deferred until something refers to them', async () => {
    const { server, anna } = await administered();
    using folder = emptyFolder();
    const file = `${folder.path}/artist.jsonl`;
    await Bun.write(file, [documents.composer, documents.stranger].map((one) => JSON.stringify(one)).join('\n'));
    const journal = new RunJournal(server.store, { source: 'musicbrainz', inputs: [file] });
    const run = () => runImport(server.store, musicbrainz([file], { includeNoncommercial: false }), { journal, maxRejects: 0 });
    await journaled(journal, run, ({ ending }) => ending);
    await anna.open('/administration/imports');
    await anna.follow('MusicBrainz');
    expect(anna.page.text).toContain('Deferred until referenced 2 documents');
  });

  test('that failed are something to look at', async () => {
    const { server, anna } = await administered();
    const journal = new RunJournal(server.store, { source: 'mirror', inputs: ['https://other.example'] });
    const failing = journaled(
      journal,
      () => Promise.reject(badUsage('a <b>fault</b>')),
      () => 'done',
    );
    await failing.catch(() => undefined);
    expect((await anna.open('/administration')).text).toContain('Needs attention');
    await anna.open('/administration/imports');
    await anna.follow('Mirror');
    expect(anna.page.html).toContain('&lt;b>');
    expect(anna.page.text).toContain('failed');
  });

  test('that nobody knows of are not there', async () => {
    const { anna } = await administered();
    expect((await anna.open('/administration/imports/0b7e3f5c-1d2a-5c4b-9e8f-7a6b5c4d3e2f')).status).toBe(404);
    expect((await anna.open('/administration/imports/nothing')).status).toBe(404);
  });
});
