import { readSettings } from '../config';
import { SetupError } from '../errors';
import { fetchBounded } from '../http/bounded-fetch';
import { serverVersion, sourceRevision } from '../version';
import { command } from './terminal/options';
import { print } from './terminal/output';

const patienceMilliseconds = 10_000;

/** Forges answer with the notes of the release and a list of its files: tens of kilobytes. */
const maximumAnswerBytes = 1_000_000;

/** The schema and the commit too, since builds of one version may differ. */
export const versionCommand = () =>
  command('version', 'print the version, the database schema and the commit')
    .option('--check', 'ask the address of the setting releases_url for a newer version')
    .action(async ({ check, ...flags }) => {
      const { latestSchema } = await import('../../db/migrations');
      print(`${serverVersion}\nschema ${latestSchema()}${sourceRevision && `\ncommit ${sourceRevision}`}`);
      if (!check) return;
      const { releasesUrl } = readSettings(flags);
      if (releasesUrl === '') throw new SetupError('No address to ask. Set releases_url, or LEITMOTIF_RELEASES_URL.');
      const latest = await latestVersion(releasesUrl);
      print(Bun.semver.order(latest, serverVersion) > 0 ? `Version ${latest} is available.` : 'This is the latest version.');
    });

/** The version that an address names, as forges describe their latest release. @throws {SetupError} without one */
async function latestVersion(address: string): Promise<string> {
  const wrong = (reason: string) => new SetupError(`${address} did not tell the latest version: ${reason.replace(/[.?!]$/, '')}.`);
  const headers = { accept: 'application/json', 'user-agent': `Leitmotif/${serverVersion}` };
  const request = { headers, redirect: 'follow', signal: AbortSignal.timeout(patienceMilliseconds) } as const;
  const response = await fetchBounded(address, request, maximumAnswerBytes).catch((error: Error) => {
    throw wrong(error.message);
  });
  if (!response.ok) throw wrong(`it responded with ${response.status}`);
  const text = await response.text();
  const [, version] = /"(?:tag_name|version)"\s*:\s*"v?(\d{1,6}\.\d{1,6}\.\d{1,6}(?:-[\w.]{1,40})?)"/.exec(text) ?? [];
  if (version === undefined) throw wrong('the response has no "tag_name" or "version" such as 1.2.3');
  return version;
}
