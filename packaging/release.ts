/**
 * Builds all release files into dist/release/: `npm run release`. They are an archive for each platform, Debian packages if
 * dpkg-deb is installed, a bill of materials (CycloneDX), and checksums.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { packTar } from 'modern-tar';
import { version } from '../package.json' with { type: 'json' };
import { type Architecture, epoch, makePackage } from './deb';
import { root, run } from './run';
import { billOfMaterials } from './sbom';
import { type Target, targets } from './targets';

const dist = join(root, 'dist');
const release = join(dist, 'release');

/** Files that an archive contains in addition to the executable. */
const documents = ['README.md', 'LICENSE', 'CHANGELOG.md', 'packaging/man/leitmotif.1', 'packaging/systemd/leitmotif.service'];

const debianTargets: readonly { readonly file: string; readonly architecture: Architecture }[] = [
  { file: 'leitmotif-linux-x64', architecture: 'amd64' },
  { file: 'leitmotif-linux-arm64', architecture: 'arm64' },
];

interface Entry {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly mode: number;
}

const modified = new Date(Number(epoch) * 1000);

async function archive({ file }: Target): Promise<void> {
  const isWindows = file.endsWith('.exe');
  const name = `${file.replace(/\.exe$/, '').replace('leitmotif-', `leitmotif-${version}-`)}`;
  const program = { name: isWindows ? 'leitmotif.exe' : 'leitmotif', bytes: contentsOf(join(dist, file)), mode: 0o755 };
  const others = documents.map((path) => ({ name: path.split('/').at(-1) ?? path, bytes: contentsOf(join(root, path)), mode: 0o644 }));
  const entries = [program, ...others].map((entry) => ({ ...entry, name: `${name}/${entry.name}` }));
  const [suffix, bytes] = isWindows ? ['zip', zipped(entries)] : ['tar.gz', await tarred(entries)];
  await Bun.write(join(release, `${name}.${suffix}`), bytes);
}

const contentsOf = (path: string): Uint8Array<ArrayBuffer> => new Uint8Array(readFileSync(path));

const zipped = (entries: readonly Entry[]): Uint8Array =>
  zipSync(Object.fromEntries(entries.map(({ name, bytes, mode }) => [name, [bytes, { mtime: modified, os: 3, attrs: mode << 16 }]])));

async function tarred(entries: readonly Entry[]): Promise<Uint8Array> {
  const tar = await packTar(
    entries.map(({ name, bytes, mode }) => ({ header: { name, size: bytes.length, mode, mtime: modified }, body: bytes })),
  );
  return Bun.gzipSync(new Uint8Array(tar), { level: 6 });
}

/** Writes SHA256SUMS in the format of `sha256sum --check`. */
async function writeChecksums(): Promise<void> {
  const lines = readdirSync(release)
    .toSorted()
    .map((file) => `${new Bun.CryptoHasher('sha256').update(readFileSync(join(release, file))).digest('hex')}  ${file}\n`);
  await Bun.write(join(release, 'SHA256SUMS'), lines.join(''));
}

process.stdout.write(await run([process.execPath, 'packaging/build.ts', '--all']));
rmSync(release, { recursive: true, force: true });
mkdirSync(release, { recursive: true });
for (const target of targets) await archive(target);
if (Bun.which('dpkg-deb')) for (const { file, architecture } of debianTargets) await makePackage(join(dist, file), architecture, release);
else console.log('Skipped Debian packages: dpkg-deb is not installed.');
await Bun.write(join(release, `leitmotif-${version}.cdx.json`), await billOfMaterials());
await writeChecksums();
for (const file of readdirSync(release).toSorted())
  console.log(`dist/release/${file}  ${(statSync(join(release, file)).size / 1_000_000).toFixed(1)} MB`);
