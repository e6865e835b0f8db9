import { dlopen, FFIType, ptr } from 'bun:ffi';

const { AF_UNIX, SOCK_DGRAM, SOCK_CLOEXEC } = { AF_UNIX: 1, SOCK_DGRAM: 2, SOCK_CLOEXEC: 0o2000000 };

/** What a service manager is told: that the server is ready, that it stops, that it lives. */
export type ManagedState = 'READY=1' | 'STOPPING=1' | 'WATCHDOG=1';

/**
 * Tells systemd how this process is: sd_notify(3), a datagram to the socket that the environment names. The runtime has no
 * datagrams on unix sockets, so the system's own library sends it.
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

/** A `sockaddr_un`. A name that begins with `@` is one of no file, which the system writes with a zero. */
function addressOf(path: string): Buffer {
  const name = Buffer.from(path.startsWith('@') ? `\0${path.slice(1)}` : path);
  // Both of the processors that it is made for begin with the lower byte.
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
