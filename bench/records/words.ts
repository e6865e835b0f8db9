import type { Random } from '../random';

// Parts of names and titles. Combinations are mostly unique, with some duplicates, as in real catalogs.

export function personName(random: Random): string {
  if (random.chance(shareOfEastAsian)) return random.pick(eastAsianSurnames) + random.pick(eastAsianNames);
  const middle = random.chance(0.2) ? ` ${random.pick(initials)}.` : '';
  return `${random.pick(firstNames)}${middle} ${surname(random)}`;
}

export const surname = (random: Random): string =>
  random.pick(surnameBeginnings) + (random.chance(0.6) ? random.pick(surnameMiddles) : '') + random.pick(surnameEndings);

export const groupName = (random: Random): string => `${random.pick(groupBeginnings)} ${surname(random)} ${random.pick(groupEndings)}`;

export const labelName = (random: Random): string => `${surname(random)} ${random.pick(labelEndings)}`;

export const companyName = (random: Random): string => `${surname(random)} ${random.pick(companyEndings)}`;

/** Title of a production, or of a release of its music. */
export const workTitle = (random: Random): string =>
  random.chance(shareOfEastAsian)
    ? `${random.pick(eastAsianAdjectives)}${random.pick(eastAsianNouns)}`
    : random.chance(0.3)
      ? `The ${random.pick(adjectives)} ${random.pick(nouns)}`
      : random.chance(0.5)
        ? `${random.pick(nouns)} of the ${random.pick(adjectives)} ${random.pick(nouns)}`
        : `${surname(random)} and the ${random.pick(nouns)}`;

export const pieceTitle = (random: Random): string => {
  const title = `${random.pick(pieces)} ${random.pick(connections)} ${random.pick(nouns)}`;
  return random.chance(0.4) ? `${title} ${random.pick(versions)}` : title;
};

export const biography = (random: Random): string => `${random.pick(biographies)} ${random.pick(biographies)}`;

const words = (text: string): string[] => text.split(' ');

/** Names in scripts without spaces: slugs, folding and search treat them differently. */
const shareOfEastAsian = 0.08;
const eastAsianSurnames = words('久石 坂本 武満 伊福部 川井 菅野 梶浦 澤野 조 이 김 박 譚 趙 陳 王 葉');
const eastAsianNames = words('譲 龍一 徹 昭 憲次 よう子 由記 弘之 성우 병우 민수 지혜 盾 季平 其鋼 小峰');
const eastAsianAdjectives = words('千の 最後の 静かな 遠い 失われた 青い 秘密の 마지막 조용한 잃어버린 孤獨的 最後的 藍色');
const eastAsianNouns = words('旅 庭 影 街 冬 城 海 森 橋 기차 바다 숲 거울 花樣年華 江湖 長城 故事');

export const countries = words('US US US GB GB FR FR DE IT IT JP PL ES SE CZ HU RU IN BR CA AU AT NL DK NO FI IE MX AR KR CN GR');
export const cities = words(
  'London Paris Warszawa Kraków München Köln Wien Praha Budapest Roma Milano København Göteborg Tōkyō Montréal Łódź',
);
const initials = [...'ABCDEFGHJKLMNOPRSTVW'];
const firstNames = words(
  'Anna Bernard Clara Dimitri Élise Ennio François Georges Hans Henryk Ingrid Jerzy Jóhann José Katarzyna Krzysztof László Lena Łukasz Maja Márta Michał Miklós Nina Nino Ólafur Óscar Philip Rachel René Ryuichi Søren Sofía Stanisław Thomas Tōru Ulrike Vangelis Wojciech Yōko Zbigniew Zoë Alexandre Björk Carter Dario Elmer Franz Hildur James',
);
const surnameBeginnings = words(
  'Her Gór Wil Mor Kil Pre Ró Zim Del Des Jar Kaw Shi Tak Mül Schö Bjö Lind Ber Stra Des Gol Kor Pod Now Wój Sza Fer Gar Mar Ros Bac Tur Vel Zar Håk Åke Ong',
);
const surnameMiddles = words('r ma li ko zi ne ra ti so va be du ny la mi go pé ścz en ol');
const surnameEndings = words(
  'mann ecki iams ricone ar isner zsa mer ue plat re oto asaki emitsu ler berg nsson qvist stein vinsky ów ak czyk ańska rini ello ez ssi ova ström',
);
const groupBeginnings = words('The Royal Radio National Grand New Kammer Choeur Orchestre Philharmonia');
const groupEndings = words('Ensemble Quartet Orchestra Singers Trio Chorus Sinfonia Band Collective Players');
const labelEndings = words('Records Musik Discs Sound Music Recordings Editions Classics');
const companyEndings = words('Pictures Films Studios Television Productions Publishing');
const adjectives = words(
  'Last Silent Golden Distant Broken Hidden Seventh Crimson Endless Forgotten Northern Burning Secret Winter Lonely Restless Second Blue Iron Hollow',
);
const nouns = words(
  'River Garden Shadow Journey City Winter Kingdom Mirror Harbor Stranger Mountain Letter Window Orchard Station Island Lantern Empire Promise Horizon Ocean Forest Bridge Summer Train Castle Daughter Witness Desert Sparrow Clock Dream',
);
const pieces = words(
  'Prelude Theme Overture Nocturne March Waltz Lament Arrival Farewell Chase Finale Titles Romance Battle Procession Lullaby Elegy Fanfare Interlude Dance',
);
const connections = ['of the', 'for the', 'at the', 'to the', 'without a', 'beyond the'];
const versions = ['(Reprise)', '(Alternate)', '(Film Version)', '(Album Version)', 'Part II', '(Solo Piano)'];
const biographies = [
  'Wrote for the stage before turning to film, and taught composition for many years.',
  'Known for spare orchestration and long melodic lines that return in changed harmony.',
  'Studied at the conservatory and played in its orchestra, then worked as an arranger for radio.',
  'Received two national prizes; most of the manuscripts are kept in the city library.',
];
