import { plural } from '../formats';

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
    `The outline marks a fictional artist.${isDated ? ` The date is when the ${isGroup ? 'band' : 'character'} was created.` : ''}`,
  bornIn: (year: string) => `b. ${year}`,
  as: (name: string) => `as ${name}`,
  biography: 'Biography',
  lifeLine: 'Timeline',
  lifeLineAside: 'Each bar is a production, colored by decade.',
  lifeLineFirst: (count: string) => `The first ${count} productions. Each bar is one, colored by decade.`,
  lifeLineLabel: 'Productions over time',
  members: 'Members',
  membersCount: plural({ one: '# member', other: '# members' }),
  groups: 'Groups',
  groupsAside: 'Current and past memberships',
  productions: 'Productions',
  musicFor: (productions: string) => `Music for ${productions}`,
  with: 'with',
  directed: 'Directed',
  musicBy: 'Music by',
  writtenFor: 'For',
  characters: 'Characters',
  charactersAside: 'Played or sung by this artist',
  inProduction: 'in',
  portrayedBy: 'Portrayed by',
  unknownPerformer: 'Performer unknown.',
  credits: 'Credits',
  creditsAside: 'By role',
  allCredits: (count: string) => `All ${count}`,
  allCreditsOf: (count: string, role: string) => `All ${count}: ${role}`,
  back: (name: string) => `Back to ${name}`,
  roleTitle: (name: string, role: string) => `${name}: ${role}`,
};

/** Whether a role is no abbreviation, as DJ is. */
const isWord = (role: string): boolean => /^\p{Lu}[\p{Ll}\s-]+$/u.test(role);
