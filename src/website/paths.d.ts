/** Paths of the site map. */
export declare const pagePaths: readonly string[];
