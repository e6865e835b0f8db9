import { expect, setDefaultTimeout, test } from 'bun:test';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { debianVersion, makePackage } from '../../packaging/deb';
import { revision } from '../../packaging/revision';
import { run } from '../../packaging/run';
import { emptyFolder } from '../support/executable';

setDefaultTimeout(60_000);

test.if(Bun.which('dpkg-deb') !== null)(
  'the Debian package has a version that grows with commits, completions for three shells and documents without broken links',
  async () => {
    using folder = emptyFolder();
    const executable = join(folder.path, 'leitmotif');
    writeFileSync(executable, 'The executable itself does not matter here.');
    const file = await makePackage(executable, 'amd64', folder.path);
    const version = (await run(['dpkg-deb', '--field', file, 'Version'])).trim();
    expect(version).toBe(debianVersion(revision()));
    const nextDay = { commit: '0000000000', seconds: (revision()?.seconds ?? 0) + 86_400 };
    await run(['dpkg', '--compare-versions', debianVersion(nextDay), 'gt', version]);
    const tree = join(folder.path, 'tree');
    await run(['dpkg-deb', '--extract', file, tree]);

    for (const path of [
      'bash-completion/completions/leitmotif',
      'zsh/vendor-completions/_leitmotif',
      'fish/vendor_completions.d/leitmotif.fish',
    ])
      expect(readFileSync(join(tree, 'usr/share', path), 'utf8')).toContain('leitmotif complete');
    const documents = join(tree, 'usr/share/doc/leitmotif');
    const pages = readdirSync(documents, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'));
    expect(pages).toContain('docs/operating.md');
    const broken = pages.flatMap((page) => {
      const targets = [...readFileSync(join(documents, page), 'utf8').matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(
        ([, target = '']) => target,
      );
      return targets.filter((target) => !existsSync(join(documents, dirname(page), target))).map((target) => `${page}: ${target}`);
    });
    expect(broken).toEqual([]);
  },
);
