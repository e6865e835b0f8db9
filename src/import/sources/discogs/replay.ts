import type { Known, Replayer } from '../../source';
import { NotTaken } from '../shared/not-taken';
import { rawOf } from '../shared/raw';
import { type Dump, dumps } from './dumps';
import { countNotTaken } from './fields';
import type { Given } from './give';
import { References } from './references';
import { parseElement } from './xml';

/** Reads elements that were parked. */
export function discogsReplayer(known: Known): Replayer {
  const references = new References(known);
  return {
    isNamed: (source, name) => dumpOf(source).isNamed?.(name, known) ?? false,
    read(source, { bytes }) {
      const dump = dumpOf(source);
      try {
        const notTaken = new NotTaken();
        const given: Given = { records: [], notes: [] };
        const value = parseElement(bytes, dump.tag, notTaken);
        countNotTaken(value, dump.name, notTaken);
        dump.read(value, references, given, notTaken);
        return given.records.length === 0 ? undefined : { ...given, notTaken: notTaken.counts };
      } catch (error) {
        references.forget();
        return { records: [], rejected: { reason: (error as Error).message, raw: rawOf(bytes) } };
      }
    },
  };
}

const dumpOf = (source: string): Dump => dumps.find(({ name }) => source === `discogs/${name}`) as Dump;
