// Short constructors of records for tests of pages.

export const uuid = (letters: string): string =>
  `00000000-0000-4000-8000-${[...letters]
    .map((letter) => letter.charCodeAt(0).toString(16))
    .join('')
    .padStart(12, '0')}`;

export const releaseId = (number: string): string => `/api/releases/${uuid(number)}`;
export const release = (number: string, attributes: object) => ({ type: 'Release', id: releaseId(number), attributes });
export const format = `${releaseId('1')}/formats/${uuid('f')}`;
export const label = `/api/labels/${uuid('l')}`;
export const production = `/api/productions/${uuid('p')}`;

export const entry = (number: string, kind: string) => ({
  type: 'ProductionEntry',
  id: `${production}/entries/${uuid('e')}`,
  attributes: { kind, position: 1 },
  relationships: { release: { data: { type: 'Release', id: releaseId(number) } } },
});
