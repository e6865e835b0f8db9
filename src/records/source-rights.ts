/** What a source may do beyond telling what it has. */
export interface SourceRights {
  /** It says what is to be there: what was deleted here comes back with it. */
  readonly bringsBack: boolean;
  /**
   * It has the slugs of a whole catalog: where another record here has one of them, that one makes room. What became of a
   * record by a merge comes from it as well.
   */
  readonly takesSlugs: boolean;
}

/** Of a source that does not know this catalog. */
export const noRights: SourceRights = { bringsBack: false, takesSlugs: false };

/** Of files of records, which say what is to be there. */
export const rightsOfRecords: SourceRights = { bringsBack: true, takesSlugs: false };

/** Of another server, which is to be the same here as it is there. */
export const rightsOfMirror: SourceRights = { bringsBack: true, takesSlugs: true };
