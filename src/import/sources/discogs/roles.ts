import { line } from '../shared/values';

/** What somebody did, as a list of roles says it. */
export interface Role {
  readonly name: string;
  /** What stands in brackets behind it: "Orchestra" in "Conductor [Orchestra]". */
  readonly detail?: string;
}

/**
 * The roles of a comma list: "Conductor [Orchestra], Written-By" are two. "Directed By" is the conductor of music, and the
 * director of a recorded show, play or film.
 */
export function rolesOf(text: string, isShow = false): readonly Role[] {
  const read = isShow ? readOfShows : readOfMusic;
  const known = read.get(text);
  if (known !== undefined) return known;
  if (read.size >= mostKept) read.clear();
  const roles = readRoles(text, isShow);
  read.set(text, roles);
  return roles;
}

const readOfMusic = new Map<string, readonly Role[]>();
const readOfShows = new Map<string, readonly Role[]>();
const mostKept = 10_000;

/** Nobody does more on one release; what is longer is no list of roles. */
const mostRoles = 30;
const longestList = 5_000;

function readRoles(text: string, isShow: boolean): readonly Role[] {
  const roles = new Map<string, Role>();
  for (const part of parted(text.slice(0, longestList))) {
    const role = meaningOf(readRole(part), isShow);
    if (role.name !== '') roles.set(`${role.name} [${role.detail ?? ''}]`, role);
  }
  return [...roles.values()].slice(0, mostRoles);
}

/** What commas part, as far as they stand in no brackets. */
function parted(text: string): readonly string[] {
  const parts = [''];
  let depth = 0;
  for (const character of text) {
    if (character === '[') depth++;
    if (character === ']' && depth > 0) depth--;
    if (character === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts;
}

/** A detail may have brackets of its own, and there may be several; one that is not closed goes to the end. */
function readRole(text: string): Role {
  let depth = 0;
  let name = '';
  const details: string[] = [];
  for (const character of text) {
    if (character === ']' && depth > 0) depth--;
    if (depth === 0 && character !== '[' && character !== ']') name += character;
    if (depth > 0) details[details.length - 1] += character;
    if (character === '[' && depth++ === 0) details.push('');
  }
  const detail = line(
    details
      .map((one) => line(one))
      .filter((one) => one !== '')
      .join(', '),
  );
  return detail === '' ? { name: line(name) } : { name: line(name), detail };
}

/** A role by the name that a catalog has for it. */
function meaningOf({ name, detail }: Role, isShow: boolean): Role {
  if (name === 'Directed By' || name === 'Director') return directing(detail, isShow || name === 'Director');
  const [, voice] = /^(.+) Vocals$/i.exec(name) ?? [];
  if (voice !== undefined && voices.has(voice.toLowerCase())) return withDetails('Vocals', voice, detail);
  const meant = meanings[name];
  if (meant === undefined) return detail === undefined ? { name } : { name, detail };
  return withDetails(meant.name, meant.detail, detail);
}

/** What was directed: brackets say it before anything else. "Directed By [Film Music]" is no director of the film. */
function directing(detail: string | undefined, isShow: boolean): Role {
  const isOf = (words: RegExp): boolean => detail !== undefined && words.test(detail);
  if (isOf(players)) return withDetails('Conductor', detail);
  if (isOf(musicAlone)) return withDetails('Music Director', detail);
  return withDetails(isShow || isOf(shows) ? 'Director' : 'Conductor', detail);
}

const players = /orchestr|orkest|orquesta|ensemble|choir|chorus|coro|chœur|chor\b|strings|band\b|conduct|dirigent/i;
const musicAlone = /\bmusi[ckq](?!.*\bvideo)|\bmúsica|\bscore\b/i;
const shows =
  /film|movie|picture|cinema|video|series|\btv\b|television|stage|show|play\b|director|regie|regia|regista|regisseur|réalis|realiz/i;

function withDetails(name: string, ...details: readonly (string | undefined)[]): Role {
  const detail = line(details.filter((one) => one !== undefined).join(', '));
  return detail === '' ? { name } : { name, detail };
}

/** Voices, which are one role of a catalog. */
const voices: ReadonlySet<string> = new Set(
  'soprano, mezzo-soprano, contralto, alto, countertenor, tenor, baritone, bass-baritone, bass, treble, lead, solo'.split(', '),
);

/**
 * Roles that Discogs has under two names, the older one with "By"; those whose name means something else in a catalog of
 * music (the leader of a band is no concertmaster); instruments of a family that a catalog has as one.
 */
const meanings: Readonly<Record<string, Role>> = {
  'Written By': { name: 'Written-By' },
  'Artwork By': { name: 'Artwork' },
  'Photography By': { name: 'Photography' },
  'Design By': { name: 'Design' },
  'Producer By': { name: 'Producer' },
  'Executive Producer': { name: 'Executive-Producer' },
  'Film Director': { name: 'Director', detail: 'Film' },
  Leader: { name: 'Bandleader' },
  'Accompanied By': { name: 'Accompaniment' },
  'Alto Saxophone': { name: 'Saxophone', detail: 'Alto' },
  'Tenor Saxophone': { name: 'Saxophone', detail: 'Tenor' },
  'Baritone Saxophone': { name: 'Saxophone', detail: 'Baritone' },
  'Electric Guitar': { name: 'Guitar', detail: 'Electric' },
  'Acoustic Guitar': { name: 'Guitar', detail: 'Acoustic' },
  'Bass Guitar': { name: 'Bass', detail: 'Bass Guitar' },
  'Double Bass': { name: 'Bass', detail: 'Double Bass' },
  Contrabass: { name: 'Bass', detail: 'Contrabass' },
  'Electric Cello': { name: 'Cello', detail: 'Electric' },
  'Alto Flute': { name: 'Flute', detail: 'Alto' },
  Whistle: { name: 'Flute', detail: 'Whistle' },
  'Grand Piano': { name: 'Piano', detail: 'Grand Piano' },
  Fiddle: { name: 'Violin', detail: 'Fiddle' },
  Timpani: { name: 'Percussion', detail: 'Timpani' },
  Bandoneon: { name: 'Accordion', detail: 'Bandoneon' },
  Keyboards: { name: 'Synthesizer', detail: 'Keyboards' },
  Electronics: { name: 'Synthesizer', detail: 'Electronics' },
};

/** What a role that comes from here applies to: the people of a film are no part of its release. */
export const roleScopeOf = (name: string): 'production' | 'release' => (ofProductions.has(name) ? 'production' : 'release');

const ofProductions: ReadonlySet<string> = new Set(
  'Director, Film Producer, Film Editor, Screenwriter, Cinematographer, Choreography'.split(', '),
);
