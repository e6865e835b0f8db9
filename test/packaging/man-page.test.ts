import { expect, test } from 'bun:test';
import { manPage, manPath } from '../../packaging/man';
import { program } from '../../src/cli';
import { nonEmpty } from '../support/non-empty';

test('the man page is up to date (npm run man)', async () => {
  expect(await Bun.file(manPath).text()).toBe(manPage());
});

test('the man page has a section for every command', () => {
  const page = manPage();
  for (const command of nonEmpty(program().commands)) expect(page).toMatch(new RegExp(`^\\.SS "${command.name()}[ "]`, 'm'));
});
