import { startExecutable, withServers } from '../contestants';
import { compare } from '../load';
import { type Bench, BenchError, type Measurement, type Part, worstOf } from '../measurement';
import { idIn, type PocketBase, startPocketBase } from '../pocketbase/database';
import { pocketBaseVersion } from '../pocketbase/executable';
import type { Server } from '../processes';
import { Random } from '../random';
import { countries } from '../records/words';
import { sendRequest } from '../requests';

/** Few, so that requests that take a second still complete within a round. */
const connections = 8;

/** Equivalent requests to Leitmotif and PocketBase. */
interface Comparison {
  readonly title: string;
  readonly ours: readonly string[];
  readonly theirs: readonly string[];
  /** Whether both must report the same total. Text filters differ, since only Leitmotif folds accents. */
  readonly hasEqualTotals?: boolean;
}

/** The same artists and equivalent requests, with Leitmotif's response cache off. */
export const pocketBase: Measurement = {
  name: 'pocketbase',
  title: 'artist reads, compared with PocketBase',
  unit: 'requests/s',
  target: { bound: 'at least', ratio: 1 },
  measure: (bench) =>
    withServers([() => startExecutable(bench), () => startPocketBase(bench)], async ([executable, other]) => {
      const theirs = other as PocketBase;
      const parts: Part[] = [];
      const pace = { ...bench.pace, connections };
      for (const comparison of comparisonsOf(bench)) {
        if (comparison.hasEqualTotals) await requireEqualTotals(bench, executable, theirs, comparison);
        const floor = { url: theirs.url, authorization: theirs.token, paths: comparison.theirs };
        const { rates, ratio, spread, rounds } = await compare(bench, { executable, floor }, comparison.ours, pace);
        parts.push({ title: comparison.title, value: rates.executable, floor: rates.floor, ratio, spread, rounds });
      }
      const notes = [`PocketBase ${pocketBaseVersion}, authenticated, request log off, ${connections} connections`];
      return { ...worstOf(parts, 'at least'), parts, notes };
    }),
};

const differentRequests = 300;

/** Substrings of generated names. */
const nameParts = ['berg', 'mann', 'stein', 'ricone', 'ecki', 'vinsky', 'asaki', 'emitsu', 'nsson', 'qvist', 'isner', 'iams'];

function comparisonsOf({ catalog: { artistIds } }: Bench): Comparison[] {
  const records = '/api/collections/artists/records';
  const pages = Math.floor(artistIds.length / 30);
  const random = new Random(5);
  const deep = Array.from({ length: differentRequests }, () => random.between(Math.ceil(pages / 2), pages));
  const some = Array.from({ length: differentRequests }, () => random.pick(artistIds));
  const filters = [...new Set(countries)];
  const filter = (text: string) => encodeURIComponent(`(${text})`);
  return [
    { title: 'one by id', ours: some.map((id) => `/api/artists/${id}`), theirs: some.map((id) => `${records}/${idIn(id)}`) },
    { title: 'a list of 30', ours: ['/api/artists'], theirs: [`${records}?perPage=30`], hasEqualTotals: true },
    {
      title: 'text within a name',
      ours: nameParts.map((part) => `/api/artists?name=${part}`),
      theirs: nameParts.map((part) => `${records}?perPage=30&filter=${filter(`name~'${part}'`)}`),
    },
    {
      title: 'a country, sorted by name',
      ours: filters.map((country) => `/api/artists?country=${country}&order[name]=asc`),
      theirs: filters.map((country) => `${records}?perPage=30&sort=name&filter=${filter(`country='${country}'`)}`),
      hasEqualTotals: true,
    },
    {
      title: 'deep pages, sorted by name',
      ours: deep.map((page) => `/api/artists?order[name]=asc&page=${page}`),
      theirs: deep.map((page) => `${records}?perPage=30&sort=name&page=${page}`),
      hasEqualTotals: true,
    },
  ];
}

async function requireEqualTotals(
  bench: Bench,
  executable: Server,
  { url, token }: PocketBase,
  { title, ours, theirs }: Comparison,
): Promise<void> {
  const our = (await (await sendRequest(bench, executable, ours[0] as string)).json()) as { meta: { totalItems: number } };
  const response = await fetch(url + theirs[0], { headers: { authorization: token } });
  const their = (await response.json()) as { totalItems?: number };
  if (our.meta.totalItems !== their.totalItems)
    throw new BenchError(
      `${title}: PocketBase reports ${their.totalItems ?? JSON.stringify(their)} records, Leitmotif ${our.meta.totalItems}.`,
    );
}
