/**
 * Builds all release files into dist/release/: `npm run release`. They are an archive for each platform; with dpkg-deb, Debian packages, an
 * apt repository (dist/apt) and, with apt-get, an image for containers; a bill of materials (CycloneDX), license texts, and checksums.
 * `--sign-key FILE` signs the checksums with a key of ssh-keygen, `--apt-key ID` the repository with one of gpg.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { zipSync } from 'fflate';
import { packTar } from 'modern-tar';
import { version } from '../package.json' with { type: 'json' };
import { layOutRepository } from './apt';
import { type Architecture, completions, documents, epoch, makePackage } from './deb';
import { fetchLibraries, writeImage } from './image';
import { licenseTexts } from './licenses';
import { revision } from './revision';
import { root, run } from './run';
import { billOfMaterials } from './sbom';
import { type Target, targets } from './targets';

const { values: keys } = parseArgs({ options: { 'sign-key': { type: 'string' }, 'apt-key': { type: 'string' } } });

const dist = join(root, 'dist');
const release = join(dist, 'release');

/** Files of the source that an archive contains beside the executable: the README, and all that it leads to. */
const sources = [...documents, 'packaging/man/leitmotif.1', 'packaging/systemd/leitmotif.service'];

const executables = { amd64: 'leitmotif-linux-x64', arm64: 'leitmotif-linux-arm64' } as const satisfies Record<Architecture, string>;

const architectures = Object.keys(executables) as Architecture[];

interface Entry {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly mode: number;
}

const modified = new Date(Number(epoch) * 1000);

async function archive({ file }: Target, common: readonly Entry[]): Promise<void> {
  const isWindows = file.endsWith('.exe');
  const name = `${file.replace(/\.exe$/, '').replace('leitmotif-', `leitmotif-${version}-`)}`;
  const program = { name: isWindows ? 'leitmotif.exe' : 'leitmotif', bytes: contentsOf(join(dist, file)), mode: 0o755 };
  const entries = [program, ...common].map((entry) => ({ ...entry, name: `${name}/${entry.name}` }));
  const [suffix, bytes] = isWindows ? ['zip', zipped(entries)] : ['tar.gz', await tarred(entries)];
  await write(`${name}.${suffix}`, bytes);
}

/** What archives have in common. */
async function commonEntries(licenses: string): Promise<Entry[]> {
  const texts = sources.map((path) => ({ name: path.replace(/^packaging\/(?:man|systemd)\//, ''), bytes: contentsOf(join(root, path)) }));
  const ofShells = completions.map(async ([shell, path]) => ({
    name: `completions/${path.split('/').at(-1)}`,
    bytes: encode(await run([process.execPath, 'src/main.ts', 'completion', shell])),
  }));
  const all = [...texts, ...(await Promise.all(ofShells)), { name: 'THIRD-PARTY-LICENSES.txt', bytes: encode(licenses) }];
  return all.map((entry) => ({ ...entry, mode: 0o644 }));
}

const encode = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(new TextEncoder().encode(text));

const contentsOf = (path: string): Uint8Array<ArrayBuffer> => new Uint8Array(readFileSync(path));

const zipped = (entries: readonly Entry[]): Uint8Array =>
  zipSync(Object.fromEntries(entries.map(({ name, bytes, mode }) => [name, [bytes, { mtime: modified, os: 3, attrs: mode << 16 }]])));

async function tarred(entries: readonly Entry[]): Promise<Uint8Array> {
  const tar = await packTar(
    entries.map(({ name, bytes, mode }) => ({ header: { name, size: bytes.length, mode, mtime: modified }, body: bytes })),
  );
  return Bun.gzipSync(new Uint8Array(tar), { level: 6 });
}

async function write(name: string, contents: string | Uint8Array): Promise<void> {
  await Bun.write(join(release, name), contents);
  show(name);
}

const show = (name: string): void => console.log(`dist/release/${name}  ${(statSync(join(release, name)).size / 1_000_000).toFixed(1)} MB`);

async function makePackages(): Promise<void> {
  const made: Record<string, string> = {};
  for (const architecture of architectures) {
    made[architecture] = await makePackage(join(dist, executables[architecture]), architecture, release, licensesFile);
    show(made[architecture].split('/').at(-1) ?? '');
  }
  const repository = join(dist, 'apt');
  rmSync(repository, { recursive: true, force: true });
  const date = new Date((revision()?.seconds ?? Number(epoch)) * 1000);
  await layOutRepository(repository, made as Record<Architecture, string>, { date, key: keys['apt-key'] });
  console.log(`dist/apt  ${keys['apt-key'] ? 'signed' : 'not signed: --apt-key'}`);
}

async function makeImage(licenses: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'leitmotif-image-'));
  try {
    for (const architecture of architectures) await fetchLibraries(architecture, folder);
    const parts = architectures.map((architecture) => ({ architecture, executable: join(dist, executables[architecture]), root: folder }));
    const name = `leitmotif-${version}-image.tar`;
    await writeImage(join(release, name), parts, licenses);
    show(name);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Writes SHA256SUMS in the format of `sha256sum --check`, and its signature. */
async function writeChecksums(): Promise<void> {
  const lines = readdirSync(release)
    .toSorted()
    .map((file) => `${new Bun.CryptoHasher('sha256').update(readFileSync(join(release, file))).digest('hex')}  ${file}\n`);
  await write('SHA256SUMS', lines.join(''));
  const key = keys['sign-key'];
  if (key) await run(['ssh-keygen', '-Y', 'sign', '-f', key, '-n', 'leitmotif', join(release, 'SHA256SUMS')]);
  console.log(key ? 'dist/release/SHA256SUMS.sig' : 'The checksums are not signed: --sign-key');
}

const build = Bun.spawn([process.execPath, 'packaging/build.ts', '--all'], { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
if ((await build.exited) !== 0) process.exit(1);
rmSync(release, { recursive: true, force: true });
mkdirSync(release, { recursive: true });
const bill = await billOfMaterials();
await write(`leitmotif-${version}.cdx.json`, bill);
const licenses = await licenseTexts(bill);
await write('THIRD-PARTY-LICENSES.txt', licenses);
const licensesFile = join(release, 'THIRD-PARTY-LICENSES.txt');
const common = await commonEntries(licenses);
for (const target of targets) await archive(target, common);
if (Bun.which('dpkg-deb')) await makePackages();
else console.log('Skipped Debian packages and their repository: dpkg-deb is not installed.');
if (Bun.which('apt-get')) await makeImage(licenses);
else console.log('Skipped the image: apt-get is not installed.');
await writeChecksums();
