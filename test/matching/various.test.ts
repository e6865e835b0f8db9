import { expect, test } from 'bun:test';
import { mayBeSame, nameSame, shareWord } from '../../src/matching/score';
import { isVarious } from '../../src/matching/various';

test.each(
  `VA, V.A., V. A., V/A, v.a, Various, Various (2), [Various Artists], <Various>, Various / OST, Various Artists - Original Soundtrack, Soundtrack, Original Soundtrack
  OST, O.S.T., OST 1, Original Motion Picture Soundtrack, Original Cast, Soundtrack (Various), TV Soundtrack, Filmmusik, Sampler, Compilation 1, Unknown Artist, -, Verschiedene
  Verschiedene Interpreten, Diverse Interpreten, div. Interpreten, AA.VV., AA. VV., VV.AA., Artisti vari, Artisti Vari (AA.VV.), Varios, Varios Artistas, Vários, Artistes divers
  Divers, Multi-Artistes, Bande Originale, B.O.F., Banda Sonora Original, Colonna sonora, Eri esittäjiä, Blandade Artister, Różni wykonawcy, Různí interpreti, Разные исполнители
  Çeşitli Sanatçılar, Διάφοροι καλλιτέχνες, オムニバス, ヴァリアス・アーティスト, サウンドトラック, 各種アーティスト, 群星, 여러 아티스트`
    .split(/,|\n/)
    .map((credit) => [credit.trim()]),
)('the credit "%s" names nobody, and contradicts no artist', (credit) => {
  expect(isVarious(credit)).toBeTrue();
  expect([shareWord(credit, 'John Williams'), shareWord('John Williams', credit)]).toEqual([true, true]);
  expect([nameSame(credit, 'John Williams'), nameSame(credit, 'Various Artists')]).toEqual([false, true]);
});

test.each(
  'Eri, John Williams, Hans Zimmer & Various, Air, The Who, A.R. Rahman, J.S. Bach, M83, U2, 311, !!!, Cast, Muse, The Artist, The Music, Various Cruelties, VAST, Original, Movie, A. V., The The'
    .split(', ')
    .map((credit) => [credit]),
)('the credit "%s" names somebody', (credit) => expect(isVarious(credit)).toBeFalse());

test.each([
  ['Williams, John', 'John Williams, London Symphony Orchestra', true],
  ['Herrmann', 'Bernard Herrmann', true],
  ['John Williams & Boston Pops', 'John Williams, London Symphony Orchestra', true],
  ['John Barry', 'John Williams', false],
  ['John Barry, Don Black', 'John Scott, Don Davis', false],
  ['London Symphony Orchestra', 'London Philharmonic Orchestra', false],
  ['London Symphony Orchestra', 'John Williams, London Symphony Orchestra', true],
])('the credits "%s" and "%s" name the same people: %p', (one, other, isSame) => {
  expect([nameSame(one, other), nameSame(other, one)]).toEqual([isSame, isSame]);
});

test('two discs are not alike because both are by Various Artists', () => {
  expect(mayBeSame({ title: 'Psycho', artist: 'Various' }, { title: 'Vertigo', artist: 'Various Artists' })).toBeFalse();
});
