import type { Context } from '../../context';
import { type Repeated, repeat } from '../../interval';
import { undoEndedCommands } from './commands';

/** Half-finished imports should disappear quickly. */
const intervalMilliseconds = 2_000;

/** Undoes imports of killed commands while the server runs. */
export function fileUpkeep({ store, log }: Pick<Context, 'store' | 'log'>): Repeated {
  let said: string | undefined;
  const look = async () => {
    // Storage problems are already logged.
    if (store.standing() !== 'in place') return;
    await undoEndedCommands(store);
    said = undefined;
  };
  return repeat(look, intervalMilliseconds, ({ message }) => {
    if (message !== said) log('files of ended commands not looked for', { error: message }, 'error');
    said = message;
  });
}
