/** A released platform. */
export interface Target {
  /** Bun's name of the platform. */
  readonly target: string;
  /** File name of the executable. */
  readonly file: string;
}

export const targets = [
  { target: 'bun-linux-x64', file: 'leitmotif-linux-x64' },
  { target: 'bun-linux-arm64', file: 'leitmotif-linux-arm64' },
  { target: 'bun-linux-x64-musl', file: 'leitmotif-linux-x64-musl' },
  { target: 'bun-darwin-arm64', file: 'leitmotif-macos-arm64' },
  { target: 'bun-darwin-x64', file: 'leitmotif-macos-x64' },
  { target: 'bun-windows-x64', file: 'leitmotif-windows-x64.exe' },
] as const satisfies readonly Target[];
