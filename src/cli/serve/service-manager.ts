import { dlopen, FFIType, ptr } from 'bun:ffi';

const { AF_UNIX, SOCK_DGRAM, SOCK_CLOEXEC } = { AF_UNIX: 1, SOCK_DGRAM: 2, SOCK_CLOEXEC: 0o2000000 };

export type ManagedState = 'READY=1' | 'STOPPING=1' | 'WATCHDOG=1';

/**
 * Sends a state to systemd by sd_notify(3), a datagram to a unix socket. Bun has no unix datagrams, so this calls libsystemd.
 * @returns whether it was sent
 */
export function tellServiceManager(state: ManagedState, path: string): boolean {
  const { socket, sendto, close } = library().symbols;
  const [address, message] = [addressOf(path), Buffer.from(state)];
  const descriptor = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (descriptor < 0) return false;
  const sent = sendto(descriptor, ptr(message), message.length, 0, ptr(address), address.length);
  close(descriptor);
  return Number(sent) === message.length;
}

/** A `sockaddr_un`. A leading `@` means an abstract socket, written as a zero byte. */
function addressOf(path: string): Buffer {
  const name = Buffer.from(path.startsWith('@') ? `\0${path.slice(1)}` : path);
  // Little-endian on both supported processors.
  const family = Buffer.from([AF_UNIX, 0]);
  return Buffer.concat([family, name, Buffer.alloc(path.startsWith('@') ? 0 : 1)]);
}

let loaded: ReturnType<typeof load> | undefined;

function library() {
  loaded ??= load();
  return loaded;
}

const load = () =>
  dlopen('libc.so.6', {
    socket: { args: [FFIType.i32, FFIType.i32, FFIType.i32], returns: FFIType.i32 },
    sendto: {
      args: [FFIType.i32, FFIType.ptr, FFIType.u64, FFIType.i32, FFIType.ptr, FFIType.u32],
      returns: FFIType.i64,
    },
    close: { args: [FFIType.i32], returns: FFIType.i32 },
  });
