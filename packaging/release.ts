/**
 * Makes all that is released into dist/release/: `npm run release`. An archive and its checksum for each platform, Debian
 * packages where dpkg-deb is, and what the executable is made of (CycloneDX).
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

/** What lies beside the executable in an archive. */
const beside = ['README.md', 'LICENSE', 'CHANGELOG.md', 'packaging/man/leitmotif.1', 'packaging/systemd/leitmotif.service'];

const packaged: readonly { readonly file: string; readonly architecture: Architecture }[] = [
  { file: 'leitmotif-linux-x64', architecture: 'amd64' },
  { file: 'leitmotif-linux-arm64', architecture: 'arm64' },
];

interface Entry {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly mode: number;
}

const written = new Date(Number(epoch) * 1000);

async function archive({ file }: Target): Promise<void> {
  const isWindows = file.endsWith('.exe');
  const name = `${file.replace(/\.exe$/, '').replace('leitmotif-', `leitmotif-${version}-`)}`;
  const program = { name: isWindows ? 'leitmotif.exe' : 'leitmotif', bytes: contentsOf(join(dist, file)), mode: 0o755 };
  const documents = beside.map((path) => ({ name: path.split('/').at(-1) ?? path, bytes: contentsOf(join(root, path)), mode: 0o644 }));
  const entries = [program, ...documents].map((entry) => ({ ...entry, name: `${name}/${entry.name}` }));
  const [suffix, bytes] = isWindows ? ['zip', zipped(entries)] : ['tar.gz', await tarred(entries)];
  await Bun.write(join(release, `${name}.${suffix}`), bytes);
}

const contentsOf = (path: string): Uint8Array<ArrayBuffer> => new Uint8Array(readFileSync(path));

const zipped = (entries: readonly Entry[]): Uint8Array =>
  zipSync(Object.fromEntries(entries.map(({ name, bytes, mode }) => [name, [bytes, { mtime: written, os: 3, attrs: mode << 16 }]])));

async function tarred(entries: readonly Entry[]): Promise<Uint8Array> {
  const tar = await packTar(
    entries.map(({ name, bytes, mode }) => ({ header: { name, size: bytes.length, mode, mtime: written }, body: bytes })),
  );
  return Bun.gzipSync(new Uint8Array(tar), { level: 6 });
}

/** In the format of sha256sum, which checks them: `sha256sum --check SHA256SUMS`. */
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
if (Bun.which('dpkg-deb')) for (const { file, architecture } of packaged) await makePackage(join(dist, file), architecture, release);
else console.log('left out: Debian packages, for want of dpkg-deb');
await Bun.write(join(release, `leitmotif-${version}.cdx.json`), await billOfMaterials());
await writeChecksums();
for (const file of readdirSync(release).toSorted())
  console.log(`dist/release/${file}  ${(statSync(join(release, file)).size / 1_000_000).toFixed(1)} MB`);
