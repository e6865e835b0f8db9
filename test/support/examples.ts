import { join } from 'node:path';
import type { ExampleLanguage } from '../../src/website/help/reference/examples';
import { emptyFolder } from './executable';

/** An example and what it is called in what a test says of it. */
export interface Snippet {
  readonly name: string;
  readonly code: string;
}

interface Runner {
  readonly command: readonly string[];
  /** One program of all: each snippet as it stands, and a line with its name where it failed. */
  readonly programOf: (snippets: readonly Snippet[]) => string;
}

const failed = 'FAILED';

/** One process for each language: what an example costs is its request, and not the start of a program. */
const runners: Readonly<Record<ExampleLanguage, Runner>> = {
  curl: {
    command: ['sh'],
    programOf: (snippets) => snippets.map(({ name, code }) => `( ${code}\n) > body || { echo '${failed} ${name}'; cat body; }`).join('\n'),
  },
  TypeScript: {
    command: [process.execPath],
    programOf: (snippets) =>
      [
        'const say = console.log; console.log = () => {};',
        ...snippets.map(({ name, code }) => `try {\n${code}\n} catch (error) { say('${failed} ${name}', error); }`),
      ].join('\n'),
  },
  Python: {
    command: ['python3'],
    programOf: (snippets) =>
      [
        'import contextlib, io, json, sys',
        `for name, code in json.loads(${JSON.stringify(JSON.stringify(snippets.map(({ name, code }) => [name, code])))}):`,
        '    try:',
        '        with contextlib.redirect_stdout(io.StringIO()):',
        '            exec(code, {})',
        '    except Exception as error:',
        `        print('${failed}', name, error, error.read() if hasattr(error, 'read') else '')`,
      ].join('\n'),
  },
};

const extensions: Readonly<Record<ExampleLanguage, string>> = { curl: 'sh', TypeScript: 'ts', Python: 'py' };

/** Whether this machine has what runs a language. */
export const isRunnable = (language: ExampleLanguage): boolean =>
  Bun.which(language === 'curl' ? 'curl' : (runners[language].command[0] ?? '')) !== null;

/** Runs examples as a reader would, with the token in the environment, and gives what failed and why; nothing where all is well. */
export async function runExamples(
  language: ExampleLanguage,
  snippets: readonly Snippet[],
  token: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<string> {
  using folder = emptyFolder();
  const file = join(folder.path, `examples.${extensions[language]}`);
  await Bun.write(file, runners[language].programOf(snippets));
  // What curl does by itself with an error is to print it; here it has to say so, in words of its own.
  await Bun.write(join(folder.path, '.curlrc'), 'fail-with-body\nsilent\nshow-error\n');
  const child = Bun.spawn([...runners[language].command, file], {
    cwd: folder.path,
    env: { PATH: process.env.PATH ?? '', HOME: folder.path, CURL_HOME: folder.path, LEITMOTIF_TOKEN: token, ...environment },
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [output, errors, exitCode] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return output + errors + (exitCode === 0 ? '' : `\nended with ${exitCode}`);
}
