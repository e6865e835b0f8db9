import { line } from '../shared/records';

export interface DiscogsRole {
  readonly name: string;
  /** Bracketed detail: "Orchestra" in "Conductor [Orchestra]". */
  readonly detail?: string;
}

/**
 * Roles of a comma-separated list: "Conductor [Orchestra], Written-By". "Directed By" means the conductor, or the director of a
 * recorded show, play or film.
 */
export function discogsRolesOf(text: string, isShow = false): readonly DiscogsRole[] {
  const read = isShow ? readOfShows : readOfMusic;
  const known = read.get(text);
  if (known !== undefined) return known;
  if (read.size >= mostKept) read.clear();
  const roles = readRoles(text, isShow);
  read.set(text, roles);
  return roles;
}

const readOfMusic = new Map<string, readonly DiscogsRole[]>();
const readOfShows = new Map<string, readonly DiscogsRole[]>();
const mostKept = 10_000;

/** Longer lists are not role lists. */
const mostRoles = 30;
const longestList = 5_000;

function readRoles(text: string, isShow: boolean): readonly DiscogsRole[] {
  const roles = new Map<string, DiscogsRole>();
  for (const part of parted(text.slice(0, longestList))) {
    const role = meaningOf(readRole(part), isShow);
    if (role.name !== '') roles.set(`${role.name} [${role.detail ?? ''}]`, role);
  }
  return [...roles.values()].slice(0, mostRoles);
}

/** Splits at commas outside brackets. */
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

/** Details may contain brackets; an unclosed one extends to the end. */
function readRole(text: string): DiscogsRole {
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

/** Role name used by the catalog. */
function meaningOf({ name, detail }: DiscogsRole, isShow: boolean): DiscogsRole {
  if (name === 'Directed By' || name === 'Director') return directing(detail, isShow || name === 'Director');
  const [, voice] = /^(.+) Vocals$/i.exec(name) ?? [];
  if (voice !== undefined && voices.has(voice.toLowerCase())) return withDetails('Vocals', voice, detail);
  const meant = meanings[name];
  if (meant === undefined) return detail === undefined ? { name } : { name, detail };
  return withDetails(meant.name, meant.detail, detail);
}

/** Resolves "Directed By" by its detail first. "Directed By [Film Music]" is no film director. */
function directing(detail: string | undefined, isShow: boolean): DiscogsRole {
  const isOf = (words: RegExp): boolean => detail !== undefined && words.test(detail);
  if (isOf(players)) return withDetails('Conductor', detail);
  if (isOf(musicAlone)) return withDetails('Music Director', detail);
  return withDetails(isShow || isOf(shows) ? 'Director' : 'Conductor', detail);
}

const players = /orchestr|orkest|orquesta|ensemble|choir|chorus|coro|chœur|chor\b|strings|band\b|conduct|dirigent/i;
const musicAlone = /\bmusi[ckq](?!.*\bvideo)|\bmúsica|\bscore\b/i;
const shows =
  /film|movie|picture|cinema|video|series|\btv\b|television|stage|show|play\b|director|regie|regia|regista|regisseur|réalis|realiz/i;

function withDetails(name: string, ...details: readonly (string | undefined)[]): DiscogsRole {
  const detail = line(details.filter((one) => one !== undefined).join(', '));
  return detail === '' ? { name } : { name, detail };
}

/** Voices, which the catalog treats as one role. */
const voices: ReadonlySet<string> = new Set(
  'soprano, mezzo-soprano, contralto, alto, countertenor, tenor, baritone, bass-baritone, bass, treble, lead, solo'.split(', '),
);

/**
 * Synonyms (older names with "By"), names with another meaning here (a bandleader is no concertmaster), and instruments grouped
 * into families.
 */
const meanings: Readonly<Record<string, DiscogsRole>> = {
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

/** Scope of a new role: film crew belongs to the production. */
export const roleScopeOf = (name: string): 'production' | 'release' => (ofProductions.has(name) ? 'production' : 'release');

const ofProductions: ReadonlySet<string> = new Set(
  'Director, Film Producer, Film Editor, Screenwriter, Cinematographer, Choreography'.split(', '),
);
