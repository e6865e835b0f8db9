/** The pages of artists and of fictional artists. */
export const artist = {
  born: 'Born',
  died: 'Died',
  formed: 'Formed',
  ended: 'Disbanded',
  created: 'Created',
  realName: 'Real name',
  aged: (years: string) => `aged ${years}`,
  /** Roles in one line: `Composer and conductor`. */
  roles: (roles: readonly string[]) => roles.map((role, index) => (index > 0 && isWord(role) ? role.toLowerCase() : role)).join(' and '),
  fictionalNote: (isDated: boolean, isGroup: boolean) =>
    `The outline says that this artist exists in fiction alone${isDated ? `; the date is that of the ${isGroup ? 'band' : 'character'}’s creation` : ''}.`,
  bornIn: (year: string) => `b. ${year}`,
  as: (name: string) => `as ${name}`,
  biography: 'Biography',
  lifeLine: 'Life line',
  lifeLineAside: 'Each bar is a production, coloured by its decade.',
  lifeLineFirst: (count: string) => `The first ${count} productions; each bar is one, coloured by its decade.`,
  lifeLineLabel: 'Productions in the course of a life',
  members: 'Members',
  membersCount: (count: string, isOne: boolean) => (isOne ? '1 member' : `${count} members`),
  groups: 'Groups',
  groupsAside: 'Of which this artist is or was a member',
  productions: 'Productions',
  musicFor: (productions: string) => `Music for ${productions}`,
  with: 'with',
  releases: 'Releases',
  characters: 'Characters',
  charactersAside: 'Whom this artist played or sang',
  inProduction: 'in',
  portrayedBy: 'Portrayed by',
  unknownPerformer: 'It is not known here by whom.',
  credits: 'Credits',
  creditsAside: 'By role',
  allCredits: (count: string) => `All ${count}`,
  allCreditsOf: (count: string, role: string) => `All ${count}: ${role}`,
  back: (name: string) => `Back to ${name}`,
  roleTitle: (name: string, role: string) => `${name}: ${role}`,
};

/** Whether a role is no abbreviation, as DJ is. */
const isWord = (role: string): boolean => /^\p{Lu}[\p{Ll}\s-]+$/u.test(role);
