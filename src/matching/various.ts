import { LRUCache } from 'lru-cache';
import { fold } from '../store/values/folding';
import { readPhrase } from './titles/words';

// Artist credits that name nobody, in the languages that sellers, programs and collectors use.

const list = (words: string): ReadonlySet<string> => new Set(fold(words).split(/\s+/));

/** Each of them alone says it. Abbreviations have no periods. */
const alone = list(`
  various variosu va vvaa aavv vva soundtrack soundtracks ost bso bof sampler compilation compilations assorted unknown
  verschiedene verschiedener verschiedenen diverse diverser diversen div versch divers diversi diversos variés variees varies vari varios varie vários autres
  verzamelaar samling samlingar kokoelma składanka różni rozni různí rôzni různé válogatás vegyes különböző разные разный сборник сборка збірка різні разни различные
  razni različni diverși çeşitli karışık διάφοροι dažādi įvairūs erinevad
  オムニバス ヴァリアス ヴァリアス・アーティスト ヴァリアスアーティスト バリアス・アーティスト さまざまなアーティスト 各種アーティスト 群星 合辑 合輯 華語群星 华语群星 众艺人 眾藝人 多位艺术家 컴필레이션
  unbekannt unbekannter inconnu inconnus desconocido desconhecido sconosciuto onbekend okänd tuntematon nieznany неизвестен неизвестный
`);

/** These say it of the people that they are beside. */
const beside = list(
  'eri olika blandade forskellige forskjellige ulike several multiple multi mixed different many no useita useat verschillende original 여러 다양한',
);

const people = list(`
  artist artists artiste artistes artista artistas artisti artister artistit artisteja artistar artiesten artiști artyści künstler kunstler kunstnere kunstenaars
  interpret interpreten interpreti interprete interprètes interpretes intérpretes intèrprets interpreters performers performer composers composer komponisten
  compositeurs compositori compositores autori autores auteurs uitvoerenden esittäjiä esittäjät esiintyjiä säveltäjiä wykonawcy wykonawców umělci umelci
  előadók исполнители исполнитель артисты виконавці изпълнители izvođači izvajalci sanatçılar καλλιτέχνες izpildītāji atlikėjai esitajad アーティスト 아티스트 가수 singers musicians cast
  and und et e y the of
`);

/** Initials and abbreviations: "V.A.", "V/A", "AA. VV.", "O.S.T.". */
const initials = (text: string): string => text.replace(/(?<!\p{L})(\p{L}{1,2})[./\s]+(?=\p{L}{1,2}(?!\p{L}))/gu, '$1');

/** Longer credits name somebody. */
const longest = 100;

/** Each credit of a file is compared with those of many releases. */
const known = new LRUCache<string, boolean>({ max: 5_000, memoMethod: namesNobody });

/** Whether a credit names nobody: "Various (2)", "[V.A.]", "Diverse Interpreten", "Original Soundtrack". */
export const isVarious = (credit: string): boolean => credit.length <= longest && known.memo(credit);

function namesNobody(credit: string): boolean {
  const words = initials(fold(credit).replace(notOfWords, ' '))
    .split(/[\s./-]+/)
    .filter((word) => word !== '');
  const areAll = words.every((word) => alone.has(word) || beside.has(word) || people.has(word));
  if (areAll && (words.length > 0 || /[-–—?]/.test(credit)))
    return (
      words.length === 0 ||
      words.some((word) => alone.has(word)) ||
      (words.some((word) => beside.has(word)) && words.some((word) => people.has(word)))
    );
  return readPhrase(credit.toLowerCase().replace(notOfWords, ' ').replace(ofVarious, ' ').trim())?.isSoundtrack === true;
}

const notOfWords = /[^\p{L}\p{M}./・-]+/gu;
const ofVarious = /(?<!\S)(?:various(?: artists)?|v\.?a\.?|-)(?!\S)/gu;
