import type { Kinds } from '../../kinds';
import type { Statements } from '../../store/database/sql';
import type { IdentityConflicts } from '../merge/identity-conflicts';
import type { ExclusiveChildren } from '../provenance/exclusive-children';
import type { FieldLocks } from '../provenance/field-locks';
import type { SourceValues } from '../provenance/source-values';
import type { Deletions } from './deletions';
import type { Planner } from './plan';
import type { References } from './references';
import type { RecordRows } from './rows';
import type { Slugs } from './slugs';

/** Parts of a writer, which share its statements and caches. */
export interface WriterTools {
  readonly kinds: Kinds;
  readonly statements: Statements;
  readonly references: References;
  readonly sourceValues: SourceValues;
  readonly planner: Planner;
  readonly rows: RecordRows;
  readonly slugs: Slugs;
  readonly deletions: Deletions;
  readonly locks: FieldLocks;
  readonly exclusiveChildren: ExclusiveChildren;
  readonly identityConflicts: IdentityConflicts;
  /** Runs work and rolls back everything it wrote. */
  readonly rehearse: <T>(work: () => T) => T;
}
