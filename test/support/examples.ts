import { join } from 'node:path';
import type { ExampleLanguage } from '../../src/website/help/reference/examples';
import { emptyFolder } from './executable';

/** An example with its name in test output. */
export interface Snippet {
  readonly name: string;
  readonly code: string;
}

interface Runner {
  readonly command: readonly string[];
  /** Combines snippets into one program, which prints the name of each that fails. */
  readonly programOf: (snippets: readonly Snippet[]) => string;
}

const failed = 'FAILED';

/** One process per language, so that an example costs only its request. */
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

/** Whether this machine can run the language. */
export const isRunnable = (language: ExampleLanguage): boolean =>
  Bun.which(language === 'curl' ? 'curl' : (runners[language].command[0] ?? '')) !== null;

/** Runs examples with the token in the environment; returns failures with their reasons. */
export async function runExamples(
  language: ExampleLanguage,
  snippets: readonly Snippet[],
  token: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<string> {
  using folder = emptyFolder();
  const file = join(folder.path, `examples.${extensions[language]}`);
  await Bun.write(file, runners[language].programOf(snippets));
  // By default, curl prints error responses and succeeds; here it has to fail.
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
