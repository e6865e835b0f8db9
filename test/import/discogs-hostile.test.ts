import { afterAll, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { SetupError } from '../../src/errors';
import { maximumElementBytes } from '../../src/import/sources/discogs/elements';
import { FakeCatalog, fileOf, fixture, importReleases, release, releases, removeFiles } from './discogs-fakes';

afterAll(removeFiles);

/** The reasons of rejected elements and the titles of imported releases. */
async function outcomeOf(content: string | Uint8Array): Promise<{ rejected: string[]; imported: unknown[]; catalog: FakeCatalog }> {
  const catalog = new FakeCatalog();
  const items = await catalog.import([fileOf(content)]);
  const rejected = items.flatMap((item) => (item.rejected ? [`${item.line}: ${item.rejected.reason}`] : []));
  return { rejected, imported: catalog.of('Release').map(({ attributes }) => attributes.title), catalog };
}

const good = release(9, '', 'Good');

test('invalid UTF-8 rejects only its own release', async () => {
  const [before, after] = releases(release(1, '<notes>#</notes>'), good).split('#') as [string, string];
  const { rejected, imported } = await outcomeOf(Buffer.concat([Buffer.from(before), Buffer.from([0xc3, 0x28]), Buffer.from(after)]));
  expect(rejected).toEqual(['1: It is not UTF-8.']);
  expect(imported).toEqual(['Good']);
});

test('an element that is too large is rejected, and the next one is read', async () => {
  const { rejected, imported, catalog } = await outcomeOf(releases(release(1, `<notes>${'x'.repeat(50_000_000)}</notes>`), good));
  expect(rejected).toEqual([`1: It has more than ${maximumElementBytes} bytes.`]);
  expect(catalog.items[0]?.rejected?.raw).toHaveLength(10_000);
  expect(imported).toEqual(['Good']);
});

test('declared entities are not expanded', async () => {
  const doctype = '<!DOCTYPE r [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>';
  const inside = await outcomeOf(releases(release(1, `${doctype}<notes>&b;</notes>`), good));
  expect(inside.rejected).toEqual(['1: It declares a document type or entities, which are not supported.']);
  const above = await outcomeOf(`<?xml version="1.0"?>${doctype}${releases(release(1, '<notes>&b;</notes>'), good)}`);
  expect(above.rejected).toEqual(["1: It is not XML: Entity 'b' is not declared."]);
  expect([...inside.imported, ...above.imported]).toEqual(['Good', 'Good']);
});

test('control characters are removed from text, and a bare ampersand is kept', async () => {
  const { rejected, catalog } = await outcomeOf(releases(release(1, '<notes>Bell\u0007 &#7;&amp; R & D\u0000</notes>')));
  expect(rejected).toEqual([]);
  expect(catalog.find('Release', 'A Score').notes).toBe('Bell & R & D');
});

test('a missing end tag rejects only its own release', async () => {
  const { rejected, imported } = await outcomeOf(releases(release(1, '').replace('</release>', ''), good));
  expect(rejected).toEqual(['1: Its end tag is missing.']);
  expect(imported).toEqual(['Good']);
});

test('releases with mismatched tags, no ID, no title or extreme nesting are rejected', async () => {
  const deep = '<a>'.repeat(50_000) + '</a>'.repeat(50_000);
  const broken = [release(1, '<notes></note>'), release(2, '').replace('id="2"', ''), release(3, '', ' '), release(4, deep)];
  const { rejected, imported } = await outcomeOf(releases(...broken, good));
  expect(rejected).toHaveLength(4);
  expect(rejected[0]).toStartWith('1: It is not XML: Expected closing tag');
  expect(rejected.slice(1, 3)).toEqual([
    '2: The release has no valid id (a whole number of up to 15 digits).',
    '3: The release has no title.',
  ]);
  expect(rejected[3]).toBe('4: It is nested too deeply.');
  expect(imported).toEqual(['Good']);
});

test('a release with extreme values becomes valid records', async () => {
  const artist = `<artist><id>0</id><name>${'N'.repeat(9_000)} (2)</name><join>${'&amp;'.repeat(900)}</join><role>${'Role,'.repeat(900)}</role></artist>`;
  const track = '<track><position>1</position><title/><duration>99999:99</duration></track>';
  const { rejected, catalog } = await outcomeOf(
    releases(
      release(
        1,
        `<artists>${artist.repeat(150)}<artist/></artists><extraartists>${artist}<artist><id>12345678901</id><name>X</name><role>${'あ'.repeat(400)}</role></artist></extraartists>` +
          '<formats><format name="CD" qty="99999999999"/><format/></formats><released>1999-02-31</released>' +
          `<tracklist>${track.repeat(6_000)}</tracklist><notes>${'[url=http://x]'.repeat(5_000)}😀</notes>` +
          '<labels><label name="Not On Label" catno="none"/><label/></labels><__proto__>x</__proto__><constructor/>',
        '😀'.repeat(200),
      ),
    ),
  );
  expect(rejected).toEqual([]);
  expect(catalog.of('Release')[0]?.attributes.release_date).toBe('1999-02');
  expect(catalog.of('Release')[0]?.attributes.labels).toBeUndefined();
});

test('a file that ends within a release fails with its position after the releases before it', async () => {
  const text = releases(good, release(2, '<notes>cut</notes>'));
  const file = fileOf(text.slice(0, text.indexOf('cut')));
  const catalog = new FakeCatalog();
  await expect(catalog.import([file])).rejects.toThrow(`${file} is incomplete: it ends at byte ${text.indexOf('cut')}, before the end`);
  expect(catalog.of('Release')).toHaveLength(1);
});

test('a truncated or corrupted gzip file fails with an error that names the file', async () => {
  const whole = readFileSync(fixture('releases'));
  const corrupted = Buffer.from(whole);
  corrupted.fill(0xff, whole.length >> 1, (whole.length >> 1) + 64);
  for (const bytes of [whole.subarray(0, whole.length - 5_000), corrupted]) {
    const catalog = new FakeCatalog();
    const file = fileOf(bytes, 'releases.xml.gz');
    await expect(catalog.import([file])).rejects.toThrow(SetupError);
    await expect(new FakeCatalog().import([file])).rejects.toThrow(file);
    expect(catalog.of('Release').length).toBeLessThan(36);
  }
});

test('a file that is not a Discogs dump is rejected before any file is read', async () => {
  await expect(new FakeCatalog().import([fixture('releases'), fileOf('{"type":"Artist"}\n')])).rejects.toThrow('is not a Discogs dump');
  await expect(new FakeCatalog().import([fileOf('')])).rejects.toThrow('is not a Discogs dump');
});

test('sublabels belong to their label, and a missing end tag rejects one label', async () => {
  const label = (id: number, rest = '') => `<label><id>${id}</id><name>L${id}</name>${rest}</label>`;
  const catalog = await importReleases(release(1, '<labels><label name="L1" id="1"/><label name="L4" id="4"/></labels>'));
  const sublabels = '<sublabels><label id="7">L7</label><label/><label id="8">L8</label></sublabels>';
  const file = fileOf(`<labels>${label(1, sublabels)}${label(2)}<label><id>3</id>${label(4, `<sublabels><label/></sublabels>`)}</labels>`);
  const items = await catalog.import([file]);
  expect(items.map(({ line, rejected, records }) => [line, rejected?.reason, records.length])).toEqual([
    [1, undefined, 1],
    [3, 'Its end tag is missing.', 0],
    [4, undefined, 1],
  ]);
});

test('unknown elements are reported as a warning with their count', async () => {
  const { discogs } = await import('../../src/import/sources/discogs');
  const source = discogs([fileOf(releases(release(1, '<hologram>x</hologram>'), release(2, '<hologram>x</hologram>')))]);
  for await (const _ of source.items(new FakeCatalog(), undefined));
  expect(source.progress.warnings).toEqual(['<hologram> of <release> is unknown and was ignored (2 times).']);
  expect(source.progress.documents).toBe(2);
});
