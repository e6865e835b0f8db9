import { expect, test } from 'bun:test';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { layOutRepository } from '../../packaging/apt';
import { makePackage } from '../../packaging/deb';
import { writeImage } from '../../packaging/image';
import { run } from '../../packaging/run';
import { emptyFolder } from '../support/executable';

const sha256 = (bytes: Uint8Array | string): string => new Bun.CryptoHasher('sha256').update(bytes).digest('hex');

test('an image has a manifest for each architecture, blobs named by their digests, and the same bytes each time', async () => {
  using folder = emptyFolder();
  const executable = join(folder.path, 'leitmotif');
  writeFileSync(executable, 'The executable itself does not matter here.');
  const [x64, arm64] = ['usr/x86_64-linux-gnu', 'usr/aarch64-linux-gnu'].map((path) => join(folder.path, path));
  for (const [lib, loader] of [
    [x64, 'lib64/ld-linux-x86-64.so.2'],
    [arm64, 'lib/ld-linux-aarch64.so.1'],
  ] as const) {
    for (const name of ['lib', 'lib64']) mkdirSync(join(lib as string, name), { recursive: true });
    for (const name of ['libc.so.6', 'libm.so.6', 'libdl.so.2', 'libpthread.so.0', 'libresolv.so.2'])
      writeFileSync(join(lib as string, 'lib', name), name);
    writeFileSync(join(lib as string, loader), 'loader');
  }
  const parts = (['amd64', 'arm64'] as const).map((architecture) => ({ architecture, executable, root: folder.path }));
  const files = ['a.tar', 'b.tar'].map((name) => join(folder.path, name));
  for (const file of files) await writeImage(file, parts, 'licenses');
  expect(readFileSync(files[0] as string).equals(readFileSync(files[1] as string))).toBe(true);
  const tree = join(folder.path, 'image');
  mkdirSync(tree);
  await run(['tar', '--extract', '--file', files[0] as string, '--directory', tree]);
  const read = (digest: string): Buffer => {
    const bytes = readFileSync(join(tree, 'blobs', digest.replace(':', '/')));
    expect(`sha256:${sha256(bytes)}`).toBe(digest);
    return bytes;
  };
  const json = (digest: string) => JSON.parse(read(digest).toString());
  const [{ digest }] = JSON.parse(readFileSync(join(tree, 'index.json'), 'utf8')).manifests;
  const { manifests } = json(digest);
  expect(manifests.map(({ platform }: { platform: object }) => platform)).toEqual([
    { architecture: 'amd64', os: 'linux' },
    { architecture: 'arm64', os: 'linux' },
  ]);
  for (const manifest of manifests) {
    const { config, layers } = json(manifest.digest);
    const { diff_ids } = json(config.digest).rootfs;
    expect(layers.map((layer: { digest: string }) => `sha256:${sha256(Bun.gunzipSync(new Uint8Array(read(layer.digest))))}`)).toEqual(
      diff_ids,
    );
  }
});

test.if(Bun.which('dpkg-deb') !== null)(
  'an apt repository lists its packages with their checksums, and its indexes with theirs',
  async () => {
    using folder = emptyFolder();
    const executable = join(folder.path, 'leitmotif');
    writeFileSync(executable, 'The executable itself does not matter here.');
    chmodSync(executable, 0o755);
    const packages = {
      amd64: await makePackage(executable, 'amd64', folder.path),
      arm64: await makePackage(executable, 'arm64', folder.path),
    };
    const repository = join(folder.path, 'apt');
    await layOutRepository(repository, packages, { date: new Date(0), key: undefined });
    const release = readFileSync(join(repository, 'dists/stable/Release'), 'utf8');
    const sums = [...release.matchAll(/^ ([0-9a-f]{64}) (\d+) (\S+)$/gm)];
    expect(sums).toHaveLength(4);
    for (const [, sum, size, path] of sums) {
      const bytes = readFileSync(join(repository, 'dists/stable', path as string));
      expect([sha256(bytes), bytes.length]).toEqual([sum as string, Number(size)]);
    }
    const listed = readFileSync(join(repository, 'dists/stable/main/binary-arm64/Packages'), 'utf8');
    const [, path, sum] = /^Filename: (.+)\n(?:.+\n)*SHA256: (.+)$/m.exec(listed) ?? [];
    expect(sha256(readFileSync(join(repository, path as string)))).toBe(sum as string);
  },
  60_000,
);
