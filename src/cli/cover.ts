import { readFile, stat } from 'node:fs/promises';
import { Command } from '@commander-js/extra-typings';
import { type Flags, pathOf, readSettings } from '../config';
import { badUsage, fileProblem, notFound, SetupError } from '../errors';
import { maximumPictureBytes } from '../http/body';
import type { Store } from '../store/database/open';
import { command, coverOption, withStore } from './terminal/options';
import { print } from './terminal/output';

export const coverCommand = () => new Command('cover').description('manage covers of releases').addCommand(addCommand());

const addCommand = () =>
  command('add', 'set the cover of a release, replacing the current one')
    .argument('<release>', 'its UUID, slug or page address')
    .argument('<file>', 'a JPEG, PNG or WebP of up to 10 MB')
    .addOption(coverOption)
    .action(addCover);

async function addCover(release: string, file: string, flags: Flags): Promise<void> {
  const bytes = await readPicture(pathOf(file), file);
  await withStore(flags, async (store) => {
    const found = findRelease(store, release);
    const covers = await coverStore(store, flags);
    const { byCommand } = await import('./adding/by-hand');
    await covers.put(found.id, await covers.cut(bytes), { source: 'command_line', author: byCommand(undefined) });
    print(`Set the cover of ${found.title}.`);
  });
}

export async function coverStore(store: Store, flags: Flags) {
  const [{ Covers }, { coverFilesOf }] = await Promise.all([import('../covers/covers'), import('../covers/files')]);
  const { data, coverMegapixels } = readSettings(flags);
  return new Covers(store, coverFilesOf(store, data), coverMegapixels * 1_000_000);
}

async function readPicture(path: string, file: string): Promise<Uint8Array> {
  const status = await stat(path).catch(() => undefined);
  if (!status?.isFile()) throw badUsage(`There is no file ${file}.`);
  if (status.size > maximumPictureBytes)
    throw badUsage(`${file} is too large. A cover may have at most ${maximumPictureBytes / 1_048_576} MB.`);
  return readFile(path).catch((error: unknown) => {
    throw new SetupError(fileProblem(file, error));
  });
}

/** Accepts a page address, whose last part is the slug. */
export function findRelease({ reader }: Store, idOrAddress: string): { readonly id: string; readonly title: string } {
  const name =
    idOrAddress
      .replace(/(?<!\/)\/+$/, '')
      .split('/')
      .at(-1) ?? '';
  const found = reader.get<{ id: string; title: string }>(
    'SELECT id, title FROM "release" WHERE id = lower(:name) OR slug = :name ORDER BY id = lower(:name) DESC LIMIT 1',
    { name },
  );
  if (!found) throw notFound('no_record', { kind: 'release', id: idOrAddress.slice(0, 100) });
  return found;
}
