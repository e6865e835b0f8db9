import { createInterface } from 'node:readline/promises';
import { Interrupted } from './interrupted';
import { visible } from './output';

/**
 * Asks on the terminal for a yes: anything else is a no.
 * @throws {Interrupted} where Ctrl-C breaks the question off
 */
export async function confirm(question: string): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const { promise: brokenOff, reject } = Promise.withResolvers<never>();
  lines.once('SIGINT', () => reject(new Interrupted('Broken off; nothing was done.', 'SIGINT')));
  // What ends without an answer is a no.
  const ended = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
  try {
    const answer = await Promise.race([lines.question(`${visible(question)} [y/N] `), ended, brokenOff]);
    return /^y(es)?$/i.test(answer.trim());
  } finally {
    lines.close();
  }
}
