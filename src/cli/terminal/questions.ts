import { createInterface, type Interface } from 'node:readline';
import { Interrupted } from '../serve/signals';
import { note, visible } from './output';

/** Pasted lines arrive at once, typed ones do not. */
const pasteMilliseconds = 60;

/** Prompts on standard error. Input typed ahead answers the next questions. Methods throw {@link Interrupted} on Ctrl-C. */
export class Questions {
  /** Lines not consumed yet; null is Ctrl-D. */
  readonly #typed: (string | null)[] = [];
  #interface: Interface | undefined;
  #wake: (() => void) | undefined;
  #isBrokenOff = false;

  /** @returns the line, empty on Ctrl-D */
  async ask(question: string): Promise<string> {
    return ((await this.#next(`${question}: `)) ?? '').trim();
  }

  async confirm(question: string): Promise<boolean> {
    return /^y(es)?$/i.test(await this.ask(`${question} [y/N]`));
  }

  /** Reads lines up to an empty line or Ctrl-D. Empty lines within a paste do not end it. */
  async askLines(question: string): Promise<string> {
    note(question);
    const all: string[] = [];
    for (;;) {
      const line = await this.#next('');
      if (line === null) break;
      if (line.trim() === '' && !(await this.#goesOn())) break;
      all.push(line);
    }
    return all.join('\n');
  }

  close(): void {
    const open = this.#interface;
    this.#interface = undefined;
    open?.close();
  }

  async #goesOn(): Promise<boolean> {
    if (this.#typed.length === 0) await Bun.sleep(pasteMilliseconds);
    return this.#typed.length > 0;
  }

  async #next(question: string): Promise<string | null> {
    const prompt = visible(question);
    if (this.#typed.length === 0) {
      const lines = this.#open();
      lines.setPrompt(prompt);
      lines.prompt();
      while (this.#typed.length === 0 && !this.#isBrokenOff) await this.#awaken();
      if (this.#typed[0] === null) process.stderr.write('\n');
    } else if (prompt !== '') process.stderr.write(`${prompt}${this.#typed[0] ?? ''}\n`);
    if (this.#isBrokenOff) throw new Interrupted('Cancelled. Nothing was done.', 'SIGINT');
    return this.#typed.shift() ?? null;
  }

  #awaken(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#wake = resolve;
    return promise;
  }

  /** Ctrl-D closes the interface; the next question opens another. */
  #open(): Interface {
    if (this.#interface) return this.#interface;
    const made = createInterface({ input: process.stdin, output: process.stderr, terminal: true, historySize: 0 });
    const take = (typed: string | null) => {
      this.#typed.push(typed);
      this.#wake?.();
    };
    made.on('line', take);
    made.on('SIGINT', () => {
      this.#isBrokenOff = true;
      made.close();
    });
    made.on('close', () => {
      if (this.#interface !== made) return;
      this.#interface = undefined;
      take(null);
    });
    this.#interface = made;
    return made;
  }
}
