import { gigabytes, isBusy, nameOf, number } from './format';
import type { Results, Run } from './results';
import { comparisons, type Line, latencyTable, partsAsLines, slowestTable } from './tables';

/** The contents of docs/performance.md. */
export function pageOf(results: Results): string {
  const { runs } = results;
  const parts = [
    `# Performance\n\n${lead}`,
    `## Setup\n\n${setup(results)}`,
    `## Reads\n\n${reads}\n\n![Reads compared with the floor](performance/reads.svg)\n\n${comparisons(runs, readLines, 'floor')}`,
    `## Cached responses\n\n${cachedResponses}\n\n${comparisons(runs.slice(0, 1), partsAsLines(runs, 'response-cache'), 'floor')}`,
    `## Slowest requests\n\n${slowest}\n\n![Slowest requests](performance/slowest.svg)\n\n${slowestTable(runs)}`,
    `## Searches\n\n${searches}`,
    `## Latency under load\n\n${latency}\n\n![Latency of reads under load](performance/beside.svg)\n\n${latencyTable(runs)}`,
    `## Comparison with PocketBase\n\n${pocketBase(results)}\n\n![Requests per second compared with PocketBase](performance/pocketbase.svg)\n\n${comparisons(runs, partsAsLines(runs, 'pocketbase'), 'PocketBase')}`,
    `## Website pages\n\n${website}\n\n${comparisons(runs.slice(0, 1), partsAsLines(runs, 'pages'), 'reads')}`,
    `## Startup and memory\n\n${start}\n\n${comparisons(runs, startLines, 'floor')}`,
    `## Writes and imports\n\n${imports}\n\n${comparisons(runs.slice(0, 1), importLines, 'floor')}\n\n${notesOf(runs, importLines)}`,
    ...failures(runs),
    `## Run the benchmark\n\n${again}`,
  ];
  return `${parts.map((part) => part.trim()).join('\n\n')}\n`;
}

const lead = `Each result is compared with a minimal program that does the same work in the same run. Absolute times depend on the
machine; ratios are more stable. \`npm run bench -- --report\` generates this page, including missed targets.`;

function setup({ date, machine, load, versions, runs }: Results): string {
  const catalogs = runs.map((run) => {
    const { artists, productions, releases, tracks } = run.sizes;
    const count = (value: number) => value.toLocaleString('en-US');
    return `- **${nameOf(run)}**: ${count(artists)} artists, ${count(productions)} productions, ${count(releases)} releases, ${count(tracks)} tracks; database file ${gigabytes(run.bytes)}.${copied(run)}`;
  });
  return `Measured on ${date} with Leitmotif ${versions.leitmotif} and Bun ${versions.bun}. Machine: ${machine.processor}, ${machine.cores} cores, ${machine.gigabytes} GB,
${machine.system}. The servers and the load generator share these cores. ${busyness(load)}The catalogs are generated and always the same:

${catalogs.join('\n')}

Terms in the tables:

- **Floor**: for reads, a server with prepared statements and \`JSON.stringify\` that runs the same SQL. It has no parameters, errors or
  limits. Other tables name their floor.
- **Limit**: a server that returns the same bytes from memory: the maximum for this runtime and network.
- **Ratio**: Leitmotif divided by the floor. All programs take turns in each round. The table shows the round with the median ratio, and the
  quartiles of all ratios in brackets. Quartiles far apart mean that the machine was busy.
- **Target**: the required ratio or amount for each catalog. **No** marks a missed target.

Tokens are checked. The response cache is off unless the table measures it. Automatic backups and the rate limit are off.`;
}

const copied = ({ copies = 1 }: Run): string =>
  copies > 1 ? ` It repeats the rows of the smaller catalog ${number(copies)} times, names included.` : '';

const busyness = (load: number): string =>
  isBusy(load) ? `**The machine was busy** (load ${number(load)} before the run), so these results are unreliable. ` : '';

const reads = `32 connections request random artists, a first page, and every list and record type. The floor's responses are first checked to
contain equal data.`;

const readLines = [
  { name: 'one-artist', label: 'one artist by random id' },
  { name: 'first-page', label: 'a first page of 30 artists' },
  { name: 'every-read', label: 'the slowest list or single read' },
  { name: 'search', label: 'a two-word search across types (floor: one query of one index)' },
  { name: 'barcodes', label: '100 barcodes at once (floor: one)' },
  { name: 'limiter', label: 'one artist, with the rate limit on (floor: off)' },
  { name: 'compression', label: 'a page of 30 artists, compressed (floor: uncompressed)' },
];

const cachedResponses = `Catalog responses don't depend on the user, so Leitmotif caches their bytes and ETag until the catalog changes. The floor has no
cache. A ratio above 1 means that Leitmotif is faster than querying the database each time.`;

const slowest = `Requests run one at a time without other load. For searches, the table shows the slowest of all one- and two-letter prefixes in the
catalog. "First after a write" means that an editor has just changed an artist. "First pages" is the time divided by that of a first
page of artists in the smaller catalog.`;

const searches = `A worker finds the records of a large catalog; the event loop only reads those of the page. This table shows the worker's search
time, without the page, measured on 2026-11-26. The 2 cores were busy (load 6 to 9). The catalog had 1,000,000 artists, 300,000 productions, 400,000
albums, 600,000 releases and 10,200,000 tracks. Its titles have one to five of 200,000 words, drawn by Zipf's law. Common words are in more
titles than in real catalogs, and most words of the 218 queries in none. Full-text indexes of words took 12.9% of its 5.9 GB, those of
substrings 2.9%.

| searches | median | p99 | max |
|---|---|---|---|
| 30 common words and pairs of them (target: 50 ms) | 17.6 ms | 41 ms | 41 ms |
| 218 queries (target: 30 ms) | 1 ms | 36 ms | 46 ms |
| 682 prefixes of the queries | 0.9 ms | 41 ms | 84 ms |
| 18 hard queries: up to six common words that few or no records share | 22 ms | 158 ms | 158 ms |

The slowest query has no results, so its words are tried in eight combinations of filters. \`bun bench/search/index.ts --data DIR\` measures
whole searches. An earlier version took 3 ms on the event loop (p99 7.4 ms) with a catalog of the same size.

The first search of a common word also reads its lists from the disk. Correcting a typing error takes 60 to 800 ms in another worker, once
after each change of the catalog.`;

const latency = `One process sends 100 random single-artist reads per second on a fixed schedule, without waiting for earlier responses. Meanwhile, the
work in the first column runs continuously. Targets: p99 within 15 ms, maximum within 60 ms. The chart shows the range from the median to
the maximum on a logarithmic scale.

Two control servers show the machine's own delays. The idle server answers from memory and is measured between these reads. The busy
server is measured afterwards. It is as busy as Leitmotif was, in slices of one millisecond, but does no useful work.`;

const pocketBase = ({
  versions,
}: Results): string => `[PocketBase](https://pocketbase.io) ${versions.pocketbase}, from its npm package, serves the same artists in the same run. Its filters and sort orders
are indexed, its request log is off, and its requests are authenticated like Leitmotif's. Leitmotif's response cache is off.

Both run these requests: one by id, a list of 30 with a total, text within names, a country sorted by name, and random deep pages. Deep
pages come from the second half of the list. Leitmotif also ignores accents in names, and its artists include aliases, links and memberships.
PocketBase's don't.`;

const website = `A page is built from API responses. The floor is these reads alone, in the same process.`;

const start = `Startup is the time from process start to the first artist response. Memory is RSS four seconds later. The floors are compiled
"hello" servers on Elysia (Leitmotif's framework) and on plain Bun.`;

const startLines = [
  { name: 'start', label: 'startup to first response (floor: Elysia, limit: Bun)' },
  { name: 'memory', label: 'memory when idle (floor: Bun)' },
];

const imports = `A write is synced to disk before the response. Floors:

- item update: a bare \`UPDATE\` plus an empty request
- import of an export: bare inserts of the same rows, with triggers and indexes
- repeated import: the first import
- dump: decompression
- second source: the same import into an empty catalog

A first import writes more to the disk than its database, since ids are random and each transaction changes pages all over their
indexes. Transactions of up to 80,000 records and a WAL of up to 1 GB keep this low. Before, a transaction had up to 5,000 records and the
WAL 256 MB. Measured on 2026-11-29 on busy cores (load 5 to 9), as \`write_bytes\` of an import of generated records:

| tracks | database | written | ratio | ratio before | peak memory |
|---|---|---|---|---|---|
| 100,000 | 78 MB | 216 MB | 2.7 | 5.3 | 220 MB |
| 300,000 | 225 MB | 766 MB | 3.4 | 8.7 | |
| 1,000,000 | 753 MB | 3.7 GB | 4.9 | 13.1 | 265 MB |

The ratio grows until the index of track ids has more pages than a transaction has tracks.`;

const importLines = [
  { name: 'durable-write', label: 'item update, synced to disk' },
  { name: 'import-ndjson', label: 'import of an export into an empty catalog' },
  { name: 'import-unchanged', label: 'repeated import of the export' },
  { name: 'import-musicbrainz', label: 'reading soundtracks from a MusicBrainz dump' },
  { name: 'import-discogs', label: 'reading soundtracks from a Discogs dump' },
  { name: 'import-two-sources', label: 'Discogs import into a MusicBrainz catalog' },
];

const again = `    npm run bench -- --report --data DIR --large LARGE-DIR

This takes at most 18 minutes; measurements that don't fit are listed on this page. It writes this page, its charts and
\`bench/results/report.json\`. To regenerate the documents from that file, run \`npm run bench -- --rewrite\`.

Missing catalogs are generated: 100,000 tracks take seconds, a million (0.7 GB) minutes, and ten million (6 GB) an hour.

| option | effect |
|---|---|
| \`latency slowest\` | run only these measurements |
| \`--quick\` | shorter measurements |
| \`--scale 0.1\` | a tenth of the catalog |
| \`--executable FILE\` | measure another build |
| no \`--large\` | one catalog only |

The benchmark needs [wrk](https://github.com/wg/wrk) for load and xz for the dump. It downloads PocketBase on first use. No measurement
is a test, so a busy machine fails nothing.`;

/** Notes of the smaller catalog's measurements, one list item each. */
function notesOf(runs: readonly Run[], lines: readonly Line[]): string {
  const notes = lines.map(({ name, label }) => ({ label, notes: runs[0]?.measured.find((one) => one.name === name)?.result?.notes ?? [] }));
  return notes.flatMap(({ label, notes }) => (notes.length === 0 ? [] : [`- ${label}: ${notes.map(sentence).join(' ')}`])).join('\n');
}

const sentence = (note: string): string => `${note.charAt(0).toUpperCase()}${note.slice(1)}.`;

function failures(runs: readonly Run[]): string[] {
  const lines = runs.flatMap((run) =>
    run.measured.flatMap(({ title, failure }) => (failure === undefined ? [] : [`- ${title}, ${nameOf(run)}: ${reasonOf(failure)}`])),
  );
  return lines.length === 0 ? [] : [`## Not measured\n\n${lines.join('\n')}`];
}

/** First line of the failure. Errors of the load generator are replaced by a sentence for the reader. */
function reasonOf(failure: string): string {
  const [line = ''] = failure.split('\n');
  return /went unanswered|127\.0\.0\.1/.test(line) ? 'The server did not answer every request in time.' : line;
}
