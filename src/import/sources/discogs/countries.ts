/**
 * The ISO 3166-1 code of a country as Discogs names it. A country that is no more has none, since its code is not in
 * use either; a region (Europe, Scandinavia), several countries in one and the world have none.
 */
export const countryCodeOf = (name: string): string | undefined => codes.get(name.trim());

// Names that Discogs writes otherwise than the standard come first, then the others by their codes.
const names = `
US=US|USA=US|United States=US|UK=GB|United Kingdom=GB|England=GB|Scotland=GB|Wales=GB|Northern Ireland=GB
Russia=RU|South Korea=KR|North Korea=KP|Vietnam=VN|Laos=LA|Syria=SY|Iran=IR|Iran, Islamic Republic of=IR|Bolivia=BO
Venezuela=VE|Tanzania=TZ|Moldova=MD|Moldova, Republic of=MD|Macedonia=MK|North Macedonia=MK|Taiwan=TW|Palestine=PS
Ivory Coast=CI|Cape Verde=CV|Cabo Verde=CV|Czech Republic=CZ|Czechia=CZ|Brunei=BN|Burma=MM|Myanmar=MM|Swaziland=SZ
Eswatini=SZ|Reunion=RE|Réunion=RE|Curaçao=CW|Sint Maarten=SX|Saint-Martin=MF|Micronesia=FM|Macau=MO|Macao=MO
Faroe Islands=FO|Falkland Islands=FK|Vatican City=VA|Holy See=VA|Congo=CG|Congo, Republic of the=CG|Zaire=CD
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
