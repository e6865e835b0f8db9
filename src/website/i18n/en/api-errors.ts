import { expectations } from '../../../messages/expectations';
import { type ExpectationCode, type SentenceCode, sentences } from '../../../messages/message';

/** Errors of the API by their codes; `{name}` stands for a parameter. */
interface ApiErrors {
  readonly mustBe: string;
  /** Names the value where a field of a form does not. */
  readonly thisValue: string;
  readonly sentences: Readonly<Record<SentenceCode, string>>;
  /** Complete `mustBe`. */
  readonly expectations: Readonly<Record<ExpectationCode, string>>;
}

export const apiErrors: ApiErrors = {
  mustBe: '{field} must be {expected}.',
  thisValue: 'This',
  sentences,
  // As forms ask for them: with a field each for days, weeks and months, days without a time, and names of what can be chosen.
  expectations: {
    ...expectations,
    invalid_country: 'a country code such as GB',
    invalid_currency: 'a currency code such as EUR',
    invalid_date_or_time: 'a date such as 2024-05-01',
    invalid_keep: 'days, weeks and months from 0 to 999, not all 0',
    invalid_word: 'one of these: {values}',
  },
};
