import type { Measurement } from '../measurement';
import { durableWrite } from './durable-write';
import { firstPage } from './first-page';
import { limiter } from './limiter';
import { memoryAtRest } from './memory-at-rest';
import { oneArtist } from './one-artist';
import { startToFirstAnswer } from './start';

/** Every measurement, in the order of the report. */
export const measurements: readonly Measurement[] = [oneArtist, firstPage, limiter, durableWrite, startToFirstAnswer, memoryAtRest];
