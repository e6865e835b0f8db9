/**
 * Looks over what is in packaging/ with the programs that it is for: `npm run check-packages`. What is not on this machine
 * is left out, and said; the Debian package is installed into a copy of this system's files that nothing is left of.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makePackage } from './deb';
import { root, run } from './run';

interface Check {
  readonly name: string;
  /** The program that it needs. */
  readonly needs: string;
  readonly work: (folder: string) => Promise<unknown>;
}

const executable = join(root, 'dist/leitmotif');
const packaging = join(root, 'packaging');

const checks: readonly Check[] = [
  { name: 'systemd unit', needs: 'systemd-analyze', work: checkUnit },
  { name: 'Caddyfile', needs: 'caddy', work: () => validate(join(packaging, 'caddy/Caddyfile')) },
  { name: 'Caddyfile of the compose file', needs: 'caddy', work: () => validate(join(packaging, 'docker/Caddyfile')) },
  { name: 'nginx', needs: 'nginx', work: checkNginx },
  { name: 'Dockerfile', needs: 'bun', work: checkDockerfile },
  { name: 'maintainer scripts', needs: 'shellcheck', work: () => run(['sh', '-c', `shellcheck ${packaging}/debian/p*`]) },
  { name: 'man page', needs: 'man', work: checkManPage },
  {
    name: 'Debian package, installed and removed',
    needs: 'dpkg-deb',
    work: (folder) => tryPackage(folder, 'try-package.sh', ['--pid', '--fork']),
  },
  { name: 'service, under systemd', needs: 'systemd-nspawn', work: (folder) => tryPackage(folder, 'try-service.sh') },
  { name: "fail2ban's filter", needs: 'fail2ban-regex', work: checkFilter },
];

/** Above this, systemd calls a service exposed more than a little. */
const mostExposed = '20';

/** By hadolint where it is; else by the checker of Docker's language server, which knows the instructions and not the habits. */
function checkDockerfile(): Promise<string> {
  const file = join(packaging, 'docker/Dockerfile');
  return run(Bun.which('hadolint') ? ['hadolint', file] : [process.execPath, 'x', 'dockerfile-utils@0.16.3', 'lint', file]);
}

/** The unit names a program that is not installed here. */
async function checkUnit(folder: string): Promise<void> {
  const unit = join(folder, 'leitmotif.service');
  const text = await Bun.file(join(packaging, 'systemd/leitmotif.service')).text();
  await Bun.write(unit, text.replace('/usr/bin/leitmotif', executable));
  const said = await run(['sh', '-c', `systemd-analyze verify --man=no ${unit} 2>&1`]);
  if (said.trim() !== '') throw new Error(said);
  await run(['systemd-analyze', 'security', '--offline=true', `--threshold=${mostExposed}`, '--no-pager', unit]);
}

const validate = (file: string): Promise<string> => run(['caddy', 'validate', '--adapter', 'caddyfile', '--config', file]);

/** Within a whole configuration, and with a certificate that there is. */
async function checkNginx(folder: string): Promise<void> {
  const subject = ['-subj', '/CN=films.example', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'];
  await run(['openssl', 'req', '-x509', '-nodes', ...subject, '-out', `${folder}/fullchain.pem`, '-keyout', `${folder}/privkey.pem`]);
  const site = await Bun.file(join(packaging, 'nginx/leitmotif.conf')).text();
  await Bun.write(join(folder, 'site.conf'), site.replaceAll('/etc/letsencrypt/live/films.example', folder));
  await Bun.write(join(folder, 'nginx.conf'), `pid ${folder}/pid;\nevents {}\nhttp { access_log off; include ${folder}/site.conf; }\n`);
  await run(['nginx', '-t', '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')]);
}

async function checkManPage(): Promise<void> {
  const said = await run(['sh', '-c', `man --warnings -l ${packaging}/man/leitmotif.1 2>&1 >/dev/null`]);
  if (said.trim() !== '') throw new Error(said);
}

/** The script runs in a mount namespace of its own, and in further ones. */
async function tryPackage(folder: string, script: string, namespaces: readonly string[] = []): Promise<void> {
  if (process.getuid?.() !== 0) throw new Left('only root can make a system to install it into');
  const file = await makePackage(executable, process.arch === 'arm64' ? 'arm64' : 'amd64', folder);
  await run(['unshare', '--mount', ...namespaces, 'sh', join(packaging, 'debian', script), file]);
}

/** Lines as the server writes them: of two tries to sign in, and of one whose name is made to look like another address. */
async function checkFilter(folder: string): Promise<void> {
  const line = (address: string, username: string): string =>
    JSON.stringify({ time: new Date().toISOString(), event: 'sign-in failed', address, username, level: 'warn' });
  const log = join(folder, 'log');
  await Bun.write(log, `${line('203.0.113.7', 'anna')}\n${line('2001:db8::7', 'x","address":"198.51.100.9","username":"y')}\n`);
  const said = await run(['fail2ban-regex', '--out', 'ip', log, join(packaging, 'fail2ban/filter.conf')]);
  if (said.trim() !== '203.0.113.7\n2001:db8::7') throw new Error(`It bans ${said.trim().replace('\n', ' and ') || 'nobody'}.`);
}

/** A check that cannot be done here. */
class Left extends Error {}

if (!existsSync(executable)) throw new Error('dist/leitmotif is missing: npm run build makes it.');
let allGood = true;
for (const { name, needs, work } of checks) {
  const folder = mkdtempSync(join(tmpdir(), 'leitmotif-check-'));
  const error = Bun.which(needs) ? await work(folder).catch((error: Error) => error) : new Left(`there is no ${needs}`);
  rmSync(folder, { recursive: true });
  const isLeft = error instanceof Left;
  console.log(error instanceof Error ? `${isLeft ? 'left out' : 'FAIL    '}  ${name}: ${error.message}` : `ok        ${name}`);
  allGood &&= isLeft || !(error instanceof Error);
}
process.exit(allGood ? 0 : 1);
