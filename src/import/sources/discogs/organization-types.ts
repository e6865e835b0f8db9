/** What kind of organization a company is that did such a thing for a release (`entity_type_name`). */
export function organizationTypeOf(entityType: string): string | undefined {
  const text = entityType.trim();
  return kinds.find(([pattern]) => pattern.test(text))?.[1];
}

const kinds: readonly (readonly [RegExp, string])[] = [
  [/^(mastered|remastered|lacquer cut|glass mastered) at$/i, 'mastering studio'],
  [/^filmed at$/i, 'film location'],
  [/^(.+) at$/i, 'recording studio'],
  [/^(phonographic )?copyright\b/i, 'rights holder'],
  [/^(licensed|sublicensed|under license)/i, 'licensor'],
  [/^record company$/i, 'record company'],
  [/^published by$|publisher/i, 'publisher'],
  [/^(distributed|exported|imported|sold) by$/i, 'distributor'],
  [/^marketed by$/i, 'marketing company'],
  [/^(pressed|manufactured|made|duplicated|glass mastered) by$/i, 'manufacturer'],
  [/^printed by$/i, 'printer'],
  [/^(produced|commissioned) (for|by)$/i, 'production company'],
  [/^(.+) by$/i, 'service'],
];
