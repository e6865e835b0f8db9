import type { Results, Run } from './results';
import { besideTable, comparisons, type Line, partsAsLines, slowestTable } from './tables';
import { gigabytes, isBusy, nameOf, number } from './words';

/** The chapter docs/performance.md. */
export function pageOf(results: Results): string {
  const { runs } = results;
  const parts = [
    `# How fast it is\n\n${lead}`,
    `## What was measured on what\n\n${circumstances(results)}`,
    `## Reads\n\n${reads}\n\n![Reads beside the floor](performance/reads.svg)\n\n${comparisons(runs, readLines, 'floor')}`,
    `## Answers kept in memory\n\n${kept}\n\n${comparisons(runs.slice(0, 1), partsAsLines(runs, 'kept'), 'floor')}`,
    `## The slowest requests\n\n${slowest}\n\n![The slowest requests](performance/slowest.svg)\n\n${slowestTable(runs)}`,
    `## Beside heavy work\n\n${beside}\n\n![A reader beside heavy work](performance/beside.svg)\n\n${besideTable(runs)}`,
    `## Beside PocketBase\n\n${pocketBase(results)}\n\n![Requests a second beside PocketBase](performance/pocketbase.svg)\n\n${comparisons(runs, partsAsLines(runs, 'pocketbase'), 'PocketBase')}`,
    `## Pages of the website\n\n${website}\n\n${comparisons(runs.slice(0, 1), partsAsLines(runs, 'pages'), 'reads')}`,
    `## Start and memory\n\n${start}\n\n${comparisons(runs, startLines, 'floor')}`,
    `## Writes and imports\n\n${imports}\n\n${comparisons(runs.slice(0, 1), importLines, 'floor')}\n\n${notesOf(runs, importLines)}`,
    ...failures(runs),
    `## Measuring again\n\n${again}`,
  ];
  return `${parts.map((part) => part.trim()).join('\n\n')}\n`;
}

const lead = `What a server has to do for a request is compared with the least program that does the same work, in the same run: absolute times
belong to a machine and a moment, ratios last. \`npm run bench -- --report\` has written this page, with what met its target and what did not.`;

function circumstances({ date, machine, load, versions, runs }: Results): string {
  const catalogs = runs.map((run) => {
    const { artists, productions, releases, tracks } = run.sizes;
    const count = (value: number) => value.toLocaleString('en-US');
    return `- **${nameOf(run)}**: ${count(artists)} artists, ${count(productions)} productions, ${count(releases)} releases, ${count(tracks)} tracks; a file of ${gigabytes(run.bytes)}.${copied(run)}`;
  });
  return `On ${date}, with Leitmotif ${versions.leitmotif} on Bun ${versions.bun}, on ${machine.processor} (${machine.cores} cores, ${machine.gigabytes} GB, ${machine.system}). Server, load and all that is
compared share these cores. ${busyness(load)}The catalogs are generated, the same ones each time:

${catalogs.join('\n')}

- The **floor** of reads is a server of prepared statements and \`JSON.stringify\`, with the SQL of the same answers and nothing
  else: no parameters, no errors, no limits. Of start and memory it is a compiled server that says hello; of an import the bare
  inserts, or the dump decompressed alone. Each table says which.
- The **limit**, where there is one, answers with the same bytes from memory and does nothing else: what the runtime and the
  network take.
- A **ratio** is what Leitmotif has divided by the floor. It is taken within each round, in which everybody has a turn; what stands
  here is the round with the median ratio, its figures and their ratio. In brackets are the quartiles of the ratios: half of the
  rounds lie between them. Where they are far apart, the machine had other work.
- A **target** is what the ratio, or the amount, should be, on each catalog by itself. **No** means that it was missed.
- Tokens are checked, and nothing is answered from memory that was answered before, unless that is what is measured. Backups
  that a server makes by itself are off, and so is the rate limit.`;
}

/** A large catalog may be the smaller one several times over; what is in it then repeats. */
const copied = ({ copies = 1 }: Run): string =>
  copies > 1 ? ` It has ${number(copies)} times the rows of the smaller, by copying them: its names repeat.` : '';

/** The figures of a machine with other work are no good, and that is said. */
const busyness = (load: number): string =>
  isBusy(load)
    ? `**They had other work** (a load of ${number(load)} beforehand): what is below says little until it is measured again. `
    : '';

const reads = `Thirty-two connections ask for random artists, for a first page, and for every list and every kind of record that there is. The
floor's answers are compared with ours beforehand: the data must be equal.`;

const readLines = [
  { name: 'one-artist', label: 'one artist by id, random ids' },
  { name: 'first-page', label: 'a first page of 30 artists' },
  { name: 'every-read', label: 'the slowest of all lists and single reads' },
  { name: 'search', label: 'a search of two words across kinds (floor: one query of one index)' },
  { name: 'barcodes', label: '100 barcodes at once (floor: one)' },
  { name: 'limiter', label: 'one artist, with the rate limit on (floor: off)' },
  { name: 'compression', label: 'a page of 30 artists, compressed (floor: not)' },
];

const kept = `What the catalog answers does not depend on who asks. So answers are kept, as bytes with their tag, until the catalog changes. The
floor has no such memory: above 1, Leitmotif is faster than the least program that asks the database each time.`;

const slowest = `One after the other, without load. Of searches, every letter and every two letters that a word of the catalog begins with are tried, and
the slowest stands here. "First after a write" means that an editor has changed an artist just before. "First pages" says how many first
pages of artists, on the smaller catalog, could be had in that time.`;

const beside = `A process reads random single artists, a hundred a second, each sent when it is due, whether the last was answered or not; all the
while the work named on the left is done over and over. The line of the chart goes from the median to the longest wait, and its scale goes by tens. 99 of
100 should be answered within 15 ms, and each within 60 ms. Between its reads the same process asks a server that does nothing else and
answers from memory, and afterwards one that is as busy as Leitmotif was, but with nothing, a millisecond at a time: what these take is
the machine's, which has other programs as well.`;

const pocketBase = ({
  versions,
}: Results): string => `[PocketBase](https://pocketbase.io) ${versions.pocketbase}, from its npm package, serves the same artists in the same run. It has an index for what is filtered and ordered, its
log of requests is off, and its reader is signed in, as Leitmotif's is; Leitmotif keeps no answers in memory here. The requests are the same: by id, a page of 30 with the number of all,
a text within names (Leitmotif finds it without regard to accents too), a country in the order of names, and random pages from the second half of the list.
PocketBase's artists have no aliases, links or memberships, which Leitmotif's answers name.`;

const website = `A page is made of answers of the API. What it takes is compared with these reads alone, all in one process.`;

const start = `From the start of the process to the first answer of an artist, and the memory (RSS) four seconds later. Beside it are compiled servers that say hello:
on Elysia, the framework that Leitmotif has, and on Bun alone.`;

const startLines = [
  { name: 'start', label: 'start to the first answer (floor: Elysia, limit: Bun)' },
  { name: 'memory', label: 'memory at rest (floor: Bun)' },
];

const imports = `A change is on the disk before it is answered: its floor is a bare \`UPDATE\` and a request that does nothing. The floor of an import is
the bare inserts of the same rows, triggers and indexes included; of the same again, the first time; of a dump, decompressing it; of the second source, the same into an empty catalog.`;

const importLines = [
  { name: 'durable-write', label: 'a change to an item, on the disk' },
  { name: 'import-ndjson', label: 'an export into an empty catalog' },
  { name: 'import-unchanged', label: 'the same export again' },
  { name: 'import-musicbrainz', label: 'soundtracks of a MusicBrainz dump read' },
  { name: 'import-discogs', label: 'soundtracks of a Discogs dump read' },
  { name: 'import-two-sources', label: 'Discogs into a catalog of MusicBrainz' },
];

const again = `    npm run bench -- --report --data DIR --large LARGE-DIR

measures everything (in at most eighteen minutes; what has no time left is named on this page), writes this page, its drawings and the lines of the README, and keeps what it
measured in \`bench/results/report.json\`; \`npm run bench -- --rewrite\` writes them anew from that. The catalogs are generated where the
directories have none: seconds for 100,000 tracks, minutes for a million (1 GB), an hour for ten million (10 GB). Without \`--large\` there is
one. \`npm run bench -- beside slowest\` measures these alone, \`--quick\` for shorter, \`--scale 0.1\` a tenth of the catalog,
\`--executable FILE\` another build. [wrk](https://github.com/wg/wrk) makes the load, and xz the dump; PocketBase is fetched when it is first needed. No measurement is a test:
nothing fails where a machine is busy.`;

/** What else was seen, a line for each measurement. */
function notesOf(runs: readonly Run[], lines: readonly Line[]): string {
  const notes = lines.map(({ name, label }) => ({ label, notes: runs[0]?.measured.find((one) => one.name === name)?.result?.notes ?? [] }));
  return notes.flatMap(({ label, notes }) => (notes.length === 0 ? [] : [`- ${label}: ${notes.join('; ')}.`])).join('\n');
}

function failures(runs: readonly Run[]): string[] {
  const lines = runs.flatMap((run) =>
    run.measured.flatMap(({ title, failure }) => (failure === undefined ? [] : [`- ${title}, ${nameOf(run)}: ${reasonOf(failure)}`])),
  );
  return lines.length === 0 ? [] : [`## Not measured\n\n${lines.join('\n')}`];
}

/** In a reader's words: what the load generator says of a server is of no use to them. */
function reasonOf(failure: string): string {
  const [line = ''] = failure.split('\n');
  return /went unanswered|127\.0\.0\.1/.test(line) ? 'The server did not answer all requests in time.' : line;
}
