import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { SetupError } from '../../errors';

/** What told a command to stop, if anything did. */
export interface Stop {
  readonly signal: AbortSignal;
  /** Of the signal that came; 0 where none did. */
  exitCode(): number;
}

/**
 * Comes with Ctrl-C, a service manager's signal or the end of the terminal; a second one does not wait for what still runs.
 * @param endsWithTerminal false where SIGHUP means something else
 */
export function stopSignal({ endsWithTerminal = true } = {}): Stop {
  const controller = new AbortController();
  let exitCode = 0;
  for (const name of ['SIGINT', 'SIGTERM', ...(endsWithTerminal && mayHangUp() ? (['SIGHUP'] as const) : [])] as const) {
    const code = 128 + constants.signals[name];
    process.on(name, () => {
      if (exitCode !== 0) process.exit(code);
      exitCode = code;
      controller.abort();
    });
  }
  return { signal: controller.signal, exitCode: () => exitCode };
}

/** The bit of SIGHUP in the mask of signals that are ignored. */
const hangUpBit = 1n << BigInt(constants.signals.SIGHUP - 1);

/**
 * Whether the end of the terminal is to end this process. `nohup` says not: it starts a command with the signal ignored,
 * which handling it would undo. Only Linux shows that; elsewhere the signal stays with the system.
 */
function mayHangUp(): boolean {
  try {
    const [, ignored = '0'] = /^SigIgn:\s*([0-9a-f]+)/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
    return (BigInt(`0x${ignored}`) & hangUpBit) === 0n;
  } catch {
    return false;
  }
}

/** A command that was broken off as a signal does it, where none came. */
export class Interrupted extends SetupError {
  readonly exitCode: number;

  constructor(detail: string, signal: 'SIGINT') {
    super(detail);
    this.exitCode = 128 + constants.signals[signal];
  }
}
