import type { Context } from '../context';
import { type Repeated, repeat } from '../repeated';
import type { Covers } from './covers';

/** What imports leave without a name takes some room, and is in nobody's way. */
const intervalMilliseconds = 3_600_000;

/**
 * Removes, every hour, the files of covers that no release has any more; an import takes covers away with their releases. What
 * does so is loaded by then: a server starts sooner without it.
 */
export function coverUpkeep({ store, settings, log }: Pick<Context, 'store' | 'settings' | 'log'>): Repeated {
  let loading: Promise<Covers> | undefined;
  const load = async (): Promise<Covers> => {
    const [{ Covers }, { coverFilesOf }] = await Promise.all([import('./covers'), import('./files')]);
    return new Covers(store, coverFilesOf(store, settings.data), settings.coverMegapixels * 1_000_000);
  };
  return repeat(
    async () => {
      loading ??= load();
      await (await loading).tidy();
    },
    intervalMilliseconds,
    ({ message }) => log('covers not tidied', { error: message }, 'error'),
  );
}
