/**
 * Former countries and regions whose codes ISO 3166-1 withdrew or never had, but which sources use as release countries. Current
 * codes are named by the platform's locale data.
 */
const others: Readonly<Record<string, Readonly<Record<'en' | 'de' | 'fr', string>>>> = {
  AN: { en: 'Netherlands Antilles', de: 'Niederländische Antillen', fr: 'Antilles néerlandaises' },
  BU: { en: 'Burma', de: 'Birma', fr: 'Birmanie' },
  CS: { en: 'Czechoslovakia', de: 'Tschechoslowakei', fr: 'Tchécoslovaquie' },
  DD: { en: 'East Germany', de: 'DDR', fr: 'RDA' },
  FX: { en: 'Metropolitan France', de: 'Metropolitan-Frankreich', fr: 'France métropolitaine' },
  NT: { en: 'Neutral Zone', de: 'Neutrale Zone', fr: 'Zone neutre' },
  SU: { en: 'Soviet Union', de: 'Sowjetunion', fr: 'Union soviétique' },
  TP: { en: 'East Timor', de: 'Osttimor', fr: 'Timor oriental' },
  XC: { en: 'Czechoslovakia', de: 'Tschechoslowakei', fr: 'Tchécoslovaquie' },
  XE: { en: 'Europe', de: 'Europa', fr: 'Europe' },
  XG: { en: 'East Germany', de: 'DDR', fr: 'RDA' },
  XK: { en: 'Kosovo', de: 'Kosovo', fr: 'Kosovo' },
  XU: { en: 'Unknown country', de: 'Unbekanntes Land', fr: 'Pays inconnu' },
  XW: { en: 'Worldwide', de: 'Weltweit', fr: 'Monde entier' },
  YD: { en: 'South Yemen', de: 'Südjemen', fr: 'Yémen du Sud' },
  YU: { en: 'Yugoslavia', de: 'Jugoslawien', fr: 'Yougoslavie' },
  ZR: { en: 'Zaire', de: 'Zaire', fr: 'Zaïre' },
};

/** Officially assigned ISO 3166-1 codes. */
const assigned = `
AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH
CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN
GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI
LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM
PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD
TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW`;

/** Every code a record may have. */
export const countryCodes: readonly string[] = [...assigned.trim().split(/\s+/), ...Object.keys(others)].sort();

/** Codes that duplicate others or mean nothing; accepted in records, but not offered. */
const notChosen: ReadonlySet<string> = new Set(['BU', 'FX', 'NT', 'TP', 'XC', 'XG', 'XU']);

/** Codes to choose from, including the current one. */
export const choosableCountries = (present = ''): readonly string[] =>
  countryCodes.filter((code) => code === present || !notChosen.has(code));

const names = new Map<string, Intl.DisplayNames>();

/**
 * Name of a country in a language; its code if there is none.
 * @param locale such as `de-AT`; names the platform lacks exist in English, German and French
 */
export function countryName(code: string, locale = 'en'): string {
  const other = others[code];
  if (other) return other[locale.startsWith('de') ? 'de' : locale.startsWith('fr') ? 'fr' : 'en'];
  if (!/^[A-Z]{2}$/.test(code)) return code;
  const regions = names.get(locale) ?? new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' });
  names.set(locale, regions);
  return regions.of(code) ?? code;
}
