import { slugOf } from '../database/slug';

// A release that only stands in for one has a slug that no true one would have: it takes nobody's.

/** What the slug of a release that stands in for one ends with: what of its UUID is no time. */
export const provisionalEnding = (id: string): string => `-${id.replaceAll('-', '').slice(-12)}`;

export const provisionalSlug = (title: string, id: string): string => plainSlug(title) + provisionalEnding(id);

/** The slug of a true release of this title, where no other has it. */
export const plainSlug = (title: string): string => slugOf(title) || 'release';
