import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packTar, type TarEntry } from 'modern-tar';
import { version } from '../package.json' with { type: 'json' };
import { type Architecture, epoch } from './deb';
import { revision } from './revision';
import { run } from './run';

// An image in the OCI layout (https://github.com/opencontainers/image-spec), made without a container daemon.

/** Debian's packages of glibc for other machines, which any machine installs, and the path that executables find its loader at. */
const libraries = {
  amd64: { package: 'libc6-amd64-cross', folder: 'usr/x86_64-linux-gnu', loader: 'lib64/ld-linux-x86-64.so.2' },
  arm64: { package: 'libc6-arm64-cross', folder: 'usr/aarch64-linux-gnu', loader: 'lib/ld-linux-aarch64.so.1' },
} as const satisfies Record<Architecture, object>;

/** What Bun links to, and what resolves names. */
const linked = ['libc.so.6', 'libm.so.6', 'libdl.so.2', 'libpthread.so.0', 'libresolv.so.2'];

/** As the images of distroless. */
const user = 65_532;

const modified = new Date(Number(epoch) * 1000);

export interface ImagePart {
  readonly architecture: Architecture;
  readonly executable: string;
  /** With the files of {@link libraries}. */
  readonly root: string;
}

/** Downloads and unpacks glibc of an architecture, and returns the folder. */
export async function fetchLibraries(architecture: Architecture, folder: string): Promise<string> {
  const { package: name } = libraries[architecture];
  await run(['apt-get', 'download', name], { cwd: folder });
  await run(['sh', '-c', `dpkg-deb --extract ${name}_*.deb .`], { cwd: folder });
  return folder;
}

/** Writes the image of several architectures as a tar file. */
export async function writeImage(file: string, parts: readonly ImagePart[], licenses: string): Promise<void> {
  const blobs = new Map<string, Uint8Array>();
  const add = (bytes: Uint8Array, mediaType: string) => {
    const digest = `sha256:${sha256(bytes)}`;
    blobs.set(digest, bytes);
    return { mediaType: `application/vnd.oci.image.${mediaType}`, digest, size: bytes.length };
  };
  const json = (value: object, mediaType: string) => add(new TextEncoder().encode(JSON.stringify(value)), mediaType);
  const manifests = [];
  for (const part of parts) {
    const layers = [await baseLayer(part, licenses), await programLayer(part)];
    const configuration = json(configurationOf(part, layers), 'config.v1+json');
    const descriptors = layers.map((tar) => add(Bun.gzipSync(tar, { level: 6 }), 'layer.v1.tar+gzip'));
    const manifest = {
      schemaVersion: 2,
      mediaType: 'application/vnd.oci.image.manifest.v1+json',
      config: configuration,
      layers: descriptors,
    };
    manifests.push({ ...json(manifest, 'manifest.v1+json'), platform: { architecture: part.architecture, os: 'linux' } });
  }
  // Tools that load an archive find the version by an index of its own.
  const index = json({ schemaVersion: 2, mediaType: 'application/vnd.oci.image.index.v1+json', manifests }, 'index.v1+json');
  const named = { ...index, annotations: { 'org.opencontainers.image.ref.name': version } };
  const entries = [
    entry('oci-layout', JSON.stringify({ imageLayoutVersion: '1.0.0' })),
    entry('index.json', JSON.stringify({ schemaVersion: 2, manifests: [named] })),
    ...[...blobs].map(([digest, bytes]) => entry(`blobs/${digest.replace(':', '/')}`, bytes)),
  ];
  await Bun.write(file, await packTar(entries));
}

const sha256 = (bytes: Uint8Array): string => new Bun.CryptoHasher('sha256').update(bytes).digest('hex');

async function baseLayer({ architecture, root }: ImagePart, licenses: string): Promise<Uint8Array<ArrayBuffer>> {
  const { folder, loader } = libraries[architecture];
  const tar = await packTar([
    ...['data/', 'etc/', 'lib/', 'lib64/', 'tmp/', 'usr/', 'usr/local/', 'usr/local/bin/', 'usr/share/', 'usr/share/doc/'].map(directory),
    entry(loader, readFileSync(join(root, folder, loader)), 0o755),
    ...linked.map((name) => entry(`lib/${name}`, readFileSync(join(root, folder, 'lib', name)), 0o755)),
    entry('etc/passwd', `root:x:0:0:root:/root:/sbin/nologin\nleitmotif:x:${user}:${user}:leitmotif:/data:/sbin/nologin\n`),
    entry('etc/group', `root:x:0:\nleitmotif:x:${user}:\n`),
    entry('etc/nsswitch.conf', 'hosts: files dns\n'),
    entry('usr/share/doc/THIRD-PARTY-LICENSES.txt', licenses),
  ]);
  return new Uint8Array(tar);
}

const programLayer = async ({ executable }: ImagePart): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await packTar([entry('usr/local/bin/leitmotif', readFileSync(executable), 0o755)]));

function entry(name: string, contents: string | Uint8Array, mode = 0o644): TarEntry {
  const bytes = typeof contents === 'string' ? new TextEncoder().encode(contents) : new Uint8Array(contents);
  return { header: { name, size: bytes.length, mode, uid: 0, gid: 0, mtime: modified, type: 'file' }, body: bytes };
}

/** Only the user of the service reads the data. */
function directory(name: string): TarEntry {
  const [mode, owner] = name === 'data/' ? [0o700, user] : [name === 'tmp/' ? 0o1777 : 0o755, 0];
  return { header: { name, size: 0, mode, uid: owner, gid: owner, mtime: modified, type: 'directory' } };
}

/** As in the Dockerfile. */
function configurationOf({ architecture }: ImagePart, layers: readonly Uint8Array[]): object {
  const seconds = 1_000_000_000;
  return {
    created: new Date((revision()?.seconds ?? Number(epoch)) * 1000).toISOString(),
    architecture,
    os: 'linux',
    config: {
      User: `${user}:${user}`,
      Env: ['PATH=/usr/local/bin', 'LEITMOTIF_DATA=/data', 'LEITMOTIF_HOST=0.0.0.0'],
      Entrypoint: ['/usr/local/bin/leitmotif'],
      Cmd: ['serve'],
      ExposedPorts: { '8420/tcp': {} },
      Volumes: { '/data': {} },
      StopSignal: 'SIGTERM',
      Healthcheck: {
        Test: ['CMD', '/usr/local/bin/leitmotif', 'healthcheck'],
        Interval: 30 * seconds,
        Timeout: 5 * seconds,
        StartPeriod: 60 * seconds,
        Retries: 3,
      },
      Labels: {
        'org.opencontainers.image.title': 'Leitmotif',
        'org.opencontainers.image.version': version,
        'org.opencontainers.image.licenses': 'MIT',
      },
    },
    rootfs: { type: 'layers', diff_ids: layers.map((tar) => `sha256:${sha256(tar)}`) },
  };
}
