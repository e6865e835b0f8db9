import { expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { program } from '../../src/cli';
import { commentedFile, fileKeyOf, flagOf, readSettings, settings, settingText, variableOf } from '../../src/config';
import { emptyFolder } from '../support/executable';
import { nonEmpty } from '../support/non-empty';

const names = Object.keys(settings) as (keyof typeof settings)[];

test('the commented settings file has every default, and is valid with all or no settings enabled', () => {
  using folder = emptyFolder();
  const config = join(folder.path, 'leitmotif.toml');
  const environment = { HOME: folder.path };
  writeFileSync(config, commentedFile());
  const untouched = readSettings({ config }, environment);
  expect(untouched.givenBy).toEqual({});

  const without = [...commentedFile().matchAll(/^#([a-z_]+) = "" #/gm)].map(([, key]) => key);
  expect(without).toEqual(['import_folder', 'backups', 'releases_url', 'metrics_listen', 'metrics_token']);
  writeFileSync(config, commentedFile().replace(/^#(?=[a-z_0-9]+ = (?!"" #))/gm, ''));
  const { givenBy, ...taken } = readSettings({ config }, environment);
  const { givenBy: _, ...defaults } = untouched;
  expect(taken).toEqual(defaults);
  expect(Object.keys(givenBy ?? {}).toSorted()).toEqual(names.filter((name) => !without.includes(fileKeyOf(name))).toSorted());
});

test('every setting is an option of serve', () => {
  const options = program()
    .commands.find((command) => command.name() === 'serve')
    ?.options.map(({ long }) => long);
  const others = ['contact', 'wikidataEntities', 'wikidataQuery', 'coverArtArchive'];
  for (const name of nonEmpty(names)) if (!others.includes(name)) expect(options).toContain(`--${flagOf(name)}`);
});

test('the documentation names every setting with its flag, its variable and its key', () => {
  const text = readFileSync(join(import.meta.dir, '../../docs/settings.md'), 'utf8');
  for (const name of nonEmpty(names)) {
    const line = text.split('\n').find((line) => line.startsWith('| `--') && line.includes(`\`${variableOf(name)}\``));
    expect([name, line]).toEqual([name, expect.stringContaining(`\`${fileKeyOf(name)}\``)]);
  }
});

test('a variable can name a file with the value, but not together with the value', () => {
  using folder = emptyFolder();
  const path = join(folder.path, 'contact');
  writeFileSync(path, 'films@example.org\n');
  const read = (environment: Record<string, string>) => readSettings({ config: '/dev/null' }, environment);
  const { contact, givenBy } = read({ LEITMOTIF_CONTACT_FILE: path });
  expect([contact, givenBy]).toEqual(['films@example.org', { contact: 'LEITMOTIF_CONTACT_FILE' }]);
  expect(() => read({ LEITMOTIF_CONTACT_FILE: path, LEITMOTIF_CONTACT: '' })).toThrow(
    'Set only one of LEITMOTIF_CONTACT and LEITMOTIF_CONTACT_FILE.',
  );
  expect(() => read({ LEITMOTIF_PORT_FILE: '/nowhere' })).toThrow('LEITMOTIF_PORT_FILE: There is no file /nowhere.');
  expect(() => read({ LEITMOTIF_PORT_FILE: path })).toThrow('LEITMOTIF_PORT_FILE must be a whole number from 0 to 65535.');
  expect(readSettings({ contact: 'https://films.example', config: '/dev/null' }, { LEITMOTIF_CONTACT_FILE: path }).contact).toBe(
    'https://films.example',
  );
});

test('secrets are hidden unless they are empty', () => {
  expect(settingText({ isSecret: true }, 'lm_pat_1')).toBe('(hidden)');
  expect(settingText({ isSecret: true }, '')).toBe('""');
  expect(settingText({}, ['a', 'b'])).toBe('["a","b"]');
  expect(settingText(settings.socketMode, 0o600)).toBe('"0600"');
});

test.each(['0660', '660', '0777'])('the socket mode %s is valid', (mode) => {
  expect(readSettings({ socketMode: mode, config: '/dev/null' }, {}).socketMode).toBe(Number.parseInt(mode, 8));
});

test.each(['', '66', '0o660', '1660', '0668', 'rw-rw----'])('the socket mode %p is refused', (mode) => {
  expect(() => readSettings({ socketMode: mode, config: '/dev/null' }, {})).toThrow('--socket-mode must be an octal mode such as 0660.');
});

test('a socket excludes HTTPS, which needs key and certificate', () => {
  const read = (flags: object) => () => readSettings({ config: '/dev/null', ...flags }, {});
  expect(read({ tlsKey: 'a.key' })).toThrow('tls_key is set, but tls_certificate is not. HTTPS needs both.');
  expect(read({ tlsKey: 'a.key', tlsCertificate: 'a.pem', socket: 'a.sock' })).toThrow('Set only one of socket and tls_certificate.');
});
