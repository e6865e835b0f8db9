import { readdirSync, readFileSync } from 'node:fs';

/** Current resource usage of a process on Linux; memory in MiB. */
export interface Taken {
  readonly memory: number;
  readonly mostMemory: number;
  readonly descriptors: number;
}

export function processOf(pid: number): Taken {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const megabytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) / 1024;
  return { memory: megabytes('VmRSS'), mostMemory: megabytes('VmHWM'), descriptors: readdirSync(`/proc/${pid}/fd`).length };
}
