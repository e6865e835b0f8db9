import { pathBelow } from '../../http/middleware';
import type { Texts } from '../i18n';

/** By the value of `notice`. */
export type NoticeKey = keyof Texts['notices'];

/** Lists repeat the name; undefined and empty values are omitted. */
export type PageQuery = Readonly<Record<string, string | number | boolean | readonly (string | number)[] | undefined>>;

interface Slugged {
  readonly slug: string | null;
}

/** Addresses of all pages below the base path. Links are built here only. */
export class Addresses {
  /** @param base without trailing slash, usually empty */
  constructor(readonly base: string) {}

  readonly home = (): string => this.at(['']);
  readonly search = (query: PageQuery = {}): string => this.at(['search'], query);
  readonly suggestions = (): string => this.at(['search', 'suggestions']);

  readonly artist = ({ slug }: Slugged, query?: PageQuery): string => this.at(['artists', slug], query);
  readonly artists = (query?: PageQuery): string => this.at(['artists'], query);
  readonly production = ({ slug }: Slugged, query?: PageQuery): string => this.at(['productions', slug], query);
  readonly productions = (query?: PageQuery): string => this.at(['productions'], query);
  readonly album = ({ slug }: Slugged, query?: PageQuery, part?: 'editions' | 'tracks'): string =>
    this.at(['albums', slug], query) + (part === undefined ? '' : `#${part}`);
  readonly albums = (query?: PageQuery): string => this.at(['albums'], query);
  readonly release = ({ slug }: Slugged, query?: PageQuery): string => this.at(['releases', slug], query);
  readonly addRelease = (query?: PageQuery): string => this.at(['releases', 'add'], query);
  readonly editRelease = ({ slug }: Slugged, query?: PageQuery): string => this.at(['releases', slug, 'edit'], query);
  /** A fragment. */
  readonly understoodTracks = (): string => this.at(['releases', 'add', 'tracks']);
  readonly history = (query?: PageQuery): string => this.at(['history'], query);
  /** From the address of a record's page, or of a list for `add`. */
  readonly below = (page: string, act: 'edit' | 'delete' | 'merge' | 'add' | 'update' | 'find' | 'completeness'): string =>
    `${page}/${act}`;
  /** By the address of the record's page. */
  readonly historyOf = (page: string, query?: PageQuery): string => addressWithQuery(`${page}/history`, query ?? {});

  /** A fragment of options. */
  readonly names = (kind: string): string => this.at(['names', kind]);
  readonly releases = (query?: PageQuery): string => this.at(['releases'], query);
  readonly label = ({ slug }: Slugged, query?: PageQuery): string => this.at(['labels', slug], query);
  readonly labels = (query?: PageQuery): string => this.at(['labels'], query);
  readonly series = (label: Slugged, { slug }: Slugged, query?: PageQuery): string =>
    this.at(['labels', label.slug, 'series', slug], query);
  readonly organization = ({ slug }: Slugged, query?: PageQuery): string => this.at(['organizations', slug], query);
  readonly organizations = (query?: PageQuery): string => this.at(['organizations'], query);
  readonly franchise = ({ slug }: Slugged, query?: PageQuery): string => this.at(['franchises', slug], query);
  readonly franchises = (query?: PageQuery): string => this.at(['franchises'], query);
  readonly work = ({ slug }: Slugged, query?: PageQuery): string => this.at(['works', slug], query);
  readonly works = (query?: PageQuery): string => this.at(['works'], query);
  readonly role = ({ slug }: Slugged, query?: PageQuery): string => this.at(['roles', slug], query);
  readonly roles = (query?: PageQuery): string => this.at(['roles'], query);
  /** All values of a facet. */
  readonly facet = (list: keyof Texts['browse']['lists'], facet: string, query?: PageQuery): string => this.at([list, 'by', facet], query);
  readonly statistics = (): string => this.at(['statistics']);
  /** For editors. */
  readonly unreviewed = (query?: PageQuery): string => this.at(['unreviewed'], query);
  /** For editors. */
  readonly duplicates = (query?: PageQuery): string => this.at(['duplicates'], query);

  readonly collection = (query?: PageQuery): string => this.at(['collection'], query);
  readonly copy = (id: string, query?: PageQuery): string => this.at(['collection', 'items', id], query);
  readonly photos = (copy: string): string => this.at(['collection', 'items', copy, 'photos']);
  readonly photo = (copy: string, id: string, ...file: readonly string[]): string =>
    this.at(['collection', 'items', copy, 'photos', id, ...file]);
  readonly loans = (query?: PageQuery): string => this.at(['collection', 'loans'], query);
  readonly loan = (id: string): string => this.at(['collection', 'loans', id]);
  readonly bulkEdit = (query?: PageQuery): string => this.at(['collection', 'edit'], query);
  readonly addMany = (query?: PageQuery): string => this.at(['collection', 'add'], query);
  readonly collectionStatistics = (query?: PageQuery): string => this.at(['collection', 'statistics'], query);
  readonly gaps = (query?: PageQuery): string => this.at(['collection', 'gaps'], query);
  readonly collectionValue = (query?: PageQuery): string => this.at(['collection', 'value'], query);
  readonly valueFile = (query?: PageQuery): string => this.at(['collection', 'value.csv'], query);
  readonly completion = (query?: PageQuery): string => this.at(['collection', 'complete'], query);
  readonly completionReview = (query?: PageQuery): string => this.at(['collection', 'complete', 'review'], query);
  readonly importFile = (query?: PageQuery): string => this.at(['collection', 'import'], query);
  /** Rows omitted from an import. */
  readonly onlineRow = (query: PageQuery): string => this.at(['collection', 'import', 'online'], query);
  readonly leftOut = (query: PageQuery): string => this.at(['collection', 'import', 'left-out.csv'], query);
  readonly exportFile = (list: 'collection' | 'wishlist', format: 'csv' | 'json'): string => this.at([list, `export.${format}`]);
  readonly wishlist = (query?: PageQuery): string => this.at(['wishlist'], query);
  readonly wish = (id: string, query?: PageQuery): string => this.at(['wishlist', 'items', id], query);
  readonly shares = (query?: PageQuery): string => this.at(['shares'], query);
  readonly share = (id: string): string => this.at(['shares', id]);
  /** @param secret of the link, which stays off logs and search engines */
  readonly shared = (secret: string, query?: PageQuery): string => this.at(['shared', secret], query);
  readonly sharedCover = (secret: string, item: string): string => this.at(['shared', secret, 'covers', item]);

  readonly shop = (query?: PageQuery): string => this.at(['shop'], query);
  readonly shopAnswer = (query?: PageQuery): string => this.at(['shop', 'answer'], query);
  /** @param id UUID of the release */
  readonly releasePicture = (id: string, picture: string): string => this.at(['shop', 'pictures', id, picture]);
  readonly onlineCover = (id: string): string => this.at(['shop', 'covers', id]);
  readonly shopStandings = (): string => this.at(['shop', 'standings']);
  readonly shelfList = (): string => this.at(['shop', 'shelf.json']);

  /** @param to the next page; foreign addresses are ignored */
  readonly signIn = (
    query?: { readonly to?: string | undefined; readonly notice?: string },
    ...way: readonly ('code' | 'passkey' | 'provider' | 'link' | 'sign-out')[]
  ): string => this.at(['sign-in', ...way], query);
  readonly signOut = (): string => this.at(['sign-out']);
  readonly register = (query?: PageQuery): string => this.at(['register'], query);
  readonly setUp = (query?: PageQuery): string => this.at(['set-up'], query);
  readonly forgotPassword = (query?: PageQuery): string => this.at(['forgot-password'], query);
  readonly resetPassword = (query?: PageQuery): string => this.at(['reset-password'], query);
  readonly settings = (part?: 'security' | 'tokens' | 'webhooks', query?: PageQuery): string =>
    this.at(['settings', ...(part ? [part] : [])], query);
  readonly setting = (...path: readonly string[]): string => this.at(['settings', ...path]);
  readonly myData = (): string => this.at(['settings', 'data.json']);
  readonly myPhotos = (): string => this.at(['settings', 'photos.tar']);
  readonly deleteAccount = (): string => this.at(['settings', 'delete']);
  readonly phone = (): string => this.at(['phone']);
  readonly appearance = (): string => this.at(['appearance']);

  readonly administration = (page: keyof Texts['administration']['tabs'] = 'overview', query?: PageQuery): string =>
    this.at(['administration', ...(page === 'overview' ? [] : [page])], query);
  readonly person = (id: string, act: 'role' | 'disable' | 'let-in' | 'reset' | 'second-factor', query?: PageQuery): string =>
    this.at(['administration', 'people', id, act], query);
  readonly invitations = (query?: PageQuery): string => this.at(['administration', 'invitations'], query);
  readonly invitation = (id: string): string => this.at(['administration', 'invitations', id]);
  readonly serverSettings = (section: string): string => this.at(['administration', 'settings', section]);
  readonly mailTest = (): string => this.at(['administration', 'mail-test']);
  /** Of the catalog. */
  readonly webhooks = (...path: readonly string[]): string => this.at(['administration', 'webhooks', ...path]);
  readonly rates = (): string => this.at(['administration', 'rates']);
  readonly backup = (name: string, act: 'archive' | 'verify' | 'delete'): string => this.at(['administration', 'backups', name, act]);
  readonly health = (): string => this.at(['health']);
  readonly api = (...path: readonly string[]): string => this.at(['api', ...path]);
  readonly imports = (query?: PageQuery): string => this.at(['administration', 'imports'], query);
  readonly importRun = (id: string, act?: 'cancel' | 'resume'): string => this.at(['administration', 'imports', id, ...(act ? [act] : [])]);
  readonly deleteImportFile = (name: string): string => this.at(['administration', 'imports', 'files', name, 'delete']);

  readonly documentation = (chapter?: string): string => this.at(chapter === undefined ? ['docs'] : ['docs', chapter]);
  readonly reference = (...path: readonly string[]): string => this.at(['api-reference', ...path]);
  readonly aboutSleeves = (): string => this.at(['sleeves']);
  readonly sleeve = (id: string): string => this.at(['sleeves', `${id}.svg`]);
  /** PNG for link previews. */
  readonly sleevePicture = (id: string): string => this.at(['sleeves', `${id}.png`]);
  readonly cover = (release: string, file: string): string => this.at(['covers', release, file]);
  readonly newReleases = (): string => this.at(['releases.atom']);
  readonly siteMap = (): string => this.at(['sitemap.xml']);
  readonly siteMapPart = (part: string): string => this.at(['sitemap', `${part}.xml`]);
  readonly openSearch = (): string => this.at(['opensearch.xml']);
  readonly manifest = (): string => this.at(['manifest.webmanifest']);
  /** `/` or `/music/` */
  readonly root = (): string => `${this.base}/`;
  readonly serviceWorker = (): string => this.at(['service-worker.js']);

  /** With other parameters and an anchor. */
  readonly same = (path: string, query: PageQuery, part?: string): string =>
    `${this.base}${path}${searchOf(query)}${part === undefined ? '' : `#${part}`}`;

  /** From a path as in `canonical_url`. */
  readonly page = (path: string): string => `${this.base}${path}`;

  /** A page of this site to return to; undefined for addresses that could leave it. */
  readonly returnPath = (written: string | null | undefined): string | undefined => {
    if (!written || written.length > 2_000 || !written.startsWith('/') || /[\\\p{Cc}]/u.test(written)) return undefined;
    const url = URL.parse(written, placeholderOrigin);
    // Resolved dot segments may leave a path starting with two slashes, which is another host.
    const page = url?.origin === placeholderOrigin ? pathBelow(this.base, url.pathname) : undefined;
    return url && page !== undefined && !page.startsWith('//') ? `${this.base}${page}${url.search}${url.hash}` : undefined;
  };

  private at(segments: readonly (string | null | undefined)[], query: PageQuery = {}): string {
    return `${this.base}/${segments.map((segment) => encodeURIComponent(segment ?? '')).join('/')}${searchOf(query)}`;
  }
}

const placeholderOrigin = 'http://here.invalid';

/** Absolute address for external use. */
export const absolute = ({ origin, to }: { readonly origin: string; readonly to: Addresses }, path: string): string =>
  origin + path.slice(to.base.length);

export const withFlash = (address: string, notice: NoticeKey): string => addressWithQuery(address, { notice });

export function addressWithQuery(address: string, query: PageQuery): string {
  const [path = '', fragment] = address.split('#');
  const search = searchOf(query);
  if (search === '') return address;
  const joined = path.includes('?') ? `${path}&${search.slice(1)}` : path + search;
  return fragment === undefined ? joined : `${joined}#${fragment}`;
}

function searchOf(query: PageQuery): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (Array.isArray(value)) for (const one of value) search.append(name, String(one));
    else if (value !== undefined && value !== '') search.append(name, String(value));
  }
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}
