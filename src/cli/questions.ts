import { createInterface, type Interface } from 'node:readline';
import { Interrupted } from './interrupted';

/** Lines of what is pasted come at once; those that are typed do not. */
const pasteMilliseconds = 60;

/**
 * Asks on the terminal, question after question. What is typed ahead answers the next ones. The questions go to standard
 * error. Each throws {@link Interrupted} where Ctrl-C breaks it off.
 */
export class Questions {
  readonly #lines: string[] = [];
  #interface: Interface | undefined;
  #wake: (() => void) | undefined;
  #end: 'ended' | 'broken off' | undefined;

  /** What is typed; empty where that is nothing, or ends with Ctrl-D. */
  async ask(question: string): Promise<string> {
    return ((await this.#next(`${question}: `)) ?? '').trim();
  }

  async confirm(question: string): Promise<boolean> {
    return /^y(es)?$/i.test(await this.ask(`${question} [y/N]`));
  }

  /** Lines up to an empty one, or to Ctrl-D. An empty line within what is pasted ends nothing. */
  async askLines(question: string): Promise<string> {
    process.stderr.write(`${question}\n`);
    const all: string[] = [];
    for (;;) {
      const line = await this.#next('');
      if (line === undefined) break;
      if (line.trim() === '' && !(await this.#goesOn())) break;
      all.push(line);
    }
    return all.join('\n');
  }

  close(): void {
    this.#interface?.close();
    this.#interface = undefined;
  }

  async #goesOn(): Promise<boolean> {
    if (this.#lines.length === 0) await Bun.sleep(pasteMilliseconds);
    return this.#lines.length > 0;
  }

  async #next(prompt: string): Promise<string | undefined> {
    const lines = this.#open();
    lines.setPrompt(prompt);
    if (this.#lines.length === 0) lines.prompt();
    else if (prompt !== '') process.stderr.write(`${prompt}${this.#lines[0]}\n`);
    while (this.#lines.length === 0 && this.#end === undefined) await this.#awaken();
    if (this.#end === 'broken off') throw new Interrupted('Broken off; nothing was done.', 'SIGINT');
    const line = this.#lines.shift();
    if (line === undefined) process.stderr.write('\n');
    return line;
  }

  #awaken(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#wake = resolve;
    return promise;
  }

  /** Ctrl-D ends one list of lines, and nothing else: what comes then is asked anew. */
  #open(): Interface {
    if (this.#interface && this.#end === undefined) return this.#interface;
    this.#end = undefined;
    const made = createInterface({ input: process.stdin, output: process.stderr, terminal: true, historySize: 0 });
    const end = (how: 'ended' | 'broken off') => {
      if (this.#interface === made) this.#end = how;
      this.#wake?.();
    };
    made.on('line', (line) => {
      this.#lines.push(line);
      this.#wake?.();
    });
    made.on('SIGINT', () => {
      end('broken off');
      made.close();
    });
    made.on('close', () => end(this.#end ?? 'ended'));
    this.#interface = made;
    return made;
  }
}
