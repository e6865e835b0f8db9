// A record that only stands in for one has a slug that no true one would have: it takes nobody's.

/** What the slug of a record that stands in for one ends with: what of its UUID is no time. */
export const provisionalEnding = (id: string): string => `-${id.replaceAll('-', '').slice(-12)}`;

/** @param plain the slug of a true record of its name */
export const provisionalSlug = (plain: string, id: string): string => plain + provisionalEnding(id);
