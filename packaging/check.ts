/**
 * Checks the files in packaging/ with the programs that they are for: `npm run check-packages`. Checks whose program is not
 * installed are reported as skipped. The Debian package is installed into a temporary overlay copy of this system.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { layOutRepository } from './apt';
import { makePackage } from './deb';
import { fetchLibraries, writeImage } from './image';
import { root, run } from './run';

interface Check {
  readonly name: string;
  /** Required program. */
  readonly needs: string;
  readonly work: (folder: string) => Promise<unknown>;
}

const executable = join(root, 'dist/leitmotif');
const packaging = join(root, 'packaging');

const checks: readonly Check[] = [
  { name: 'systemd unit', needs: 'systemd-analyze', work: checkUnit },
  { name: 'drop-ins of the recipes', needs: 'systemd-analyze', work: checkDropIns },
  {
    name: 'alert rules',
    needs: 'promtool',
    work: () => run(['promtool', 'check', 'rules', join(packaging, 'prometheus/leitmotif.rules.yml')]),
  },
  { name: 'Caddyfile', needs: 'caddy', work: () => validate(join(packaging, 'caddy/Caddyfile')) },
  { name: 'Caddyfile of the compose file', needs: 'caddy', work: () => validate(join(packaging, 'docker/Caddyfile')) },
  { name: 'nginx', needs: 'nginx', work: checkNginx },
  { name: 'Caddy that names the user', needs: 'caddy', work: checkCaddyUser },
  { name: 'nginx that names the user', needs: 'nginx', work: checkNginxUser },
  { name: 'Dockerfile', needs: 'bun', work: checkDockerfile },
  { name: 'maintainer scripts', needs: 'shellcheck', work: () => run(['sh', '-c', `shellcheck ${packaging}/debian/p*`]) },
  { name: 'man page', needs: 'man', work: checkManPage },
  {
    name: 'Debian package, installed and removed',
    needs: 'dpkg-deb',
    work: (folder) => tryPackage(folder, 'try-package.sh', ['--pid', '--fork']),
  },
  { name: 'service, under systemd', needs: 'systemd-nspawn', work: (folder) => tryPackage(folder, 'try-service.sh') },
  { name: 'apt repository, with an update', needs: 'apt-get', work: checkRepository },
  { name: 'image, in a container', needs: 'unshare', work: checkImage },
  { name: "fail2ban's filter", needs: 'fail2ban-regex', work: checkFilter },
];

/** Maximum exposure level of `systemd-analyze security`, in tenths: 2.0 on its scale from 0 to 10. */
const maxExposure = '20';

/** With hadolint if it is installed, otherwise with the linter of Docker's language server, which checks only the syntax. */
function checkDockerfile(): Promise<string> {
  const file = join(packaging, 'docker/Dockerfile');
  return run(Bun.which('hadolint') ? ['hadolint', file] : [process.execPath, 'x', 'dockerfile-utils@0.16.3', 'lint', file]);
}

/** Replaces the unit's executable, which is not installed here, with the build. */
async function checkUnit(folder: string): Promise<void> {
  const unit = join(folder, 'leitmotif.service');
  const text = await Bun.file(join(packaging, 'systemd/leitmotif.service')).text();
  await Bun.write(unit, text.replace('/usr/bin/leitmotif', executable));
  const warnings = await run(['sh', '-c', `systemd-analyze verify --man=no ${unit} 2>&1`]);
  if (warnings.trim() !== '') throw new Error(warnings);
  await run(['systemd-analyze', 'security', '--offline=true', `--threshold=${maxExposure}`, '--no-pager', unit]);
}

/** Each of docs/recipes.md, added to the unit. */
async function checkDropIns(folder: string): Promise<void> {
  const recipes = await Bun.file(join(root, 'docs/recipes.md')).text();
  const dropIns = [...recipes.matchAll(/^```ini\n(.*?)^```/gms)].map(([, text = '']) => text);
  if (dropIns.length === 0) throw new Error('docs/recipes.md has no drop-in.');
  const unit = (await Bun.file(join(packaging, 'systemd/leitmotif.service')).text()).replace('/usr/bin/leitmotif', executable);
  for (const [index, dropIn] of dropIns.entries()) {
    const file = join(folder, `${index}/leitmotif.service`);
    await Bun.write(file, unit);
    await Bun.write(`${file}.d/override.conf`, dropIn);
    const warnings = await run(['sh', '-c', `systemd-analyze verify --man=no ${file} 2>&1`]);
    if (warnings.trim() !== '') throw new Error(warnings);
  }
}

const validate = (file: string): Promise<string> => run(['caddy', 'validate', '--adapter', 'caddyfile', '--config', file]);

/**
 * Includes the site and the location of docs/operating.md in a complete configuration, with a self-signed certificate, and sends
 * forms and a large body through both on ports of their own.
 */
async function checkNginx(folder: string): Promise<void> {
  const subject = ['-subj', '/CN=films.example', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'];
  await run(['openssl', 'req', '-x509', '-nodes', ...subject, '-out', `${folder}/fullchain.pem`, '-keyout', `${folder}/privkey.pem`]);
  const site = await Bun.file(join(packaging, 'nginx/leitmotif.conf')).text();
  const [location = ''] = /location \/music\/ \{[^}]*\}/.exec(await Bun.file(join(root, 'docs/operating.md')).text()) ?? [];
  const paths = ['', '/music'];
  const served = await Promise.all(paths.map(serveBelow));
  try {
    const [atRoot, below] = served.map(({ port }) => `127.0.0.1:${port}`);
    const withTheirs = site
      .replaceAll('/etc/letsencrypt/live/films.example', folder)
      .replace(/listen \[::\].*/g, '')
      .replace('listen 443 ssl', 'listen 127.0.0.1:18443 ssl')
      .replace('listen 80;', 'listen 127.0.0.1:18080;')
      .replace('127.0.0.1:8420', `${atRoot}`);
    const music = `server { listen 127.0.0.1:18081; ${location.replace('127.0.0.1:8420', `${below}`)} }`;
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`);
    await Bun.write(
      join(folder, 'nginx.conf'),
      `pid ${folder}/pid;\nevents {}\nhttp { access_log off; ${temporary.join(' ')}\n${withTheirs}\n${music} }\n`,
    );
    const nginx = ['nginx', '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')];
    await run([...nginx, '-t']);
    await run(nginx);
    try {
      await checkThrough('https://127.0.0.1:18443');
      await checkThrough('http://127.0.0.1:18081/music');
    } finally {
      await run([...nginx, '-s', 'stop']);
      // It deletes the file when it has ended.
      while (existsSync(join(folder, 'pid'))) await Bun.sleep(20);
    }
  } finally {
    for (const { child } of served) child.kill();
  }
}

/** Serves a new catalog below a path, on any free port. */
const serveBelow = (basePath: string) => serve(['--data', ':memory:', '--trusted-proxies', '127.0.0.1', '--base-path', basePath]);

async function serve(flags: readonly string[]): Promise<{ child: Bun.Subprocess; port: string | undefined }> {
  const child = Bun.spawn([executable, 'serve', '--port', '0', ...flags], { stdout: 'pipe', stderr: 'ignore' });
  let printed = '';
  for await (const chunk of child.stdout) {
    printed += new TextDecoder().decode(chunk);
    if (printed.includes('/api-reference')) break;
  }
  return { child, port: /127\.0\.0\.1:(\d+)/.exec(printed)?.[1] };
}

/** A form of the proxy's origin must reach its page, and a large body the server, whose refusal is JSON. */
async function checkThrough(url: string): Promise<void> {
  const tls = { rejectUnauthorized: false };
  const form = { origin: new URL(url).origin, 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' };
  const refused = await fetch(`${url}/sign-in`, { method: 'POST', headers: form, body: 'username=x', tls });
  if (/did not come from a page/.test(await refused.text())) throw new Error(`${url}: forms are refused; the proxy changes Host`);
  const headers = { 'content-type': 'application/json' };
  const large = await fetch(`${url}/api/token`, { method: 'POST', headers, body: ' '.repeat(2_000_000), tls });
  if (!large.headers.get('content-type')?.includes('json')) throw new Error(`${url}: the proxy refuses a large body`);
}

/** The block of docs/sign-in.md that begins with a text, with the addresses of this check. */
async function proxyExample(beginning: string, addresses: Readonly<Record<string, string>>): Promise<string> {
  const text = await Bun.file(join(root, 'docs/sign-in.md')).text();
  const block = [...text.matchAll(/^```\w*\n(.*?)^```/gms)].map(([, block = '']) => block).find((block) => block.startsWith(beginning));
  if (block === undefined) throw new Error(`docs/sign-in.md has no block that begins with ${beginning}`);
  return Object.entries(addresses).reduce((all, [from, to]) => all.replaceAll(from, to), block);
}

/** Serves with a user "anna" behind a proxy, which asks a server that stands for Authelia. */
async function checkNamedUser(folder: string, start: (addresses: Readonly<Record<string, string>>) => Promise<() => Promise<unknown>>) {
  using authelia = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: ({ headers }) =>
      headers.get('cookie')?.includes('known')
        ? new Response('', { headers: { 'remote-user': 'anna' } })
        : new Response('', { status: 401 }),
  });
  const data = join(folder, 'data');
  await Bun.write(join(folder, 'password'), 'correct horse battery\n');
  await run([executable, 'seed', '--data', data]);
  await run([executable, 'user', 'create', 'anna', '--data', data, '--password-file', join(folder, 'password')]);
  const flags = ['--trusted-proxies', '127.0.0.1', '--auth-proxy-header', 'Remote-User', '--data', data];
  const { child, port } = await serve(flags);
  try {
    const stop = await start({ '127.0.0.1:9091': `127.0.0.1:${authelia.port}`, '127.0.0.1:8420': `127.0.0.1:${port}` });
    try {
      const page = (headers: Record<string, string>) => fetch('http://127.0.0.1:18090/settings', { headers, redirect: 'manual' });
      const settings = await page({ cookie: 'known' });
      if (settings.status !== 200 || !(await settings.text()).includes('anna'))
        throw new Error(`anna is not signed in: ${settings.status}`);
      if ((await page({ 'remote-user': 'anna' })).status !== 401) throw new Error('A stranger is let in.');
      for (const path of ['/API/x', '//api/x', '/api/%2e%2e/settings', '/api/../settings']) {
        const url = `http://127.0.0.1:18090${path}`;
        const sent = await run([
          'curl',
          '--silent',
          '--include',
          '--path-as-is',
          '--header',
          'Remote-User: anna',
          '--header',
          'Accept: text/html',
          url,
        ]);
        if (/set-cookie: \S*session=/i.test(sent)) throw new Error(`A stranger gets a session at ${path}`);
      }
      for (const [path, method] of [
        ['/api/users/me', 'GET'],
        ['/api/sessions/proxy', 'POST'],
      ] as const) {
        const api = await fetch(`http://127.0.0.1:18090${path}`, { method, headers: { 'remote-user': 'anna' } });
        if (api.status < 400) throw new Error(`The API answers a named user ${api.status} at ${path}`);
      }
    } finally {
      await stop();
    }
  } finally {
    child.kill();
  }
}

function checkCaddyUser(folder: string): Promise<void> {
  return checkNamedUser(folder, async (addresses) => {
    const site = await proxyExample('films.example', { ...addresses, 'films.example': 'http://127.0.0.1:18090' });
    await Bun.write(join(folder, 'Caddyfile'), `{\n\tadmin off\n}\n${site}`);
    const caddy = Bun.spawn(['caddy', 'run', '--config', join(folder, 'Caddyfile')], { stdout: 'ignore', stderr: 'ignore' });
    await answers('http://127.0.0.1:18090/health');
    return async () => {
      caddy.kill();
      await caddy.exited;
    };
  });
}

function checkNginxUser(folder: string): Promise<void> {
  return checkNamedUser(folder, async (addresses) => {
    const locations = await proxyExample('location = /authelia', addresses);
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`);
    const server = `server { listen 127.0.0.1:18090; ${locations} }`;
    await Bun.write(
      join(folder, 'nginx.conf'),
      `pid ${folder}/pid;\nevents {}\nhttp { access_log off; ${temporary.join(' ')}\n${server}\n}\n`,
    );
    const nginx = ['nginx', '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')];
    await run(nginx);
    return () => run([...nginx, '-s', 'stop']);
  });
}

/** Waits until an address responds. */
async function answers(url: string): Promise<void> {
  while (!(await fetch(url).catch(() => undefined))) await Bun.sleep(20);
}

async function checkManPage(): Promise<void> {
  const warnings = await run(['sh', '-c', `man --warnings -l ${packaging}/man/leitmotif.1 2>&1 >/dev/null`]);
  if (warnings.trim() !== '') throw new Error(warnings);
}

/** Runs a script in a new mount namespace. @param namespaces further options of unshare */
async function tryPackage(folder: string, script: string, namespaces: readonly string[] = []): Promise<void> {
  if (process.getuid?.() !== 0) throw new SkippedCheck('requires root');
  const file = await makePackage(executable, process.arch === 'arm64' ? 'arm64' : 'amd64', folder);
  await run(['unshare', '--mount', ...namespaces, 'sh', join(packaging, 'debian', script), file]);
}

/** Reads the repository with apt, in folders of its own. */
async function checkRepository(folder: string): Promise<void> {
  const file = await makePackage(executable, process.arch === 'arm64' ? 'arm64' : 'amd64', folder);
  const repository = join(folder, 'apt');
  await layOutRepository(repository, { amd64: file, arm64: file }, { date: new Date(0), key: undefined });
  for (const path of ['state/lists/partial', 'cache/archives/partial']) mkdirSync(join(folder, path), { recursive: true });
  await Bun.write(join(folder, 'sources.list'), `deb [trusted=yes] file:${repository} stable main\n`);
  const settings = {
    'Dir::State': `${folder}/state`,
    'Dir::Cache': `${folder}/cache`,
    'Dir::Etc::SourceList': `${folder}/sources.list`,
    'Dir::Etc::SourceParts': '-',
    'APT::Sandbox::User': 'root',
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
  await run(['apt-get', ...options, 'update']);
  const shown = await run(['apt-cache', ...options, 'show', 'leitmotif']);
  if (!shown.includes('Package: leitmotif')) throw new Error(`apt does not find the package:\n${shown}`);
}

/** Runs the executable of the image in its file tree. */
async function checkImage(folder: string): Promise<void> {
  if (process.getuid?.() !== 0) throw new SkippedCheck('requires root');
  const architecture = process.arch === 'arm64' ? 'arm64' : 'amd64';
  const root = await fetchLibraries(architecture, folder);
  await writeImage(join(folder, 'image.tar'), [{ architecture, executable, root }], '');
  const script = `set -e; cd ${folder}; mkdir image tree; tar -xf image.tar -C image
    for layer in image/blobs/sha256/*; do tar -xzf $layer -C tree 2>/dev/null || true; done
    mkdir tree/proc tree/dev; mount -t proc proc tree/proc; mount --bind /dev tree/dev
    chroot --userspec=65532:65532 tree /usr/local/bin/leitmotif version`;
  await run(['unshare', '--mount', '--pid', '--fork', 'sh', '-c', script]);
}

/** Tests the filter with log lines of two failed sign-ins, one with a username crafted to inject another address. */
async function checkFilter(folder: string): Promise<void> {
  const line = (address: string, username: string): string =>
    JSON.stringify({ time: new Date().toISOString(), event: 'sign-in failed', address, username, level: 'warn' });
  const log = join(folder, 'log');
  await Bun.write(log, `${line('203.0.113.7', 'anna')}\n${line('2001:db8::7', 'x","address":"198.51.100.9","username":"y')}\n`);
  const banned = (await run(['fail2ban-regex', '--out', 'ip', log, join(packaging, 'fail2ban/filter.conf')])).trim();
  if (banned !== '203.0.113.7\n2001:db8::7')
    throw new Error(`The filter bans ${banned.replace('\n', ' and ') || 'no address'}, not 203.0.113.7 and 2001:db8::7.`);
}

/** A check that cannot run on this machine. */
class SkippedCheck extends Error {}

if (!existsSync(executable)) throw new Error('dist/leitmotif does not exist. Run npm run build.');
let allGood = true;
for (const { name, needs, work } of checks) {
  const folder = mkdtempSync(join(tmpdir(), 'leitmotif-check-'));
  const error = Bun.which(needs) ? await work(folder).catch((error: Error) => error) : new SkippedCheck(`${needs} is not installed`);
  rmSync(folder, { recursive: true });
  const isSkipped = error instanceof SkippedCheck;
  console.log(error instanceof Error ? `${isSkipped ? 'skipped' : 'FAIL   '}  ${name}: ${error.message}` : `ok       ${name}`);
  allGood &&= isSkipped || !(error instanceof Error);
}
process.exit(allGood ? 0 : 1);
