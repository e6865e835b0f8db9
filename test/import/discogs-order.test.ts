import { afterAll, expect, setDefaultTimeout, test } from 'bun:test';
import fc from 'fast-check';
import { discogs } from '../../src/import/sources/discogs';
import { comparableExport } from '../support/comparable';
import { limitOf, runs } from '../support/runs';
import { seededStore } from '../support/server';
import { fileOf, fixtureText, release, removeFiles } from './discogs-fakes';
import { importSource } from './reconciliation';

setDefaultTimeout(limitOf(60_000));

afterAll(removeFiles);

type DumpName = 'releases' | 'masters' | 'artists' | 'labels';

const artist = (id: number, name: string, role = '') => `<artist><id>${id}</id><name>${name}</name><role>${role}</role></artist>`;
const edition = (isMain: boolean) => `<master_id is_main_release="${isMain}">5</master_id><styles><style>Score</style></styles>`;
const company = (role: string) =>
  `<companies><company><id>7</id><name>Works</name><entity_type_name>${role}</entity_type_name></company></companies>`;
const label = '<labels><label name="Works" catno="W 1" id="7"/></labels>';

/** Two editions of one master, another release by the same artists, a group with members, and small real samples. */
const elements: Readonly<Record<DumpName, readonly string[]>> = {
  releases: [
    release(
      1,
      `<artists>${artist(1, 'Ana Lund')}</artists>${edition(true)}<released>1971</released>${label}${company('Pressed By')}`,
      'The Fox',
    ),
    release(
      2,
      `<artists>${artist(1, 'Ana Lund')}</artists>${edition(false)}<released>1968-04-01</released>${company('Recorded At')}`,
      'A Raposa',
    ),
    release(3, `<artists>${artist(2, 'The Lunds')}</artists><extraartists>${artist(3, 'Bo', 'Stage Fog')}</extraartists>${label}`, 'Other'),
    ...elementsOf('releases').filter((element) => /<title>(?:Yellow Submarine|Hair|Nasbandi|Unrest[^<]*)<\/title>/.test(element)),
  ],
  masters: [
    '<master id="5"><main_release>1</main_release><title>The Fox</title><year>1967</year><genres><genre>Stage &amp; Screen</genre></genres></master>',
    ...elementsOf('masters').slice(0, 5),
  ],
  artists: [
    '<artist><id>1</id><name>Ana Lund</name><groups><name id="2">The Lunds</name></groups></artist>',
    '<artist><id>2</id><name>The Lunds</name><members><name id="1">Ana Lund</name><name id="9">Nobody</name></members></artist>',
    '<artist><id>3</id><name>Bo</name><profile>Swedish choir.</profile></artist>',
  ],
  labels: ['<label><id>7</id><name>Works</name><contactinfo>Street 1\nSweden</contactinfo></label>'],
};

function elementsOf(name: 'releases' | 'masters'): readonly string[] {
  const tag = name.slice(0, -1);
  return fixtureText(name).match(new RegExp(`<${tag} [\\s\\S]*?</${tag}>`, 'g')) ?? [];
}

const names = Object.keys(elements) as DumpName[];

const dumpOf = (name: DumpName, some: readonly string[]) => fileOf(`<${name}>${some.join('\n')}</${name}>`, `${name}.xml`);

async function catalogOf(commands: readonly (readonly string[])[]): Promise<string[]> {
  const store = await seededStore();
  for (const files of commands) await importSource(store, discogs(files));
  // Slug redirects depend on the order in which titles replaced each other.
  const lines = comparableExport(store).filter((line) => !line.startsWith('{"type":"SlugRedirect"'));
  store.close();
  return lines;
}

test('Discogs dumps yield the same catalog in any order of elements and files, in one import or several', async () => {
  const expected = await catalogOf([names.map((name) => dumpOf(name, elements[name]))]);
  expect(expected.join('\n')).toContain('A Raposa');
  const shuffled = <T>(of: readonly T[]) => fc.shuffledSubarray([...of], { minLength: of.length });
  const orders = fc.record({
    files: shuffled(names),
    releases: shuffled(elements.releases),
    masters: shuffled(elements.masters),
    artists: shuffled(elements.artists),
    isOneCommand: fc.boolean(),
    cut: fc.nat(elements.releases.length),
  });
  await fc.assert(
    fc.asyncProperty(orders, async ({ files, isOneCommand, cut, ...order }) => {
      const of = { ...order, labels: elements.labels };
      // Releases may be split into two files.
      const dumps = files.flatMap((name) =>
        name === 'releases' && cut > 0
          ? [dumpOf(name, of[name].slice(0, cut)), dumpOf(name, of[name].slice(cut))]
          : [dumpOf(name, of[name])],
      );
      expect(await catalogOf(isOneCommand ? [dumps] : dumps.map((file) => [file]))).toEqual(expected);
    }),
    { numRuns: runs(4) },
  );
});
