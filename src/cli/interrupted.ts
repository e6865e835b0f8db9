import { constants } from 'node:os';
import { SetupError } from '../errors';

/** A command that was broken off as a signal does it, where none came. */
export class Interrupted extends SetupError {
  readonly exitCode: number;

  constructor(detail: string, signal: 'SIGINT') {
    super(detail);
    this.exitCode = 128 + constants.signals[signal];
  }
}
