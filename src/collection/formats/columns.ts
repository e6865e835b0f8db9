import { fold } from '../../store/values/folding';
import { splitHeading } from './cells';
import type { ColumnFacts } from './table';
import type { Program } from './vocabulary';

/** Columns that identify the release, on this server or another. */
export const releaseColumns = 'release_id release_title barcode catalog_number artist_credit label year country'.split(' ');

/** Columns of files that are not fields of a list: of the release, or read into several fields. */
export const fileColumns = [...releaseColumns, 'format', 'disc_count', 'created_at'];

/**
 * Headings of Discogs, MusicBrainz, CLZ Music, Koillection, Libib, MusicBuddy and beets, and of spreadsheets in English, German,
 * French, Spanish, Italian and Dutch, as {@link keyOf} normalizes them.
 */
const synonyms: Readonly<Record<string, string>> = {
  release_id:
    'musicbrainzid musicbrainzreleaseid musicbrainzalbumid releasembid mbid mbreleaseid mbalbumid discogsid discogsreleaseid ' +
    'discogsalbumid discogsrelease idmusicbrainz iddiscogs',
  release_title:
    'title album albumtitle albumname name recordtitle release releasename disc disctitle cd soundtrack film movie filmtitle ' +
    'titel albumtitel plattentitel filmtitel soundtracktitel bezeichnung titre titredelalbum nomdelalbum nom disque titulo ' +
    'titulodelalbum disco pelicula nombre titolo titoloalbum titolodelalbum nome naam albumnaam titelalbum',
  artist_credit:
    'artist artists artistname albumartist albumartists composer composers composedby musicby performer performers creator creators ' +
    'band interpret interpreten kunstler komponist komponisten musik musikvon artiste artistes interprete interpretes compositeur ' +
    'compositeurs musiquede artista artistas compositor compositores musicade autor autores artisti compositore compositori ' +
    'musichedi autore artiest artiesten componist componisten uitvoerende muziekvan',
  label:
    'labels recordlabel recordcompany publisher publishers marke plattenfirma plattenlabel musiklabel verlag verleger ' +
    'maisondedisques editeur labeldiscographique editorial sello sellodiscografico discografica selloeditorial etichetta ' +
    'etichettadiscografica casadiscografica editore platenlabel platenmaatschappij uitgever',
  catalog_number:
    'catalognumber cataloguenumber catalog catalogue catalogno catalogueno catno catnumber cat catalognum cataloguenum catalogid ' +
    'labelnumber labelno releasenumber orderno katalognummer katalognr katalog bestellnummer bestellnr artikelnummer labelnummer ' +
    'reference referencecatalogue numerodecatalogue numerocatalogue ndecatalogue nodecatalogue bestnr bestnummer katnr katnummer numerodecatalogo numerodicatalogo numerocatalogo ' +
    'ndecatalogo ndicatalogo nodecatalogo ncatalogo nrcatalogo referencia riferimento codicecatalogo catalogusnummer catalogusnr bestelnummer',
  barcode:
    'barcodes barcodenumber upc upcnumber upccode ean eannumber eancode upcean eanupc gtin gtin13 upcbarcode upcisbn10 eanisbn13 ean13 upc12 ' +
    'upceanisbn strichcode strichkode barkode eannummer codebarre codebarres codeabarres codigodebarras codigobarras ' +
    'codiceabarre codicebarre streepjescode',
  year:
    'date releasedate releaseyear released releasedon yearreleased yearofrelease publishdate publicationdate publicationyear ' +
    'datereleased erscheinungsjahr erscheinungsdatum erschienen erschienenam veroffentlicht veroffentlichung ' +
    'veroffentlichungsdatum veroffentlichungsjahr jahr erschjahr erschdatum vojahr annee anneedesortie anneedeparution datedesortie datedeparution sortie ' +
    'paruen ano anodelanzamiento anodeedicion fechadelanzamiento lanzamiento anno annodiuscita annodipubblicazione datadiuscita ' +
    'uscita jaar jaarvanuitgave uitgavejaar releasejaar uitgebracht verschenen verschijningsjaar releasedatum',
  country:
    'countryofrelease releasecountry land herkunftsland erscheinungsland pays paysdorigine pais paisdeorigen paese paesediorigine ' +
    'landvanherkomst',
  disc_count:
    'discs nrdiscs nrofdiscs noofdiscs numberofdiscs numdiscs disccount discsinset anzahldiscs anzahlderdiscs anzahlcds anzahllps anzahlplatten ' +
    'anzahlmedien anzahltontrager nbdisques nbdedisques nombrededisques numerodediscos cantidaddediscos numerodischi numerodidischi aantaldiscs ' +
    'aantalcds aantallps aantalplaten',
  format:
    'formats media medium mediaformat mediatype mediums formattype tontrager medientyp tontragerart support typedesupport formato ' +
    'soporte supporto drager geluidsdrager formaat',
  condition:
    'mediacondition disccondition recordcondition mediagrade grade zustand zustandmedium zustanddisc mediumzustand ' +
    'erhaltung erhaltungszustand etat etatdudisque etatdumedia estado estadodeldisco estadodelmedio condicion stato condizione ' +
    'condizioni condizionedeldisco staat conditie toestand staatmedium staatvandeplaat',
  sleeve_condition:
    'sleeve sleevecondition covercondition sleevegrade covergrade packagecondition hulle pochette hullenzustand zustandhulle ' +
    'zustandderhulle coverzustand zustandcover etatpochette etatdelapochette etatdelajaquette estadodelafunda estadodelaportada ' +
    'estadofunda condizionecopertina statocopertina statodellacopertina hoesconditie staathoes staatvandehoes',
  notes:
    'note comment comments personalnotes mynotes collectionnotes remarks remark description notiz notizen anmerkung anmerkungen ' +
    'bemerkung bemerkungen kommentar kommentare beschreibung remarque remarques commentaire commentaires notespersonnelles nota ' +
    'notas comentario comentarios observaciones commento commenti annotazioni osservazioni notitie notities opmerking opmerkingen',
  purchase_price:
    'price pricepaid paid purchaseprice cost costprice preis kaufpreis einkaufspreis bezahlt bezahlterpreis kosten prix prixachat ' +
    'prixdachat prixpaye cout precio preciodecompra preciopagado coste costo prezzo prezzodacquisto prezzopagato prijs ' +
    'aankoopprijs betaald betaaldeprijs',
  current_value:
    'value worth currentprice marketvalue marketprice estimatedvalue estimate appraisal appraisedvalue wert aktuellerwert zeitwert marktwert ' +
    'schatzwert geschatzterwert valeur valeuractuelle valeurestimee valeurmarchande valor valoractual valorestimado valore valoreattuale ' +
    'valorestimato waarde huidigewaarde geschattewaarde',
  valued_on: 'valuedate valuationdate appraisaldate dateofvalue wertdatum wertvom bewertetam datedelavaleur estimele',
  value_source: 'valuesource valuation valuedby wertquelle bewertetvon sourcedelavaleur',
  purchased_at:
    'boughton purchased purchasedate purchasedon datepurchased bought dateofpurchase datebought acquired acquiredon ' +
    'dateacquired acquisitiondate gekauft gekauftam kaufdatum erworben erworbenam achete achetele dateachat datedachat ' +
    'dateacquisition acquisle comprado compradoel fechadecompra fechadeadquisicion acquistato acquistatoil datadacquisto ' +
    'dataacquisto gekocht gekochtop aankoopdatum',
  storage_location:
    'location place storage storagelocation storagedevice shelf position standort lagerort lagerplatz ort regal fach aufbewahrung ' +
    'emplacement rangement lieu lieuderangement etagere ubicacion lugar estanteria posizione collocazione luogo scaffale ' +
    'locatie plaats opslagplaats plank kast',
  status:
    'statut collectionstatus ownership besitz besitzstatus sammlungsstatus bestand possession statutdecollection estatus ' +
    'statodellacollezione collectiestatus',
  rating:
    'myrating stars evaluation notesur5 mavote appreciation etoiles bewertung meinebewertung wertung sterne ' +
    'puntuacion valoracion calificacion estrellas valutazione voto stelle beoordeling waardering sterren',
  quantity:
    'copies qty numberofcopies exemplaires quantite nombredexemplaires anzahl exemplare menge stuckzahl stuck cantidad ejemplares ' +
    'copias quantita numerocopie copie aantal exemplaren',
  currency: 'devise monnaie wahrung moneda divisa valuta munt',
  shop:
    'store purchasestore purchaseplace boughtfrom boughtat purchasedfrom purchasedat vendor seller dealer retailer ' +
    'magasin boutique vendeur acheteaupresde achetechez lieudachat laden geschaft handler verkaufer gekauftbei gekauftvon ' +
    'bezugsquelle bei tienda vendedor compradoen lugardecompra negozio venditore acquistatoda acquistatopresso winkel verkoper ' +
    'gekochtbij gekochtvan',
  folder: 'collectionfolder dossier ordner mappe carpeta cartella map',
  tags: 'tag keywords keyword motscles etiquettes schlagwort schlagworter schlagworte stichworter etiquetas etichette parolechiave trefwoorden',
  added_at:
    'added addedon addeddate dateadded created createdat creationdate ajoutele dateajout datedajout hinzugefugt hinzugefugtam ' +
    'erfasstam anadido anadidoel fechadealta aggiunto aggiuntoil dataaggiunta toegevoegd toegevoegdop datumtoegevoegd',
  is_signed: 'signed autographed autograph signiert autogramm dedicace signe signee firmado autografiado firmato autografato gesigneerd',
  order_date:
    'orderedon orderdate dateordered commandele datedecommande bestelltam bestelldatum fechadepedido datadellordine besteldop besteldatum',
  order_vendor: 'orderedfrom orderedat commandechez bestelltbei pedidoa ordinatoda besteldbij',
  priority: 'priorite prioritat prioridad priorita prioriteit wichtigkeit',
  any_edition: 'anyrelease jedeausgabe jedepressung touteedition cualquieredicion qualsiasiedizione elkeuitgave',
  // Of the owner, but not the notes themselves.
  note_line: 'loanedto lentto lentout borrower verliehenan ausgeliehenan pretea preteea emprunteur prestadoa prestatoa uitgeleendaan',
  running_number: 'no nr lfd lfdnr lfdnummer laufendenummer index numero num',
};

const bySynonym = new Map(
  Object.entries(synonyms).flatMap(([column, names]) => [
    [column.replaceAll('_', ''), column] as const,
    ...names.split(' ').map((name) => [name, column] as const),
  ]),
);

/** Without case, accents, spaces and punctuation: "Cat. No." becomes `catno`. */
export const keyOf = (name: string): string => fold(name).replace(/[^\p{L}\p{N}]/gu, '');

/** Headings by which a program is known; the first that has all of a line. */
const shapes: readonly (readonly [Program, string])[] = [
  ['leitmotif', 'releaseid releasetitle artistcredit'],
  ['discogs', 'listingid releaseid'],
  ['clz', 'collectionstatus upcbarcode'],
  ['clz', 'collectionstatus catnumber'],
  ['clz', 'collectionstatus labelnumber'],
  ['libib', 'creators upcisbn10'],
  ['libib', 'creators publishdate'],
  ['libib', 'creators publisher'],
  ['musicbuddy', 'artist usersuppliedid'],
  ['musicbuddy', 'artist purchaseplace'],
  ['koillection', 'collection visibility'],
  ['koillection', 'collection id title'],
  ['beets', 'mbalbumid'],
  ['beets', 'albumartist catalognum'],
];

export function programOf(headings: readonly string[]): Program | null {
  const keys = new Set(headings.map(keyOf));
  return shapes.find(([, needed]) => needed.split(' ').every((key) => keys.has(key)))?.[0] ?? null;
}

/** Columns that mean something else in a program's files than their headings say. */
const exceptions: Readonly<Partial<Record<Program, Readonly<Record<string, string>>>>> = {
  // The price that is asked, and texts for buyers.
  discogs: { price: 'notes', comments: 'notes', status: 'status', location: 'storage_location', listed: 'added_at' },
  clz: { storagedevice: 'storage_location', location: 'storage_location', slot: 'notes' },
  libib: { group: 'folder', description: 'ignore', review: 'notes', created: 'ignore' },
  // The artist and title of a track, and the format of its file.
  beets: { artist: 'ignore', format: 'ignore', title: 'ignore', path: 'ignore', added: 'added_at', comments: 'ignore' },
  koillection: { collection: 'folder' },
};

/**
 * Maps the columns of a file to fields, each once; `notes` and `ignore` also to several.
 * @param fields that a column can be mapped to
 * @param chosen fields by heading
 * @returns undefined for unknown columns
 */
export function mapColumns(
  fields: readonly string[],
  columns: readonly ColumnFacts[],
  chosen: ReadonlyMap<string, string>,
  program: Program | null,
): readonly (string | undefined)[] {
  const keys = columns.map(({ heading }) => keyOf(heading));
  const guess = ({ heading, values }: ColumnFacts): string | undefined => {
    const [name, key] = [heading.toLowerCase(), keyOf(heading)];
    const exception = program === null ? undefined : exceptions[program]?.[key];
    // Of a file of tracks, only the albums count.
    if (exception === 'ignore' && key === 'title' && !keys.includes('album')) return 'release_title';
    if (exception !== undefined) return exception;
    // Exports write the time of a change, which is of no use, and loans, which no spreadsheet has.
    if (fields.includes(name) || name === 'updated_at' || name === 'loans' || Object.hasOwn(synonyms, name)) return name;
    // "Note" is a rating in French.
    if (name === 'note' && keys.includes('titre')) return 'rating';
    if ((key === 'title' || key === 'name' || key === 'titel') && keys.includes('album')) return undefined;
    const field = fieldOfHeading(heading);
    if (field === 'note_line') return 'notes';
    // "No." may be a catalog number.
    if (field === 'running_number') return [...values].every((value) => /^\d{1,5}\.?$/.test(value)) ? 'ignore' : undefined;
    return field !== undefined && fields.includes(field) ? field : undefined;
  };
  const guesses = columns.map((column) => chosen.get(column.heading) ?? guess(column));
  const rankOf = ({ heading, filled }: (typeof columns)[number], field: string): number =>
    chosen.has(heading) ? 4 : 2 * Number(heading.toLowerCase() === field) + Number(filled > 0);
  const best = new Map<string, readonly [rank: number, index: number]>();
  for (const [index, field] of guesses.entries()) {
    if (field === undefined) continue;
    const rank = rankOf(columns[index] as ColumnFacts, field);
    if (rank > (best.get(field)?.[0] ?? -1)) best.set(field, [rank, index]);
  }
  return guesses.map((field, index) => {
    const isChosen = chosen.has(columns[index]?.heading ?? '');
    if (field === undefined || isChosen || field === 'notes' || field === 'ignore' || best.get(field)?.[1] === index) return field;
    // A second place or shop says more of the copy, a second title of the release does not.
    return fileColumns.includes(field) ? undefined : 'notes';
  });
}

export const isNotesHeading = (heading: string): boolean => fieldOfHeading(heading) === 'notes';

/** Headings that are frequent as values too. */
const valueWords: ReadonlySet<string> = new Set(['cd', 'disc', 'disque', 'disco', 'soundtrack', 'band']);

/** Whether a heading is known in any program or language. */
export const isKnownHeading = (text: string): boolean =>
  !valueWords.has(text.trim().toLowerCase()) && ![undefined, 'running_number'].includes(fieldOfHeading(text));

/** The column of a common heading, of several such as "Composer / Artist", or of an amount such as "Price in USD". */
export function fieldOfHeading(heading: string): string | undefined {
  if (heading.trim() === '#') return 'running_number';
  const field = bySynonym.get(keyOf(heading)) ?? bySynonym.get(keyOf(heading.replace(/^Collection /, '')));
  if (field !== undefined) return field;
  const [first, ...others] = heading.split(conjunction).map((name) => bySynonym.get(keyOf(name)));
  if (others.length > 0 && others.every((other) => other === first)) return first;
  const amount = bySynonym.get(keyOf(splitHeading(heading).name));
  return amount === 'purchase_price' || amount === 'current_value' ? amount : undefined;
}

const conjunction = /[/&+,]|\s(?:and|or|und|oder|et|ou|y|o|e|en|of)\s/i;
