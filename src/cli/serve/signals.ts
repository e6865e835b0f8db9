import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { SetupError } from '../../errors';
import { isChildOfServer, serverEnd } from '../../import/requested/child';
import { note } from '../terminal/output';

export interface Stop {
  readonly signal: AbortSignal;
  /** Exit code for the signal; 0 without one. */
  exitCode(): number;
}

/**
 * Aborts on Ctrl-C, SIGTERM or hang-up, or when the server that started this process asks or is gone; a second signal exits at
 * once.
 * @param endsWithTerminal false if SIGHUP has another meaning
 */
export function stopSignal({ endsWithTerminal = true } = {}): Stop {
  const controller = new AbortController();
  let exitCode = 0;
  let isSignaled = false;
  const begin = (code: number): void => {
    exitCode ||= code;
    controller.abort();
  };
  for (const name of ['SIGINT', 'SIGTERM', ...(endsWithTerminal && mayHangUp() ? (['SIGHUP'] as const) : [])] as const) {
    const code = 128 + constants.signals[name];
    process.on(name, () => {
      if (isSignaled) process.exit(code);
      isSignaled = true;
      begin(code);
    });
  }
  if (isChildOfServer()) void serverEnd().then(() => begin(128 + constants.signals.SIGINT));
  return { signal: controller.signal, exitCode: () => exitCode };
}

/** Ends a command that a signal interrupted. */
export function interrupted({ exitCode }: Pick<Stop, 'exitCode'>, more: string): void {
  note(`leitmotif: Interrupted.${more}`);
  process.exitCode = exitCode();
}

/** Bit of SIGHUP in the signal mask. */
const hangUpBit = 1n << BigInt(constants.signals.SIGHUP - 1);

/**
 * Whether hang-up should end this process. `nohup` ignores SIGHUP, and handling it would undo that. Only Linux shows ignored
 * signals; elsewhere the system decides.
 */
function mayHangUp(): boolean {
  try {
    const [, ignored = '0'] = /^SigIgn:\s*([0-9a-f]+)/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
    return (BigInt(`0x${ignored}`) & hangUpBit) === 0n;
  } catch {
    return false;
  }
}

export class Interrupted extends SetupError {
  readonly exitCode: number;

  constructor(detail: string, signal: 'SIGINT') {
    super(detail);
    this.exitCode = 128 + constants.signals[signal];
  }
}
