import type { Known, Replayer } from '../../source';
import { newContext } from './context';
import type { Entity } from './dump-files';
import { passes } from './passes';
import { readLine } from './read-line';
import { Warnings } from './warnings';

/** Reads lines that were parked. Annotations and ratings are left out: whoever wants them asks with each import. */
export function musicbrainzReplayer(known: Known): Replayer {
  const context = newContext(known);
  return {
    isNamed: (source, name) => passes[entityOf(source)]?.wants?.(name, context) ?? false,
    read(source, { bytes, line, offset }) {
      const made = readLine(
        entityOf(source),
        { bytes, number: line, offset, length: bytes.length, tooLong: false },
        context,
        new Warnings(),
      );
      if (made === undefined || made === 'blank' || 'parked' in made) return undefined;
      return 'reason' in made
        ? { records: [], rejected: made }
        : { records: made.records, ...(made.notes && { notes: made.notes }), notTaken: made.notTaken };
    },
  };
}

const entityOf = (source: string): Entity => source.slice(source.indexOf('/') + 1) as Entity;
