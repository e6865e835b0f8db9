import { afterAll, beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { Sessions } from '../../src/accounts/sessions/sessions';
import { changeAccountStatus, getUser } from '../../src/accounts/users/users';
import type { PageEntry } from '../../src/website/http/page';
import { pages } from '../../src/website/routes';
import { EditorOf } from '../support/edited-server';
import { folderOfTests } from '../support/executable';
import { administratorOf, holdBody, type Person } from '../support/held-bodies';
import { png } from '../support/pictures';
import { demoStore, liveOf, serverOf, type TestServer } from '../support/server';
import { plainExamples } from '../support/site-map';
import { openFileCopy } from '../support/store-on-disk';
import { attributeOf, fieldsOf, Visitor } from '../support/visitor';

let server: TestServer;
const data = join(folderOfTests(), 'data');

type Fetch = TestServer['app']['fetch'];

function visitorOf({ session }: Person, fetch: Fetch = server.app.fetch): Visitor {
  const visitor = new Visitor({ app: { fetch } } as Pick<TestServer, 'app'>);
  visitor.cookies.set('leitmotif-session', session);
  return visitor;
}

interface Form {
  readonly path: string;
  readonly action: string;
  readonly html: string;
}

const formsOn = ({ path, page }: Visitor): Form[] =>
  [...page.html.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/g)].flatMap(([, attributes = '', html = '']) =>
    attributeOf(attributes, 'method') === 'post' ? [{ path, action: attributeOf(attributes, 'action') ?? path, html }] : [],
  );

const fits = ({ path }: PageEntry, action: string): boolean =>
  new RegExp(`^${path.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+')}$`).test(new URL(action, 'http://localhost').pathname);

/** A form for each page that takes one, found by following links. */
async function findForms(visitor: Visitor, addresses: string[]): Promise<Map<PageEntry, Form>> {
  const found = new Map<PageEntry, Form>();
  const opened = new Set<PageEntry>();
  const entryOf = (address: string) => pages.find((entry) => fits(entry, address));
  for (const address of addresses) {
    const entry = entryOf(address);
    if (!entry || opened.has(entry)) continue;
    opened.add(entry);
    await visitor.open(address);
    for (const form of formsOn(visitor)) {
      const target = entryOf(form.action);
      if (target && !found.has(target)) found.set(target, form);
    }
    addresses.push(...[...visitor.page.html.matchAll(/href="(\/[^"#]*)/g)].map(([, href = '']) => href.replaceAll('&amp;', '&')));
  }
  return found;
}

/** Pages that show a form only to visitors, for a record without a change, or after a step that this test does not take. */
const withoutForms = [
  '/',
  '/administration/backups/:name/delete',
  '/administration/backups/:name/verify',
  '/administration/imports/:id/cancel',
  '/administration/imports/:id/resume',
  '/administration/imports/files/:name/delete',
  // Offered where there is a mail server.
  '/administration/mail-test',
  '/administration/people/:id/let-in',
  '/administration/people/:id/second-factor',
  '/administration/sign-in',
  '/albums/:slug/history',
  '/api-reference/:resource/:operation',
  '/artists/:slug/history',
  '/collection/complete',
  '/collection/complete/review',
  '/collection/edit',
  '/collection/import/online',
  '/duplicates',
  // Offered where there is a mail server.
  '/forgot-password',
  '/franchises/:slug/history',
  '/labels/:slug/history',
  '/labels/:slug/series/:series/history',
  '/organizations/:slug/history',
  '/productions/:slug/history',
  '/register',
  '/releases/:slug/find',
  '/releases/:slug/history',
  '/releases/add/tracks',
  '/roles/:slug/history',
  '/set-up',
  '/settings/credentials/:id',
  '/settings/credentials/:id/codes',
  '/settings/credentials/:id/remove',
  '/settings/sessions/:id',
  // Its form is that of a visitor, who has no rights.
  '/shared/:secret',
  '/sign-in/code',
  '/sign-in/passkey',
  '/sign-in/provider/link',
  '/unreviewed',
  '/works/:slug/history',
];

/** Need no rights. */
const ofEveryone = ['/appearance', '/reset-password', '/sign-out'];

let person: Person;
let forms: ReadonlyMap<PageEntry, Form>;

beforeAll(async () => {
  server = await serverOf(openFileCopy(data, await demoStore()), { data, rateLimit: 0 });
  person = await administratorOf(server);
  // The last administrator could not be disabled.
  await administratorOf(server);
  const editor = new EditorOf(server, person.session);
  const {
    data: [release],
  } = await server.read('/api/releases?itemsPerPage=1');
  const label = (await server.read('/api/labels?name=Varèse')).data[0];
  const [series] = (await server.read(`${label.id}/series`)).data;
  const of = { release: { id: release.attributes._id } };
  const [copy = ''] = await Promise.all([
    editor.make('CollectionItem', '/api/users/me/collection', of),
    editor.make('WishlistItem', '/api/users/me/wishlist', of),
    editor.make('Invitation', '/api/invitations', {}),
    editor.make('ApiToken', '/api/users/me/tokens', { name: 'phone' }),
    editor.make('Share', '/api/users/me/shares', { title: 'Birthday' }),
    editor.make('Webhook', '/api/users/me/webhooks', { name: 'Phone', url: 'https://localhost/', events: ['item.added'] }),
    editor.make('Webhook', '/api/webhooks', { name: 'Phone', url: 'https://localhost/', events: ['record.created'] }),
    editor.make('Artist', '/api/artists', { name: 'Held Artist', _type: 'person' }),
    // Nothing refers to these, so that they can be deleted.
    editor.make('Album', '/api/albums', { title: 'Held Album' }),
    editor.make('Label', '/api/labels', { name: 'Held Label' }),
    editor.make('Franchise', '/api/franchises', { name: 'Held Franchise' }),
    editor.make('Work', '/api/works', { title: 'Held Work' }),
  ]);
  await editor.make('Loan', '/api/users/me/loans', { borrower: 'Ben', item: { id: copy } });
  const headers = { authorization: `Bearer ${person.session}`, 'content-type': 'image/png' };
  await server.request(`${copy}/photos`, { method: 'POST', headers, body: new Uint8Array(png(8, 8)) });
  const unused = ['artists/held-artist', 'albums/held-album', 'labels/held-label', 'franchises/held-franchise', 'works/held-work'];
  forms = await findForms(visitorOf(person), [
    `/collection?edit=${copy.slice(-36)}`,
    ...unused.map((address) => `/${address}/delete`),
    ...pages.flatMap(({ path }) => plainExamples[path] ?? (path.includes(':') ? [] : path)).flat(),
    `/labels/${label.attributes.slug}/series/${series.attributes.slug}`,
    `/collection/items/${copy.slice(-36)}?remove=yes`,
    '/labels/intrada-records/series/special-collection/completeness',
  ]);
});
afterAll(() => server.store.close());

test('every page that takes a form has one in this test', async () => {
  const taking = await Promise.all(pages.map(async (entry) => ((await entry.load()).post ? [entry] : [])));
  const missing = taking.flat().filter((entry) => !forms.has(entry));
  expect(missing.map(({ path }) => path).toSorted()).toEqual(withoutForms);
});

const changes = () => server.store.writer.query('SELECT total_changes() AS changes').values();

/** Opens the page of a form in a new session, and sends the form with the given fetch. */
async function send(form: Form, fetch?: Fetch) {
  const { session_token: session } = await new Sessions(server.store).issue(person.key, { address: '192.0.2.1', userAgent: null });
  const visitor = visitorOf({ ...person, session }, (request) =>
    request.method === 'POST' && fetch ? fetch(request) : server.app.fetch(request),
  );
  await visitor.open(form.path);
  const [shown] = formsOn(visitor).filter(({ action }) => action === form.action);
  await visitor.post(form.action, fieldsOf((shown ?? form).html));
  return visitor;
}

const status = (change: Parameters<typeof changeAccountStatus>[2]) =>
  changeAccountStatus(server.store, getUser(server.store, person.name), change, liveOf(server.store));

test.each([
  ['signs out', () => new Sessions(server.store).endOthers(person.key, undefined), () => {}],
  ['is disabled', () => status({ isDisabled: true }), () => status({ isDisabled: false })],
  ['loses a role', () => status({ role: 'user' }), () => status({ role: 'admin' })],
] as const)(
  'no form writes anything if its sender %s before it has arrived',
  async (what, end, restore) => {
    expect(forms.size).toBeGreaterThan(60);
    const isOnlyDemoted = what === 'loses a role';
    for (const [{ path, access }, form] of forms) {
      if (ofEveryone.includes(path) || (isOnlyDemoted && access !== 'admin' && access !== 'editor')) continue;
      let before: ReturnType<typeof changes> = [];
      const visitor = await send(form, async (request) =>
        holdBody(server, request, await request.bytes(), async () => {
          await end();
          before = changes();
        }),
      );
      expect([path, changes()]).toEqual([path, before]);
      // 422 for what is missing in the form itself. A reader's edit form is compared with another version of the record.
      if (!isOnlyDemoted) expect([path, [403, 422].includes(visitor.page.status)]).toEqual([path, true]);
      await restore();
    }
  },
  120_000,
);

test('many of these forms write as they are if they arrive at once', async () => {
  const writing: string[] = [];
  for (const [{ path }, form] of forms) {
    let before: ReturnType<typeof changes> = [];
    await send(form, (request) => {
      before = changes();
      return server.app.fetch(request);
    });
    if (JSON.stringify(before) !== JSON.stringify(changes())) writing.push(path);
  }
  expect(writing.length).toBeGreaterThan(20);
}, 120_000);
