import type { Context } from '../context';
import { type Repeated, repeat } from '../repeated';
import type { Covers } from './covers';

/** Unused files of imports do no harm for an hour. */
const intervalMilliseconds = 3_600_000;

/** Deletes unused cover files hourly, since imports delete covers with their releases. Loaded on demand to speed up the start. */
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
