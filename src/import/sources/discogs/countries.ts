/** Country code of a Discogs country name, former countries included; `undefined` for anything else. */
export const countryCodeOf = (name: string): string | undefined => codes.get(name.trim());

/**
 * Codes of all countries in a release's country field: "UK & Europe" gives two, "Benelux" three, "Worldwide" XW. Empty if one is
 * unknown.
 */
export function countryCodesOf(text: string): readonly string[] {
  const known = read.get(text);
  if (known !== undefined) return known;
  const found = readCountries(text.trim());
  if (read.size < mostKept) read.set(text, found);
  return found;
}

const read = new Map<string, readonly string[]>();
const mostKept = 1_000;

function readCountries(text: string): readonly string[] {
  const whole = codesOfOne(text);
  if (whole !== undefined) return whole;
  const all = text
    .split(/(?:(?<!\s)\s+)?,\s*(?:&\s*)?|(?<!\s)\s+(?:&|and)\s+/)
    .filter((part) => part !== '')
    .map(codesOfOne);
  return all.some((codes) => codes === undefined) ? [] : [...new Set(all.flatMap((codes) => codes ?? []))];
}

function codesOfOne(name: string): readonly string[] | undefined {
  const code = codes.get(name);
  return code === undefined ? regions[name] : [code];
}

/** Regions: MusicBrainz codes for the world and Europe, and countries grouped under one name. */
const regions: Readonly<Record<string, readonly string[]>> = {
  Worldwide: ['XW'],
  Europe: ['XE'],
  Benelux: ['BE', 'NL', 'LU'],
  Scandinavia: ['DK', 'NO', 'SE'],
  Australasia: ['AU', 'NZ'],
  'North America (inc Mexico)': ['US', 'CA', 'MX'],
  'Gulf Cooperation Council': ['SA', 'AE', 'BH', 'KW', 'OM', 'QA'],
};

// Names that deviate from the standard first, then the others by code.
const names = `
USSR=SU|Soviet Union=SU|Czechoslovakia=CS|German Democratic Republic (GDR)=DD|East Germany=DD|Yugoslavia=YU
Serbia and Montenegro=YU|Netherlands Antilles=AN|Southern Rhodesia=RH|Rhodesia=RH|Upper Volta=HV|Dahomey=DY|South Yemen=YD
South Vietnam=VN|North Vietnam=VD|Ceylon=LK|Dutch East Indies=ID|Belgian Congo=CD|Kosovo=XK|South West Africa=NA|Formosa=TW
US=US|USA=US|United States=US|UK=GB|United Kingdom=GB|England=GB|Scotland=GB|Wales=GB|Northern Ireland=GB
Russia=RU|South Korea=KR|North Korea=KP|Vietnam=VN|Laos=LA|Syria=SY|Iran=IR|Iran, Islamic Republic of=IR|Bolivia=BO
Venezuela=VE|Tanzania=TZ|Moldova=MD|Moldova, Republic of=MD|Macedonia=MK|North Macedonia=MK|Taiwan=TW|Palestine=PS
Ivory Coast=CI|Cape Verde=CV|Cabo Verde=CV|Czech Republic=CZ|Czechia=CZ|Brunei=BN|Burma=BU|Myanmar=MM|Swaziland=SZ
Eswatini=SZ|Reunion=RE|Réunion=RE|Curaçao=CW|Sint Maarten=SX|Saint-Martin=MF|Micronesia=FM|Macau=MO|Macao=MO
Faroe Islands=FO|Falkland Islands=FK|Vatican City=VA|Holy See=VA|Congo=CG|Congo, Republic of the=CG|Zaire=ZR
Congo, Democratic Republic of the=CD|DR Congo=CD|Gambia=GM|Gambia, The=GM|The Gambia=GM|Bahamas=BS|Bahamas, The=BS
The Bahamas=BS|Virgin Islands=VI|US Virgin Islands=VI|British Virgin Islands=VG|East Timor=TL|Timor-Leste=TL
São Tomé and Príncipe=ST|Sao Tome and Principe=ST|Saint Lucia=LC|St. Lucia=LC|Saint Kitts and Nevis=KN
Saint Vincent and the Grenadines=VC|Saint Helena=SH|Saint Pierre and Miquelon=PM|Guinea-Bissau=GW|Turkey=TR|Türkiye=TR
Afghanistan=AF|Albania=AL|Algeria=DZ|American Samoa=AS|Andorra=AD|Angola=AO|Anguilla=AI|Antarctica=AQ
Antigua and Barbuda=AG|Antigua & Barbuda=AG|Argentina=AR|Armenia=AM|Aruba=AW|Australia=AU|Austria=AT|Azerbaijan=AZ
Bahrain=BH|Bangladesh=BD|Barbados=BB|Belarus=BY|Belgium=BE|Belize=BZ|Benin=BJ|Bermuda=BM|Bhutan=BT
Bosnia and Herzegovina=BA|Bosnia & Herzegovina=BA|Botswana=BW|Brazil=BR|Bulgaria=BG|Burkina Faso=BF|Burundi=BI
Cambodia=KH|Cameroon=CM|Canada=CA|Cayman Islands=KY|Central African Republic=CF|Chad=TD|Chile=CL|China=CN
Christmas Island=CX|Cocos (Keeling) Islands=CC|Colombia=CO|Comoros=KM|Cook Islands=CK|Costa Rica=CR|Croatia=HR|Cuba=CU
Cyprus=CY|Denmark=DK|Djibouti=DJ|Dominica=DM|Dominican Republic=DO|Ecuador=EC|Egypt=EG|El Salvador=SV
Equatorial Guinea=GQ|Eritrea=ER|Estonia=EE|Ethiopia=ET|Fiji=FJ|Finland=FI|France=FR|French Guiana=GF
French Polynesia=PF|Gabon=GA|Georgia=GE|Germany=DE|Ghana=GH|Gibraltar=GI|Greece=GR|Greenland=GL|Grenada=GD
Guadeloupe=GP|Guam=GU|Guatemala=GT|Guernsey=GG|Guinea=GN|Guyana=GY|Haiti=HT|Honduras=HN|Hong Kong=HK|Hungary=HU
Iceland=IS|India=IN|Indonesia=ID|Iraq=IQ|Ireland=IE|Isle Of Man=IM|Isle of Man=IM|Israel=IL|Italy=IT|Jamaica=JM
Japan=JP|Jersey=JE|Jordan=JO|Kazakhstan=KZ|Kenya=KE|Kiribati=KI|Kuwait=KW|Kyrgyzstan=KG|Latvia=LV|Lebanon=LB
Lesotho=LS|Liberia=LR|Libya=LY|Liechtenstein=LI|Lithuania=LT|Luxembourg=LU|Madagascar=MG|Malawi=MW|Malaysia=MY
Maldives=MV|Mali=ML|Malta=MT|Marshall Islands=MH|Martinique=MQ|Mauritania=MR|Mauritius=MU|Mayotte=YT|Mexico=MX
Monaco=MC|Mongolia=MN|Montenegro=ME|Montserrat=MS|Morocco=MA|Mozambique=MZ|Namibia=NA|Nauru=NR|Nepal=NP
Netherlands=NL|New Caledonia=NC|New Zealand=NZ|Nicaragua=NI|Niger=NE|Nigeria=NG|Niue=NU|Norfolk Island=NF
Northern Mariana Islands=MP|Norway=NO|Oman=OM|Pakistan=PK|Palau=PW|Panama=PA|Papua New Guinea=PG|Paraguay=PY|Peru=PE
Philippines=PH|Pitcairn Islands=PN|Poland=PL|Portugal=PT|Puerto Rico=PR|Qatar=QA|Romania=RO|Rwanda=RW|Samoa=WS
San Marino=SM|Saudi Arabia=SA|Senegal=SN|Serbia=RS|Seychelles=SC|Sierra Leone=SL|Singapore=SG|Slovakia=SK|Slovenia=SI
Solomon Islands=SB|Somalia=SO|South Africa=ZA|South Sudan=SS|Spain=ES|Sri Lanka=LK|Sudan=SD|Suriname=SR|Sweden=SE
Switzerland=CH|Tajikistan=TJ|Thailand=TH|Togo=TG|Tokelau=TK|Tonga=TO|Trinidad & Tobago=TT|Trinidad and Tobago=TT
Tunisia=TN|Turkmenistan=TM|Turks and Caicos Islands=TC|Tuvalu=TV|Uganda=UG|Ukraine=UA|United Arab Emirates=AE
Uruguay=UY|Uzbekistan=UZ|Vanuatu=VU|Wallis and Futuna=WF|Western Sahara=EH|Yemen=YE|Zambia=ZM|Zimbabwe=ZW`;

const codes: ReadonlyMap<string, string> = new Map(
  names
    .trim()
    .split(/[|\n]/)
    .map((pair) => pair.split('=') as [string, string]),
);
