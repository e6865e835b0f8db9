import { copyFileSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Architecture } from './deb';
import { run } from './run';

/**
 * Lays out an apt repository, to be served by any web server (https://wiki.debian.org/DebianRepository/Format).
 * @param packages the Debian packages by architecture
 * @param key of gpg, which signs it; without one, apt needs `[trusted=yes]`
 */
export async function layOutRepository(
  folder: string,
  packages: Readonly<Record<Architecture, string>>,
  { date, key }: { readonly date: Date; readonly key: string | undefined },
): Promise<void> {
  const indexes: string[] = [];
  for (const [architecture, file] of Object.entries(packages)) {
    const name = `pool/main/${file.split('/').at(-1)}`;
    mkdirSync(join(folder, 'pool/main'), { recursive: true });
    copyFileSync(file, join(folder, name));
    const control = (await run(['dpkg-deb', '--field', file])).trimEnd();
    const stanza = `${control}\nFilename: ${name}\nSize: ${statSync(file).size}\nSHA256: ${sha256(readFileSync(file))}\n`;
    for (const [suffix, bytes] of [
      ['', stanza],
      ['.gz', Bun.gzipSync(stanza)],
    ] as const) {
      const index = `main/binary-${architecture}/Packages${suffix}`;
      indexes.push(index);
      await Bun.write(join(folder, 'dists/stable', index), bytes);
    }
  }
  const dist = join(folder, 'dists/stable');
  const sums = indexes.map((index) => {
    const bytes = readFileSync(join(dist, index));
    return ` ${sha256(bytes)} ${bytes.length} ${index}\n`;
  });
  const head = {
    Origin: 'Leitmotif',
    Label: 'Leitmotif',
    Suite: 'stable',
    Codename: 'stable',
    Date: date.toUTCString().replace('GMT', 'UTC'),
  };
  const lines = Object.entries({ ...head, Architectures: Object.keys(packages).join(' '), Components: 'main' });
  await Bun.write(join(dist, 'Release'), `${lines.map(([name, value]) => `${name}: ${value}\n`).join('')}SHA256:\n${sums.join('')}`);
  if (key === undefined) return;
  const sign = ['gpg', '--batch', '--yes', '--local-user', key, '--armor'];
  await run([...sign, '--clearsign', '--output', join(dist, 'InRelease'), join(dist, 'Release')]);
  await run([...sign, '--detach-sign', '--output', join(dist, 'Release.gpg'), join(dist, 'Release')]);
}

const sha256 = (bytes: Uint8Array): string => new Bun.CryptoHasher('sha256').update(bytes).digest('hex');
