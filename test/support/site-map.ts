// Pages refer to kinds, which must be declared first.
import '../../src/catalog';
import type { PageEntry } from '../../src/website/http/page';
import { pages } from '../../src/website/routes';
import { Authenticator } from './authenticator';
import { png } from './pictures';
import { type Site, tokenFor } from './site';

/** A page of the site map, at an address with demo content. */
export interface Example {
  readonly entry: PageEntry;
  readonly path: string;
}

/** Pages for anonymous visitors only. */
const doors = ['/shared/:secret', '/sign-in', '/register', '/set-up', '/reset-password', '/forgot-password'];

/** Responses other than HTML pages, with their media types. */
export const files: Readonly<Record<string, RegExp>> = {
  '/search/suggestions': /^text\/html/,
  '/names/:kind': /^text\/html/,
  '/shop/answer': /^text\/html/,
  '/shop/shelf.json': /^application\/json/,
  '/shop/standings': /^application\/json/,
  '/service-worker.js': /^text\/javascript/,
  '/releases.atom': /^application\/atom\+xml/,
  '/sleeves/:file': /^image\/svg\+xml/,
  '/covers/:release/:file': /^image\/webp/,
  '/shop/covers/:id': /^image\/svg\+xml/,
  '/shop/pictures/:id/:picture': /^image\/svg\+xml/,
  '/collection/value.csv': /^text\/csv/,
  '/collection/:file': /^text\/csv/,
  '/wishlist/:file': /^application\/json/,
  '/settings/data.json': /^application\/json/,
  '/settings/photos.tar': /^application\/x-tar/,
  '/administration/backups/:name/archive': /^application\/x-tar/,
  '/opensearch.xml': /^application\/opensearchdescription\+xml/,
  '/manifest.webmanifest': /^application\/manifest\+json/,
  '/robots.txt': /^text\/plain/,
  '/sitemap.xml': /^application\/xml/,
  '/sitemap/:part': /^application\/xml/,
};

export const leadsOn: Readonly<Record<string, string>> = {
  '/collection/loans/:id': '/collection/loans',
  '/wishlist/items/:id': '/wishlist',
  // Where nothing is left to review.
  '/collection/complete/review': '/collection/complete',
  // Without a mail server.
  '/forgot-password': '/sign-in',
};

/** Pages that exist only after an action, covered by its tests. */
const passing = [
  '/collection/import/left-out.csv',
  '/collection/import/online',
  '/collection/items/:id/photos',
  '/collection/items/:id/photos/:photo',
  '/collection/items/:id/photos/:photo/:file',
  '/shared/:secret/covers/:id',
  // At localhost or over HTTPS only.
  ...['/settings/credentials/options', '/sign-in/passkey'],
  // With a provider only.
  ...['/sign-in/provider', '/sign-in/provider/callback', '/sign-in/provider/sign-out'],
];

/** Visitor of an example: anonymous, collector, or administrator with edit rights. */
export type Audience = 'nobody' | 'user' | 'admin';

export const audienceOf = ({ path, access }: PageEntry): Audience =>
  doors.includes(path) ? 'nobody' : access === 'admin' || access === 'editor' ? 'admin' : 'user';

/** Every page; one without an example is a fault. */
export async function examplesOf(site: Site): Promise<readonly Example[]> {
  const known: Readonly<Record<string, string | readonly string[]>> = { ...plainExamples, ...(await examplesWithIds(site)) };
  const examples: Example[] = [];
  for (const entry of pages) {
    if (passing.includes(entry.path) || !(await entry.load()).get) continue;
    const paths = known[entry.path] ?? (entry.path.includes(':') ? undefined : entry.path);
    if (paths === undefined) throw new Error(`${entry.path} is on the site map and has no example.`);
    for (const path of [paths].flat()) examples.push({ entry, path });
  }
  return examples;
}

export const plainExamples: Readonly<Record<string, string | readonly string[]>> = {
  '/search': ['/search?q=blade+runner', '/search?q=qqqqqqqq', '/search'],
  '/search/suggestions': '/search/suggestions?q=herr',
  '/settings/security': ['/settings/security', '/settings/security?app=set-up'],
  '/duplicates': ['/duplicates', '/duplicates?kind=labels', '/duplicates?kind=settled'],
  '/albums': ['/albums', '/albums?decade=1990'],
  '/albums/by/:facet': '/albums/by/director',
  '/albums/:slug': ['/albums/blade-runner', '/albums/blade-runner?a=blade-runner-trilogy-25th-anniversary&b=blade-runner'],
  '/releases': ['/releases', '/releases?decade=1980&page=1'],
  '/releases/by/:facet': '/releases/by/label',
  '/releases/:slug': [
    '/releases/immortal',
    '/releases/blade-runner-trilogy-25th-anniversary',
    '/releases/final-fantasy-vi-original-sound-version',
  ],
  '/releases/:slug/edit': ['/releases/immortal/edit', '/releases/blade-runner-trilogy-25th-anniversary/edit'],
  '/releases/:slug/find': '/releases/immortal/find',
  '/releases/:slug/delete': '/releases/immortal/delete',
  '/releases/:slug/merge': '/releases/immortal/merge',
  '/releases/:slug/update': '/releases/immortal/update',
  '/names/:kind': '/names/artist?q=herr',
  '/productions/by/:facet': '/productions/by/country',
  '/productions/:slug': ['/productions/psycho', '/productions/blade-runner'],
  '/albums/:slug/history': '/albums/blade-runner/history',
  '/albums/:slug/completeness': '/albums/blade-runner/completeness',
  '/artists/:slug/completeness': ['/artists/bernard-herrmann/completeness', '/artists/alfred-hitchcock/completeness'],
  '/labels/:slug/completeness': '/labels/intrada-records/completeness',
  '/labels/:slug/series/:series/completeness': '/labels/intrada-records/series/special-collection/completeness',
  '/franchises/:slug/completeness': '/franchises/james-bond/completeness',
  '/organizations/:slug/completeness': '/organizations/ardent-music-llc/completeness',
  '/organizations/by/:facet': '/organizations/by/type',
  '/works/:slug/completeness': '/works/love-theme-from-chinatown/completeness',
  '/releases/:slug/history': '/releases/immortal/history',
  '/productions/:slug/history': '/productions/psycho/history',
  '/artists/:slug/history': '/artists/bernard-herrmann/history',
  '/labels/:slug/history': '/labels/20th-century-fox-records/history',
  '/organizations/:slug/history': '/organizations/abbey-road-studios/history',
  '/works/:slug/history': '/works/love-theme-from-chinatown/history',
  '/franchises/:slug/history': '/franchises/james-bond/history',
  '/roles/:slug/history': '/roles/composer/history',
  '/artists/by/:facet': '/artists/by/country',
  '/artists/:slug': ['/artists/bernard-herrmann', '/artists/alfred-hitchcock', '/artists/abba', '/artists/kermit-the-frog'],
  '/artists/:slug/edit': '/artists/bernard-herrmann/edit',
  '/artists/:slug/delete': '/artists/bernard-herrmann/delete',
  '/artists/:slug/update': '/artists/bernard-herrmann/update',
  '/productions/:slug/update': '/productions/psycho/update',
  '/artists/:slug/merge': '/artists/bernard-herrmann/merge',
  '/albums/:slug/edit': '/albums/blade-runner/edit',
  '/albums/:slug/delete': '/albums/blade-runner/delete',
  '/albums/:slug/merge': '/albums/blade-runner/merge',
  '/productions/:slug/edit': '/productions/psycho/edit',
  '/productions/:slug/delete': '/productions/psycho/delete',
  '/productions/:slug/merge': '/productions/psycho/merge',
  '/labels/:slug/edit': '/labels/20th-century-fox-records/edit',
  '/labels/:slug/delete': '/labels/20th-century-fox-records/delete',
  '/labels/:slug/merge': '/labels/20th-century-fox-records/merge',
  '/organizations/:slug/edit': '/organizations/abbey-road-studios/edit',
  '/works/:slug/edit': '/works/love-theme-from-chinatown/edit',
  '/franchises/:slug/edit': '/franchises/james-bond/edit',
  '/organizations/:slug/delete': '/organizations/abbey-road-studios/delete',
  '/works/:slug/delete': '/works/love-theme-from-chinatown/delete',
  '/franchises/:slug/delete': '/franchises/james-bond/delete',
  '/organizations/:slug/merge': '/organizations/abbey-road-studios/merge',
  '/works/:slug/merge': '/works/love-theme-from-chinatown/merge',
  '/franchises/:slug/merge': '/franchises/james-bond/merge',
  '/roles/:slug/edit': '/roles/composer/edit',
  '/roles/:slug/delete': '/roles/composer/delete',
  '/roles/:slug/merge': '/roles/composer/merge',
  '/labels/:slug/series/add': '/labels/20th-century-fox-records/series/add',
  '/labels/by/:facet': '/labels/by/country',
  '/labels/:slug': '/labels/20th-century-fox-records',
  '/organizations/:slug': '/organizations/abbey-road-studios',
  '/works/:slug': '/works/love-theme-from-chinatown',
  '/franchises/:slug': '/franchises/james-bond',
  '/roles/:slug': '/roles/composer',
  '/collection': ['/collection', '/collection?view=shelf'],
  '/collection/:file': '/collection/export.csv',
  '/wishlist/:file': '/wishlist/export.json',
  '/shop': ['/shop', '/shop?code=028944829525'],
  '/shop/answer': '/shop/answer?code=028944829525',
  '/docs/:chapter': ['/docs/operating', '/docs/records'],
  '/api-reference/:resource': '/api-reference/artists',
  '/api-reference/:resource/:operation': '/api-reference/artists/list-artists',
  '/sitemap/:part': '/sitemap/releases-1.xml',
};

interface Listed {
  readonly data: readonly { readonly attributes: { readonly _id: string; readonly slug: string; readonly username: string } }[];
}

interface MadeBackups {
  readonly data: { readonly attributes: { readonly backups: readonly { readonly name: string }[] } };
}

interface MadeCover {
  readonly data: { readonly attributes: { readonly url96: string } };
}

/** Sets the cover of a release and returns one of its files. */
async function coverOf(site: Site, token: string, release: string): Promise<string> {
  const address = `/api/releases/${release}/cover`;
  const headers = { 'content-type': 'image/png' };
  const { data } = await site.api<MadeCover>(token, address, { method: 'PUT', headers, body: new Uint8Array(png(5, 5)) });
  return `${new URL(data.attributes.url96, site.url).searchParams.get('hash')}.96.webp`;
}

async function backupOf(site: Site, token: string): Promise<string> {
  const { exitCode, stderr } = await site.command('backup', 'create');
  if (exitCode !== 0) throw new Error(stderr);
  const { data } = await site.api<MadeBackups>(token, '/api/backups');
  const [newest] = data.attributes.backups;
  if (!newest) throw new Error('There is no backup.');
  return newest.name;
}

/** UUID of a new passkey of a token's user. */
async function passkeyOf(site: Site, token: string): Promise<string> {
  const { host, origin } = new URL(site.url.replace('127.0.0.1', 'localhost'));
  const post = <T>(path: string, body?: object) =>
    site.api<T>(token, path, { method: 'POST', headers: { host }, ...(body && { body: JSON.stringify(body) }) });
  const credential = new Authenticator(origin).create(await post('/api/users/me/passkey-options'));
  const data = { type: 'Credential', attributes: { credential } };
  return (await post<{ data: { attributes: { _id: string } } }>('/api/users/me/credentials', { data })).data.attributes._id;
}

/** Records without a slug, or created by each site. */
async function examplesWithIds(site: Site): Promise<Readonly<Record<string, string | readonly string[]>>> {
  const [token, adminToken] = await Promise.all([tokenFor(site, site.demoUser), tokenFor(site, site.administrator)]);
  const list = async (path: string, asked = token) => (await site.api<Listed>(asked, path)).data.map(({ attributes }) => attributes);
  const first = async (path: string, asked = token) => {
    const [attributes] = await list(path, asked);
    if (!attributes) throw new Error(`${path} is empty.`);
    return attributes;
  };
  await site.api(adminToken, '/api/invitations', {
    method: 'POST',
    body: JSON.stringify({ data: { type: 'Invitation', attributes: {} } }),
  });
  const [copy, wish, apiToken, session, run, invitation, label, release, people] = await Promise.all([
    first('/api/users/me/collection'),
    first('/api/users/me/wishlist'),
    first('/api/users/me/tokens'),
    first('/api/users/me/sessions'),
    first('/api/imports', adminToken),
    first('/api/invitations', adminToken),
    first('/api/labels?name=Varèse'),
    first('/api/releases?barcode=0886979939424'),
    list('/api/users', adminToken),
  ]);
  const loanOf = { type: 'Loan', attributes: { borrower: 'Ben', due_on: '2999-12-31', item: { id: copy._id } } };
  const { data: loan } = await site.api<{ data: Listed['data'][number] }>(token, '/api/users/me/loans', {
    method: 'POST',
    body: JSON.stringify({ data: loanOf }),
  });
  const { data: share } = await site.api<{ data: { attributes: { _id: string; url: string } } }>(token, '/api/users/me/shares', {
    method: 'POST',
    body: JSON.stringify({ data: { type: 'Share', attributes: { title: 'Birthday', shown: ['prices', 'notes', 'priority'] } } }),
  });
  const webhook = async (path: string, owner: string, event: string) =>
    (
      await site.api<{ data: { attributes: { _id: string } } }>(owner, path, {
        method: 'POST',
        body: JSON.stringify({ data: { type: 'Webhook', attributes: { name: 'Phone', url: 'https://localhost/hook', events: [event] } } }),
      })
    ).data.attributes._id;
  const [ofLists, ofCatalog] = [
    await webhook('/api/users/me/webhooks', token, 'item.added'),
    await webhook('/api/webhooks', adminToken, 'record.created'),
  ];
  const cover = await coverOf(site, adminToken, release._id);
  const series = await first(`/api/labels/${label._id}/series`);
  const backup = await backupOf(site, adminToken);
  const passkey = await passkeyOf(site, token);
  const person = people.find(({ username }) => username === site.demoUser.username)?._id ?? '';
  return {
    '/labels/:slug/series/:series': `/labels/${label.slug}/series/${series.slug}`,
    '/labels/:slug/series/:series/edit': `/labels/${label.slug}/series/${series.slug}/edit`,
    '/labels/:slug/series/:series/delete': `/labels/${label.slug}/series/${series.slug}/delete`,
    '/labels/:slug/series/:series/merge': `/labels/${label.slug}/series/${series.slug}/merge`,
    '/labels/:slug/series/:series/history': `/labels/${label.slug}/series/${series.slug}/history`,
    '/shares/:id': `/shares/${share.attributes._id}`,
    '/shared/:secret': new URL(share.attributes.url).pathname,
    '/sleeves/:file': `/sleeves/${release._id}.svg`,
    // Other sites are not contacted: an empty picture.
    '/shop/covers/:id': `/shop/covers/${release._id}`,
    '/shop/pictures/:id/:picture': `/shop/pictures/${release._id}/1`,
    '/covers/:release/:file': `/covers/${release._id}/${cover}`,
    '/collection': ['/collection', '/collection?view=shelf', `/collection?edit=${copy._id}`],
    '/collection/items/:id': `/collection/items/${copy._id}?remove=yes`,
    '/collection/loans': ['/collection/loans', `/collection/loans?edit=${loan.attributes._id}`],
    '/collection/loans/:id': `/collection/loans/${loan.attributes._id}`,
    '/collection/edit': `/collection/edit?item=${copy._id}`,
    '/wishlist/items/:id': `/wishlist/items/${wish._id}`,
    '/settings/credentials/:id': `/settings/credentials/${passkey}`,
    '/settings/credentials/:id/remove': `/settings/credentials/${passkey}/remove`,
    '/settings/credentials/:id/codes': `/settings/credentials/${passkey}/codes`,
    '/settings/webhooks': ['/settings/webhooks', `/settings/webhooks?edit=${ofLists}`],
    '/settings/webhooks/:id': `/settings/webhooks/${ofLists}`,
    '/administration/webhooks/:id': `/administration/webhooks/${ofCatalog}`,
    '/settings/tokens/:id': `/settings/tokens/${apiToken._id}`,
    '/settings/sessions/:id': `/settings/sessions/${session._id}`,
    '/administration/imports/files/:name/delete': '/administration/imports/files/records.jsonl/delete',
    '/administration/imports/:id': `/administration/imports/${run._id}`,
    '/administration/backups/:name/archive': `/administration/backups/${backup}/archive`,
    '/administration/backups/:name/delete': `/administration/backups/${backup}/delete`,
    '/administration/invitations/:id': `/administration/invitations/${invitation._id}`,
    '/administration/people/:id/disable': `/administration/people/${person}/disable`,
    '/administration/people/:id/second-factor': `/administration/people/${person}/second-factor`,
    '/administration/people/:id/role': `/administration/people/${person}/role`,
  };
}
