import { expect, spyOn, test } from 'bun:test';
import { note, print } from '../../src/cli/terminal/output';
import { nonEmpty } from '../support/non-empty';

const names = 'a\u001b[2Jb\u0007 c\u009bd\u202ee\r';
const shown = 'a\\u001b[2Jb\\u0007 c\\u009bd\\u202ee\\u000d';

test('output of commands escapes control characters except line breaks and tabs', () => {
  const output: string[] = [];
  const log = spyOn(console, 'log').mockImplementation((text: string) => void output.push(text));
  const write = spyOn(process.stderr, 'write').mockImplementation((text) => output.push(String(text)) > 0);
  try {
    print(`${names}\n\t${names}`);
    note(names);
  } finally {
    log.mockRestore();
    write.mockRestore();
  }
  expect(output).toEqual([`${shown}\n\t${shown}`, `${shown}\n`]);
});

test('every command writes its output through these functions', async () => {
  const others = ['completion.ts', 'output.ts'];
  for (const file of nonEmpty([...new Bun.Glob('src/cli/**/*.ts').scanSync()])) {
    if (others.some((name) => file.endsWith(`cli/terminal/${name}`))) continue;
    expect([file, /console\.(log|error|warn)/.exec(await Bun.file(file).text())?.[0]]).toEqual([file, undefined]);
  }
});
