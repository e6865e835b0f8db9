import { choosableCountries } from '../../catalog/countries';
import type { Visit } from '../http/request-context';

/** The countries that may be chosen, by name, as the reader's language has them; the one that stands there is among them. */
export const countryOptions = ({ format }: Visit, present: string): (readonly [code: string, name: string])[] =>
  choosableCountries(present)
    .map((code) => [code, format.country(code)] as const)
    .sort(([, one], [, other]) => format.compare(one, other));
