import type { Context } from '../context';
import { type Repeated, repeat } from '../repeated';
import { Covers } from './covers';
import { coverFilesOf } from './files';

/** What imports leave without a name takes some room, and is in nobody's way. */
const intervalMilliseconds = 3_600_000;

/** Removes, every hour, the files of covers that no release has any more; an import takes covers away with their releases. */
export function coverUpkeep({ store, settings, log }: Pick<Context, 'store' | 'settings' | 'log'>): Repeated {
  const covers = new Covers(store, coverFilesOf(store, settings.data), settings.coverMegapixels * 1_000_000);
  return repeat(
    () => covers.tidy(),
    intervalMilliseconds,
    ({ message }) => log('covers not tidied', { error: message }, 'error'),
  );
}
