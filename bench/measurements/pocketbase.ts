import { startExecutable, withServers } from '../contestants';
import { compare } from '../load';
import { type Bench, BenchError, type Measurement, type Part, worstOf } from '../measurement';
import { idIn, type PocketBase, startPocketBase } from '../pocketbase/database';
import { pocketBaseVersion } from '../pocketbase/executable';
import type { Server } from '../processes';
import { Random } from '../random';
import { countries } from '../records/words';
import { ask } from '../requests';

/** Few, so that a request that takes a second is answered within a round. */
const connections = 8;

/** What is asked of both, in the words of each. */
interface Asked {
  readonly title: string;
  readonly ours: readonly string[];
  readonly theirs: readonly string[];
  /** Whether both must find as many. What a text is compared by differs. */
  readonly isCounted?: boolean;
}

/** The same artists served by PocketBase, and the same questions. Leitmotif keeps no answers in memory here. */
export const pocketBase: Measurement = {
  name: 'pocketbase',
  title: 'reads of artists, beside PocketBase',
  unit: 'requests/s',
  target: { bound: 'at least', ratio: 1 },
  measure: (bench) =>
    withServers([() => startExecutable(bench), () => startPocketBase(bench)], async ([executable, other]) => {
      const theirs = other as PocketBase;
      const parts: Part[] = [];
      const pace = { ...bench.pace, connections };
      for (const asked of questionsOf(bench)) {
        if (asked.isCounted) await requireSameCount(bench, executable, theirs, asked);
        const floor = { url: theirs.url, authorization: theirs.token, paths: asked.theirs };
        const { rates, ratio, spread, rounds } = await compare(bench, { executable, floor }, asked.ours, pace);
        parts.push({ title: asked.title, value: rates.executable, floor: rates.floor, ratio, spread, rounds });
      }
      const notes = [`PocketBase ${pocketBaseVersion}, signed in, its log of requests off, ${connections} connections`];
      return { ...worstOf(parts, 'at least'), parts, notes };
    }),
};

const differentRequests = 300;

/** Parts of names that there are. */
const partsOfNames = ['berg', 'mann', 'stein', 'ricone', 'ecki', 'vinsky', 'asaki', 'emitsu', 'nsson', 'qvist', 'isner', 'iams'];

function questionsOf({ catalog: { artistIds } }: Bench): Asked[] {
  const records = '/api/collections/artists/records';
  const pages = Math.floor(artistIds.length / 30);
  const random = new Random(5);
  const deep = Array.from({ length: differentRequests }, () => random.between(Math.ceil(pages / 2), pages));
  const some = Array.from({ length: differentRequests }, () => random.pick(artistIds));
  const filters = [...new Set(countries)];
  const filter = (text: string) => encodeURIComponent(`(${text})`);
  return [
    { title: 'one by id', ours: some.map((id) => `/api/artists/${id}`), theirs: some.map((id) => `${records}/${idIn(id)}`) },
    { title: 'a list of 30', ours: ['/api/artists'], theirs: [`${records}?perPage=30`], isCounted: true },
    {
      title: 'a name that contains a text',
      ours: partsOfNames.map((part) => `/api/artists?name=${part}`),
      theirs: partsOfNames.map((part) => `${records}?perPage=30&filter=${filter(`name~'${part}'`)}`),
    },
    {
      title: 'of a country, by name',
      ours: filters.map((country) => `/api/artists?country=${country}&order[name]=asc`),
      theirs: filters.map((country) => `${records}?perPage=30&sort=name&filter=${filter(`country='${country}'`)}`),
      isCounted: true,
    },
    {
      title: 'deep pages by name',
      ours: deep.map((page) => `/api/artists?order[name]=asc&page=${page}`),
      theirs: deep.map((page) => `${records}?perPage=30&sort=name&page=${page}`),
      isCounted: true,
    },
  ];
}

async function requireSameCount(
  bench: Bench,
  executable: Server,
  { url, token }: PocketBase,
  { title, ours, theirs }: Asked,
): Promise<void> {
  const our = (await (await ask(bench, executable, ours[0] as string)).json()) as { meta: { totalItems: number } };
  const response = await fetch(url + theirs[0], { headers: { authorization: token } });
  const their = (await response.json()) as { totalItems?: number };
  if (our.meta.totalItems !== their.totalItems)
    throw new BenchError(`${title}: PocketBase finds ${their.totalItems ?? JSON.stringify(their)}, Leitmotif ${our.meta.totalItems}.`);
}
