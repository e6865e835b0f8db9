import type { Socket } from 'bun';
import type { Running } from '../support/executable';

/** Somebody who came before all others, and asks for something now and then on the same connection. */
export class LightReader {
  #said = '';
  #isClosed = false;

  private constructor(private readonly host: string) {}

  static async of(server: Running): Promise<{ readonly reader: LightReader; readonly socket: Socket }> {
    const { host, hostname, port } = new URL(server.url);
    const reader = new LightReader(host);
    const socket = await Bun.connect({
      hostname,
      port: Number(port),
      socket: {
        data(_, bytes) {
          reader.#said += bytes.toString('latin1');
        },
        close() {
          reader.#isClosed = true;
        },
        error: () => {},
      },
    });
    return { reader, socket };
  }

  /** What is wrong with the answers to some requests; nothing where each is a good one, in time. */
  async faultOf(socket: Socket, paths: readonly string[], patienceMilliseconds: number): Promise<string | undefined> {
    for (const path of paths) {
      this.#said = '';
      socket.write(`GET ${path} HTTP/1.1\r\nHost: ${this.host}\r\n\r\n`);
      for (const giveUpAt = Date.now() + patienceMilliseconds; !isWhole(this.#said); await Bun.sleep(10)) {
        if (this.#isClosed || Date.now() > giveUpAt) return `who was there before is not answered at ${path}`;
      }
      if (!this.#said.startsWith('HTTP/1.1 200')) return `who was there before is answered at ${path}: ${this.#said.split('\r\n')[0]}`;
    }
    return undefined;
  }
}

/** True once the last byte of an answer is there: a page may come in pieces, and on a busy machine with pauses between them. */
function isWhole(answer: string): boolean {
  const head = /^content-length: (\d+)(?:\r\n.+)*\r\n\r\n/im.exec(answer);
  return head ? answer.length >= head.index + head[0].length + Number(head[1]) : answer.endsWith('\r\n0\r\n\r\n');
}
