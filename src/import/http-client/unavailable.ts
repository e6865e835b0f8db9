import { SetupError } from '../../errors';

/**
 * The other side does not answer at the moment: it is down, restarts, or asks for patience. Later it may, unlike where it
 * gives wrong answers.
 */
export class Unavailable extends SetupError {
  constructor(
    message: string,
    /** Whether the same request may be sent again within the minute. */
    readonly isWorthAnotherTry = true,
  ) {
    super(message);
  }
}
