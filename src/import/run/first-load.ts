import { catalog } from '../../catalog';
import { countAnew } from '../../kinds/triggers';
import {
  beginFirstLoad,
  finishFirstLoad,
  isFirstLoadUnfinished,
  isGathering,
  requireNoFirstLoad,
  takeFirstLoad,
} from '../../store/database/first-load';
import type { Store } from '../../store/database/open';
import type { FileLock } from '../../store/files/file-lock';
import { isEmptyCatalog } from '../seed';

/** Below this there is little to gain: files of one's own are in the feed from the first record on. */
const leastBytes = 16 * 1_048_576;

/** Numbers of records, and that no record which is there is deleted: what is otherwise written with each row. */
export const countedOfAllRows: readonly string[] = catalog.all.flatMap((kind) => [
  countAnew(kind),
  `DELETE FROM deleted_record WHERE resource_type = '${kind.type}' AND id IN (SELECT id FROM "${kind.table}")`,
]);

/** What a run knows of itself. */
export interface Load {
  /** Whether the source is an export that the catalog is to become. */
  readonly isRestoring: boolean;
  /** Whether the run goes on where another was interrupted. */
  readonly goesOn: boolean;
  /** What is to be read; `undefined` where nobody knows. */
  readonly bytes: number | undefined;
  readonly leastBytes?: number | undefined;
  readonly isServed: () => boolean;
}

/** The first load of a catalog, while it is under way. No server reads the catalog meanwhile. */
export class FirstLoad {
  private constructor(
    private readonly store: Store,
    private readonly lock: FileLock,
  ) {}

  /**
   * Begins the first load of an empty catalog, or goes on with one that was interrupted; none, where the catalog has records, or
   * a server.
   * @throws {SetupError} where another program fills the catalog
   */
  static async of(store: Store, load: Load): Promise<FirstLoad | undefined> {
    if (isFirstLoadUnfinished(store)) return FirstLoad.#goOn(store, load);
    if (load.goesOn || !isWorth(load) || load.isServed() || !isEmptyCatalog(store)) return undefined;
    const lock = takeFirstLoad(store);
    if (!lock) return undefined;
    await beginFirstLoad(store, { allIndexes: load.isRestoring, beginsFeed: !load.isRestoring, ofAllRows: countedOfAllRows });
    const first = new FirstLoad(store, lock);
    // A server that started meanwhile has found the catalog as it was before.
    if (!load.isServed()) return first;
    await first.finish();
    return undefined;
  }

  /** Only the import that was interrupted finds what it looks for. */
  static async #goOn(store: Store, load: Load): Promise<FirstLoad | undefined> {
    const lock = takeFirstLoad(store);
    if (!lock) requireNoFirstLoad(store);
    if (!lock) return undefined;
    const first = new FirstLoad(store, lock);
    if (load.goesOn) return first;
    await first.finish();
    return undefined;
  }

  /** Whether what the source says of records is put in its place at the end. */
  get gathersMemory(): boolean {
    return isGathering(this.store.writer);
  }

  /** Makes what was put off. */
  async finish(): Promise<void> {
    await finishFirstLoad(this.store);
    this.release();
  }

  /** Leaves it to whoever opens the catalog next. */
  release(): void {
    this.lock.release();
  }
}

const isWorth = ({ isRestoring, bytes, leastBytes: least = leastBytes }: Load): boolean =>
  bytes === undefined ? isRestoring : bytes >= least;
