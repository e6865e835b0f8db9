import { dlopen, FFIType, ptr } from 'bun:ffi';
import { rmSync } from 'node:fs';

/** Polling interval in milliseconds. */
const pause = 10;

/** Returns at once if no datagram is waiting. */
const MSG_DONTWAIT = 0x40;

/** A unix datagram socket, like that of a service manager. */
export class Datagrams {
  readonly #library = dlopen('libc.so.6', {
    socket: { args: [FFIType.i32, FFIType.i32, FFIType.i32], returns: FFIType.i32 },
    bind: { args: [FFIType.i32, FFIType.ptr, FFIType.u32], returns: FFIType.i32 },
    recv: { args: [FFIType.i32, FFIType.ptr, FFIType.u64, FFIType.i32], returns: FFIType.i64 },
    close: { args: [FFIType.i32], returns: FFIType.i32 },
  });
  readonly #descriptor: number;

  constructor(readonly path: string) {
    const address = Buffer.concat([Buffer.from([1, 0]), Buffer.from(path), Buffer.alloc(1)]);
    this.#descriptor = this.#library.symbols.socket(1, 2, 0);
    if (this.#library.symbols.bind(this.#descriptor, ptr(address), address.length) !== 0) throw new Error(`${path} cannot be bound.`);
  }

  async next(): Promise<string> {
    const buffer = Buffer.alloc(4_096);
    for (;;) {
      const length = Number(this.#library.symbols.recv(this.#descriptor, ptr(buffer), buffer.length, MSG_DONTWAIT));
      if (length >= 0) return buffer.toString('utf8', 0, length);
      await Bun.sleep(pause);
    }
  }

  [Symbol.dispose](): void {
    this.#library.symbols.close(this.#descriptor);
    rmSync(this.path);
  }
}
