import type { Measurement } from '../measurement';
import { barcodes } from './barcodes';
import { compression } from './compression';
import { durableWrite } from './durable-write';
import { everyRead } from './every-read';
import { firstPage } from './first-page';
import { idleMemory } from './idle-memory';
import { importDiscogs } from './import-discogs';
import { importMusicBrainz } from './import-musicbrainz';
import { importNdjson, importUnchanged } from './import-ndjson';
import { importTwoSources } from './import-two-sources';
import { latency } from './latency';
import { limiter } from './limiter';
import { oneArtist } from './one-artist';
import { pages } from './pages';
import { pocketBase } from './pocketbase';
import { responseCache } from './response-cache';
import { search } from './search';
import { slowest } from './slowest';
import { startup } from './start';

/** Every measurement, in the order of the report. */
export const measurements: readonly Measurement[] = [
  oneArtist,
  firstPage,
  everyRead,
  responseCache,
  search,
  barcodes,
  slowest,
  latency,
  pocketBase,
  limiter,
  compression,
  pages,
  durableWrite,
  startup,
  idleMemory,
  importNdjson,
  importUnchanged,
  importMusicBrainz,
  importDiscogs,
  importTwoSources,
];
