/** Builds the Debian package with dpkg-deb, from a directory with the installed file tree. */
import { chmodSync, copyFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { version } from '../package.json' with { type: 'json' };
import { commentedFile } from '../src/config';
import { manPage } from './man';
import { type Revision, revision } from './revision';
import { root, run } from './run';

export type Architecture = 'amd64' | 'arm64';

/**
 * Builds a package from an executable and returns its path.
 * @param licenses file with the license texts of its parts
 */
export async function makePackage(executable: string, architecture: Architecture, folder: string, licenses?: string): Promise<string> {
  const tree = mkdtempSync(join(tmpdir(), 'leitmotif-deb-'));
  try {
    await layOut(tree, executable);
    if (licenses) copyFileSync(licenses, join(tree, 'usr/share/doc/leitmotif/THIRD-PARTY-LICENSES.txt'));
    const bytes = sizeOf(tree);
    const packageVersion = debianVersion(revision());
    put(tree, 'DEBIAN/control', controlOf(packageVersion, architecture, bytes));
    put(tree, 'DEBIAN/conffiles', '/etc/leitmotif/leitmotif.toml\n');
    for (const script of ['postinst', 'prerm', 'postrm']) copy(tree, `DEBIAN/${script}`, `packaging/debian/${script}`, 0o755);
    const file = join(folder, `leitmotif_${packageVersion}_${architecture}.deb`);
    // xz would be a quarter smaller but take minutes.
    await run(['dpkg-deb', '--root-owner-group', '-Zgzip', '-z6', '--build', tree, file], { env: { SOURCE_DATE_EPOCH: epoch } });
    return file;
  } finally {
    rmSync(tree, { recursive: true });
  }
}

/** Fixed timestamp of all files (2020-01-01), for reproducible builds. */
export const epoch = '1577836800';

async function layOut(tree: string, executable: string): Promise<void> {
  chmodSync(tree, 0o755);
  mkdirSync(join(tree, 'usr/bin'), { recursive: true });
  cpSync(executable, join(tree, 'usr/bin/leitmotif'));
  chmodSync(join(tree, 'usr/bin/leitmotif'), 0o755);
  put(tree, 'etc/leitmotif/leitmotif.toml', settingsFile());
  put(tree, 'usr/share/man/man1/leitmotif.1.gz', Bun.gzipSync(manPage(), { level: 9 }));
  for (const [shell, path] of completions) put(tree, path, await run([process.execPath, 'src/main.ts', 'completion', shell]));
  copy(tree, 'usr/lib/systemd/system/leitmotif.service', 'packaging/systemd/leitmotif.service');
  copy(tree, 'usr/share/doc/leitmotif/copyright', 'packaging/debian/copyright');
  for (const document of documents) copy(tree, `usr/share/doc/leitmotif/${document}`, document);
  for (const example of [
    'nginx/leitmotif.conf',
    'caddy/Caddyfile',
    'litestream/litestream.yml',
    'fail2ban/filter.conf',
    'fail2ban/jail.conf',
  ])
    copy(tree, `usr/share/doc/leitmotif/examples/${example}`, `packaging/${example}`);
}

/** Debian's paths for shell completions. */
export const completions = [
  ['bash', 'usr/share/bash-completion/completions/leitmotif'],
  ['zsh', 'usr/share/zsh/vendor-completions/_leitmotif'],
  ['fish', 'usr/share/fish/vendor_completions.d/leitmotif.fish'],
] as const;

/** The README and documentation, with all files that they link to. */
export const documents = [
  ...['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', 'LICENSE'],
  ...['packaging/clients.ts', 'packaging/grafana/leitmotif.json', 'packaging/prometheus/leitmotif.rules.yml'],
  ...new Bun.Glob('docs/**/*.{md,svg,webp}').scanSync(root),
];

/** Version of the Debian package: a later commit has a higher version, so that `apt install` upgrades to it. */
export function debianVersion(source: Revision | undefined): string {
  if (!source) return version;
  const time = new Date(source.seconds * 1000).toISOString().replace(/\D/g, '').slice(0, 14);
  return `${version}+${time}.${source.commit}`;
}

/** The commented default settings, with the service's data directory set. */
const settingsFile = (): string => commentedFile().replace(/^#data = .*$/m, 'data = "/var/lib/leitmotif"');

/** The maintainer, from the environment variables that Debian's tools use. */
const { DEBFULLNAME: name = 'The Leitmotif authors', DEBEMAIL: address = 'leitmotif@localhost' } = process.env;

const maintainer = `${name} <${address}>`;

const controlOf = (packageVersion: string, architecture: Architecture, bytes: number): string => `Package: leitmotif
Version: ${packageVersion}
Section: web
Priority: optional
Architecture: ${architecture}
Depends: libc6 (>= 2.17), adduser
Maintainer: ${maintainer}
Installed-Size: ${Math.ceil(bytes / 1024)}
Description: self-hosted film music catalog
 A server with one SQLite database of artists, portrayals, productions with
 their credits, and releases with their tracks. It has a website and a JSON:API
 with full-text search. Each user has a collection and a wishlist.
`;

function put(tree: string, path: string, contents: string | Uint8Array): void {
  mkdirSync(dirname(join(tree, path)), { recursive: true });
  writeFileSync(join(tree, path), contents);
}

function copy(tree: string, path: string, from: string, mode = 0o644): void {
  mkdirSync(dirname(join(tree, path)), { recursive: true });
  copyFileSync(join(root, from), join(tree, path));
  chmodSync(join(tree, path), mode);
}

const sizeOf = (tree: string): number =>
  readdirSync(tree, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + Bun.file(join(parentPath, name)).size, 0);
