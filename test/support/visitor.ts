import { type ShownPage, shownPage } from './pages';
import type { TestServer } from './server';

/** Values to enter; a list for several fields of one name. */
type Entries = Readonly<Record<string, string | readonly string[] | File>>;

interface VisitorOptions {
  readonly origin?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

interface FoundForm {
  readonly html: string;
  readonly action: string | undefined;
  readonly method: string;
}

const maximumRedirects = 5;

/**
 * A browser without scripts: stores cookies, follows redirects, and sends forms of the current page with
 * their values and the given entries.
 */
export class Visitor {
  readonly cookies = new Map<string, string>();
  /** Redirect targets of the last request, in order. */
  redirects: string[] = [];
  setCookies: string[] = [];
  /** Address of the current page, without the origin. */
  path = '/';
  #page: ShownPage | undefined;

  constructor(
    private readonly server: Pick<TestServer, 'app'>,
    private readonly options: VisitorOptions = {},
  ) {}

  get page(): ShownPage {
    if (!this.#page) throw new Error('No page was opened yet.');
    return this.#page;
  }

  async open(path: string): Promise<ShownPage> {
    [this.redirects, this.setCookies] = [[], []];
    return this.#ask(path, { method: 'GET' });
  }

  /**
   * Sends a form of the page by the text of its button, or by its action without the fragment.
   * @param entries by field name; other fields keep their values, and fields of a name beyond its entries are empty
   */
  send(named: string, entries: Entries = {}, headers: Readonly<Record<string, string>> = {}): Promise<ShownPage> {
    const form = this.#form(named);
    const body = fieldsOf(form.html);
    for (const [name, value] of Object.entries(entries)) {
      const [given, had] = [[value].flat(), body.getAll(name).length];
      body.delete(name);
      const emptied = given.length === 0 ? [] : Array.from({ length: Math.max(0, had - given.length) }, () => '');
      for (const one of [...given, ...emptied]) if (typeof one === 'string') body.append(name, one);
    }
    const files = Object.entries(entries).filter((entry): entry is [string, File] => entry[1] instanceof File);
    return this.post(form.action ?? this.path, files.length === 0 ? body : withFiles(body, files), headers);
  }

  async post(path: string, body: URLSearchParams | FormData | string, headers: Readonly<Record<string, string>> = {}): Promise<ShownPage> {
    [this.redirects, this.setCookies] = [[], []];
    return this.#ask(path, { method: 'POST', body, headers: { origin: this.#origin, ...headers } });
  }

  /** Follows a link of the page by its text. */
  follow(text: string): Promise<ShownPage> {
    const links = [...this.page.html.matchAll(/<a\s[^>]*?href="([^"]*)"[^>]*>([\s\S]*?)<\/a>/g)];
    const [, href] = links.find(([, , content = '']) => textIn(content) === text) ?? [];
    if (href === undefined) throw new Error(`${this.path} has no link "${text}".`);
    return this.open(decoded(href));
  }

  get #origin(): string {
    return this.options.origin ?? 'http://localhost';
  }

  async #ask(path: string, { headers, ...init }: RequestInit & { headers?: Readonly<Record<string, string>> }): Promise<ShownPage> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const sent = { accept: 'text/html', ...this.options.headers, ...(cookie && { cookie }), ...headers };
    const response = await this.server.app.fetch(new Request(asServed(path), { ...init, headers: sent, redirect: 'manual' }));
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    const location = response.headers.get('location');
    if (response.status >= 300 && response.status < 400 && location !== null) {
      this.redirects.push(location);
      if (this.redirects.length > maximumRedirects) throw new Error(`Led in a circle: ${this.redirects.join(', ')}`);
      return this.#ask(location, { method: 'GET' });
    }
    this.path = path.split('#')[0] ?? path;
    this.#page = await shownPage(response);
    return this.#page;
  }

  #keep(line: string): void {
    this.setCookies.push(line);
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (/max-age=0(?:;|$)/i.test(line)) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }

  #form(named: string): FoundForm {
    const forms = [...this.page.html.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/g)].map(([, attributes = '', html = '']) => ({
      html,
      action: attributeOf(attributes, 'action'),
      method: attributeOf(attributes, 'method') ?? 'get',
    }));
    const sending = forms.filter(({ method }) => method === 'post');
    const found =
      sending.find(({ action }) => action?.replace(/#.*/, '') === named) ??
      sending.find(({ html }) => buttonsOf(html).some((button) => button.includes(named)));
    if (!found) throw new Error(`${this.path} has no form "${named}", but ${sending.map(({ html }) => buttonsOf(html)).join(', ')}.`);
    return found;
  }
}

/** A visitor signed in through the form, by default as the user of every test server. */
export async function signedIn(
  server: Pick<TestServer, 'app'>,
  username = 'tester',
  headers: Readonly<Record<string, string>> = {},
): Promise<Visitor> {
  const visitor = new Visitor(server, { headers });
  await visitor.open('/sign-in');
  await visitor.send('/sign-in', { username, password: 'correct horse battery' });
  return visitor;
}

function withFiles(fields: URLSearchParams, files: readonly (readonly [name: string, file: File])[]): FormData {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  for (const [name, file] of files) form.set(name, file);
  return form;
}

/** Requests use http, whatever the scheme of a proxy. */
function asServed(address: string): string {
  const { pathname, search } = new URL(address, 'http://localhost');
  return `http://localhost${pathname}${search}`;
}

/** Texts and accessible names of the buttons of a form. */
const buttonsOf = (html: string): string[] =>
  [...html.matchAll(/<button\b([^>]*)>([\s\S]*?)<\/button>/g)].flatMap(([, attributes = '', content = '']) => [
    textIn(content),
    attributeOf(attributes, 'aria-label') ?? '',
  ]);

const field = /<input\b(?<input>[^>]*)>|<(?<tag>select|textarea)\b(?<others>[^>]*)>(?<content>[\s\S]*?)<\/\k<tag>>/g;

/** Fields of an untouched form, as a browser would send them. */
export function fieldsOf(html: string): URLSearchParams {
  const fields = new URLSearchParams();
  for (const { groups = {} } of html.matchAll(field)) {
    const { input, tag = 'input', others, content = '' } = groups;
    const attributes = input ?? others ?? '';
    const name = attributeOf(attributes, 'name');
    const value = sentValueOf(tag, attributes, content);
    if (name !== undefined && value !== undefined && !/\sdisabled\b/.test(attributes)) fields.append(name, value);
  }
  return fields;
}

function sentValueOf(tag: string, attributes: string, content: string): string | undefined {
  if (tag === 'textarea') return decoded(content);
  if (tag === 'select') {
    const options = [...content.matchAll(/<option\b([^>]*)>([^<]*)/g)];
    const chosen = options.find(([, one = '']) => /\sselected\b/.test(one)) ?? options[0];
    return chosen && (attributeOf(chosen[1] ?? '', 'value') ?? decoded(chosen[2] ?? ''));
  }
  const type = attributeOf(attributes, 'type');
  if ((type === 'checkbox' || type === 'radio') && !/\schecked\b/.test(attributes)) return undefined;
  return type === 'file' ? undefined : (attributeOf(attributes, 'value') ?? (type === 'checkbox' || type === 'radio' ? 'on' : ''));
}

export function attributeOf(attributes: string, name: string): string | undefined {
  // An empty attribute can be written without a value.
  const found = new RegExp(`(?:^|\\s)${name}(?:="([^"]*)"|(?=[\\s/]|$))`).exec(attributes);
  return found ? decoded(found[1] ?? '') : undefined;
}

const textIn = (html: string): string => decoded(html.replace(/<[^>]+>/g, '')).trim();

const decoded = (text: string): string => text.replace(/&(lt|gt|quot|amp|#39);/g, (entity) => entities[entity] ?? entity);

const entities: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&', '&#39;': "'" };
