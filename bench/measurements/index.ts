import type { Measurement } from '../measurement';
import { barcodes } from './barcodes';
import { beside } from './beside';
import { compression } from './compression';
import { durableWrite } from './durable-write';
import { everyRead } from './every-read';
import { firstPage } from './first-page';
import { importDiscogs } from './import-discogs';
import { importMusicBrainz } from './import-musicbrainz';
import { importNdjson, importUnchanged } from './import-ndjson';
import { importTwoSources } from './import-two-sources';
import { kept } from './kept';
import { limiter } from './limiter';
import { memoryAtRest } from './memory-at-rest';
import { oneArtist } from './one-artist';
import { pages } from './pages';
import { pocketBase } from './pocketbase';
import { search } from './search';
import { slowest } from './slowest';
import { startToFirstAnswer } from './start';

/** Every measurement, in the order of the report. */
export const measurements: readonly Measurement[] = [
  oneArtist,
  firstPage,
  everyRead,
  kept,
  search,
  barcodes,
  slowest,
  beside,
  pocketBase,
  limiter,
  compression,
  pages,
  durableWrite,
  startToFirstAnswer,
  memoryAtRest,
  importNdjson,
  importUnchanged,
  importMusicBrainz,
  importDiscogs,
  importTwoSources,
];
