import { join } from 'node:path';
import { type Account, copyDemo } from './demo-catalog';
import { emptyFolder, type Finished, type Running, run, serve } from './executable';

interface SiteOptions {
  /** Whether it has the demo catalog with a user's collection and wishlist. */
  readonly isDemo?: boolean;
  readonly flags?: readonly string[];
  readonly prepare?: (site: Pick<Site, 'command'>) => Promise<void>;
}

/** The executable serving its website from a temporary folder, without a rate limit. */
export class Site {
  /** The administrator, after {@link addAdministrator}. */
  readonly administrator: Account = { username: 'anna', password: 'correct horse battery' };

  private constructor(
    readonly server: Running,
    private readonly folder: ReturnType<typeof emptyFolder>,
    private readonly userOfDemo: Account | undefined,
  ) {}

  static async start({ isDemo = false, flags = [], prepare }: SiteOptions = {}): Promise<Site> {
    const folder = emptyFolder();
    const demoUser = isDemo ? await copyDemo(join(folder.path, 'data')) : undefined;
    await prepare?.({ command: (...args) => command(folder.path, args) });
    const asked = ['--data', 'data', '--rate-limit', '0', ...(isDemo ? ['--demo'] : []), ...flags];
    return new Site(await serve(asked, { cwd: folder.path }), folder, demoUser);
  }

  get url(): string {
    return this.server.url;
  }

  /** Working directory, with the data in `data`. */
  get path(): string {
    return this.folder.path;
  }

  get demoUser(): Account {
    if (!this.userOfDemo) throw new Error('This site has no demo.');
    return this.userOfDemo;
  }

  /** Runs a command on the site's data. */
  command = (...args: readonly string[]): Promise<Finished> => command(this.path, args);

  async addUser({ username, password }: Account, ...flags: readonly string[]): Promise<void> {
    const args = ['user', 'create', username, ...flags, '--password-stdin', '--data', 'data'];
    const { exitCode, stderr } = await run(args, { cwd: this.path, stdin: `${password}\n` });
    if (exitCode !== 0) throw new Error(stderr);
  }

  addAdministrator(): Promise<void> {
    return this.addUser(this.administrator, '--admin');
  }

  /** Sends an API request with a token. */
  async api<T>(token: string, path: string, init: RequestInit = {}): Promise<T> {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/vnd.api+json', ...init.headers };
    const response = await fetch(new URL(path, this.url), { ...init, headers });
    if (!response.ok) throw new Error(`${init.method ?? 'GET'} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.server[Symbol.asyncDispose]();
    this.folder[Symbol.dispose]();
  }
}

const command = (cwd: string, args: readonly string[]): Promise<Finished> => run([...args, '--data', 'data'], { cwd });

/** An unrestricted access token of a user, from signing in through the API. */
export async function tokenFor(site: Site, { username, password }: Account): Promise<string> {
  const body = JSON.stringify({ username, password });
  const response = await fetch(`${site.url}/api/token`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  const { access_token: token } = (await response.json()) as { access_token?: string };
  if (token === undefined) throw new Error(`No token for ${username}: ${response.status}`);
  return token;
}
