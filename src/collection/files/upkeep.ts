import type { Context } from '../../context';
import { type Repeated, repeat } from '../../repeated';
import { undoEndedCommands } from './commands';

/** Half a collection is not to be seen for long. */
const intervalMilliseconds = 2_000;

/** Takes back, while the server runs, what commands left that were ended while they put a file in. */
export function fileUpkeep({ store, log }: Pick<Context, 'store' | 'log'>): Repeated {
  let said: string | undefined;
  const look = async () => {
    // What became of the database is in the log already, and nothing can be taken back meanwhile.
    if (store.standing() !== 'in place') return;
    await undoEndedCommands(store);
    said = undefined;
  };
  return repeat(look, intervalMilliseconds, ({ message }) => {
    if (message !== said) log('files of ended commands not looked for', { error: message }, 'error');
    said = message;
  });
}
