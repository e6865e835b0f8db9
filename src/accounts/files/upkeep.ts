import type { Context } from '../../context';
import { type Repeated, repeat } from '../../repeated';
import { undoEndedCommands } from './commands';

/** Half a collection is not to be seen for long. */
const intervalMilliseconds = 2_000;

/** Takes back, while the server runs, what commands left that were ended while they put a file in. */
export const fileUpkeep = ({ store, log }: Pick<Context, 'store' | 'log'>): Repeated =>
  repeat(
    async () => void (await undoEndedCommands(store)),
    intervalMilliseconds,
    ({ message }) => log('import not taken back', { error: message }),
  );
