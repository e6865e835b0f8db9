/** The paths of all pages, as the site map has them. */
export declare const pagePaths: readonly string[];
