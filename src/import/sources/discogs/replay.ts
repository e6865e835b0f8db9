import type { Known, Replayer } from '../../source';
import { rawOf } from '../shared/values';
import { type Dump, dumps } from './dumps';
import { recordsOf } from './read-element';
import { References } from './references';

/** Reads elements that were parked. */
export function discogsReplayer(known: Known): Replayer {
  const references = new References(known);
  return {
    isNamed: (source, name) => dumpOf(source).isNamed?.(name, known) ?? false,
    read(source, { names, bytes }) {
      try {
        return recordsOf(bytes, dumpOf(source), names[0], references);
      } catch (error) {
        references.forget();
        return { records: [], rejected: { reason: (error as Error).message, raw: rawOf(bytes) } };
      }
    },
  };
}

const dumpOf = (source: string): Dump => dumps.find(({ name }) => source === `discogs/${name}`) as Dump;
