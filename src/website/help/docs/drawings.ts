import beside from '../../../../docs/performance/beside.svg' with { type: 'file' };
import pocketbase from '../../../../docs/performance/pocketbase.svg' with { type: 'file' };
import reads from '../../../../docs/performance/reads.svg' with { type: 'file' };
import slowest from '../../../../docs/performance/slowest.svg' with { type: 'file' };

/** The drawings of chapters, by the names that they are served under. */
export const drawings = {
  'performance-beside.svg': beside,
  'performance-pocketbase.svg': pocketbase,
  'performance-reads.svg': reads,
  'performance-slowest.svg': slowest,
} as const;

type DrawingName = keyof typeof drawings;

/** The drawing that a chapter shows as `performance/reads.svg`; `undefined` for any other picture. */
export function findDrawing(written: string): DrawingName | undefined {
  const name = written.replace('/', '-');
  return Object.hasOwn(drawings, name) ? (name as DrawingName) : undefined;
}
