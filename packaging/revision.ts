import { root } from './run';

/** Commit of the source and the time of the commit in seconds. */
export interface Revision {
  readonly commit: string;
  readonly seconds: number;
}

/**
 * The commit from git, else, in a copy of the source without history such as a container's, from LEITMOTIF_COMMIT and
 * SOURCE_DATE_EPOCH.
 */
export function revision(): Revision | undefined {
  const { stdout, exitCode } = Bun.spawnSync(['git', 'log', '-1', '--format=%h %ct', '--abbrev=10'], {
    cwd: root,
    // Git looks in parent folders too: a copy inside of another project has none of its own.
    env: { ...process.env, GIT_CEILING_DIRECTORIES: new URL('..', `file://${root}`).pathname },
    stderr: 'ignore',
  });
  const { LEITMOTIF_COMMIT, SOURCE_DATE_EPOCH } = process.env;
  const [commit, seconds] = exitCode === 0 ? stdout.toString().trim().split(' ') : [LEITMOTIF_COMMIT, SOURCE_DATE_EPOCH];
  return commit && seconds ? { commit, seconds: Number(seconds) } : undefined;
}
