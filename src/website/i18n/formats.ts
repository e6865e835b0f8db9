import { countryName } from '../../catalog/countries';
import { decimalsOf } from '../../store/values/currencies';

/** A number for a text with plural forms. */
export interface Counted {
  readonly number: number;
  /** As written in the language. */
  readonly text: string;
  readonly category: Intl.LDMLPluralRule;
}

/** `1975`, `1975-06`, `1975-06-20` */
type PartialDate = string;

/** Locale-dependent formats. */
export class Formats {
  readonly #numbers: Intl.NumberFormat;
  readonly #dateFormats = new Map<string, Intl.DateTimeFormat>();
  readonly #collator: Intl.Collator;
  readonly #relative: Intl.RelativeTimeFormat;
  readonly #plurals: Intl.PluralRules;
  /** Between a name and what follows; French has a space before it. */
  readonly colon: string;
  /** Between clauses, with the space of French likewise. */
  readonly semicolon: string;

  /** @param locale BCP 47, such as `en-GB` */
  constructor(readonly locale: string) {
    this.#numbers = new Intl.NumberFormat(locale);
    this.#relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
    this.#plurals = new Intl.PluralRules(locale);
    const isFrench = locale.startsWith('fr');
    this.colon = isFrench ? '\u00a0: ' : ': ';
    this.semicolon = isFrench ? '\u202f; ' : '; ';
    this.#collator = new Intl.Collator(locale, { numeric: true });
  }

  number(value: number): string {
    return this.#numbers.format(value);
  }

  counted(number: number): Counted {
    return { number, text: this.#numbers.format(number), category: this.#plurals.select(number) };
  }

  /** A label within a sentence: German nouns keep their capital, and so do abbreviations. */
  inSentence(label: string): string {
    return !this.locale.startsWith('de') && /^\p{Lu}\p{Ll}/u.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label;
  }

  /** `12,345.00`, `12.345`, from a decimal number. */
  decimal(value: string): string {
    return new Intl.NumberFormat(this.locale, { minimumFractionDigits: 2 }).format(Number(value));
  }

  /** @param amount in minor units */
  price(amount: number, currency: string | null): string {
    if (currency === null) return this.decimal(String(amount / 100));
    const style = new Intl.NumberFormat(this.locale, { style: 'currency', currency });
    return style.format(amount / 10 ** (style.resolvedOptions().maximumFractionDigits ?? 2));
  }

  /** `€596`, from minor units. */
  roundPrice(amount: number, currency: string | null): string {
    if (currency === null) return this.#numbers.format(Math.round(amount / 100));
    const style = new Intl.NumberFormat(this.locale, { style: 'currency', currency, maximumFractionDigits: 0 });
    return style.format(amount / 10 ** decimalsOf(currency));
  }

  /** `€` */
  currencySign(currency: string): string {
    const parts = new Intl.NumberFormat(this.locale, { style: 'currency', currency }).formatToParts(1);
    return parts.find(({ type }) => type === 'currency')?.value ?? currency;
  }

  /** `20 June 1975`, `June 1975` or `1975` */
  date(value: PartialDate, style: 'long' | 'short' = 'long'): string {
    const [year, month, day] = value.slice(0, 10).split('-').map(Number);
    if (year === undefined || Number.isNaN(year)) return value;
    if (month === undefined) return String(year);
    const date = new Date(Date.UTC(2000, month - 1, day ?? 1));
    date.setUTCFullYear(year, month - 1, day ?? 1);
    return this.#write({ year: 'numeric', month: style, ...(day !== undefined && { day: 'numeric' }), timeZone: 'UTC' }, date);
  }

  /** `22 Nov` */
  monthDay(month: number, day: number): string {
    return this.#write({ month: 'short', day: 'numeric', timeZone: 'UTC' }, new Date(Date.UTC(2000, month - 1, day)));
  }

  /** `21 Nov 2026` */
  day(moment: string | Date): string {
    return this.#write({ year: 'numeric', month: 'short', day: 'numeric' }, new Date(moment));
  }

  /** `21 Nov 2026, 9:05 UTC`, in the server's time zone. Removes the leading zero of many locales. */
  moment(moment: string | Date): string {
    const time = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const;
    const options = { year: 'numeric', month: 'short', day: 'numeric', ...time } as const;
    return this.#write(options, new Date(moment)).replace(/\b0(?=\d:\d\d)/, '');
  }

  /** `November 2026` */
  month(moment: string | Date): string {
    return this.#write({ year: 'numeric', month: 'long' }, new Date(moment));
  }

  /** `now`, `5 minutes ago`, `yesterday`; after a week, the day. */
  ago(moment: string, now: Date): string {
    const seconds = Math.max(0, (now.getTime() - new Date(moment).getTime()) / 1000);
    if (seconds < 60) return this.#relative.format(0, 'second');
    if (seconds < 3_600) return this.#relative.format(-Math.floor(seconds / 60), 'minute');
    if (seconds < 86_400) return this.#relative.format(-Math.floor(seconds / 3_600), 'hour');
    return seconds < 7 * 86_400 ? this.#relative.format(-Math.floor(seconds / 86_400), 'day') : this.day(moment);
  }

  /** `in 40 seconds`, `in 12 minutes` */
  within(seconds: number): string {
    return seconds < 120 ? this.#relative.format(seconds, 'second') : this.#relative.format(Math.ceil(seconds / 60), 'minute');
  }

  /** `38 seconds`, `2 minutes`, `3 days` */
  duration(seconds: number): string {
    const [unit, size] = units.find(([, size]) => seconds >= size) ?? ['second', 1];
    const style = { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: seconds < 10 ? 1 : 0 } as const;
    return new Intl.NumberFormat(this.locale, style).format(seconds / size);
  }

  /** `3:27`; long lengths stay in minutes, as on sleeves. */
  length(seconds: number): string {
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  }

  /** `9 h 49 min`, with SI symbols, which all languages share. */
  hours(seconds: number): string {
    const minutes = Math.round(seconds / 60);
    const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
    if (hours === 0) return `${rest} min`;
    return rest === 0 ? `${this.number(hours)} h` : `${this.number(hours)} h ${rest} min`;
  }

  /** `J` */
  monthInitial(month: number): string {
    return this.#write({ month: 'narrow', timeZone: 'UTC' }, new Date(Date.UTC(2000, month - 1, 1)));
  }

  /** `41 %`, from 0 to 1. */
  percent(part: number): string {
    return new Intl.NumberFormat(this.locale, { style: 'percent' }).format(part);
  }

  /** `38.2 MB` */
  bytes(bytes: number): string {
    const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;
    const power = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3));
    const style = {
      style: 'unit',
      unit: units[power] ?? 'byte',
      unitDisplay: power > 0 ? 'short' : 'long',
      maximumFractionDigits: power > 1 ? 1 : 0,
    } as const;
    return new Intl.NumberFormat(this.locale, style).format(bytes / 1000 ** power);
  }

  /** Includes former countries; unknown codes are returned. */
  country(code: string): string {
    return countryName(code, this.locale);
  }

  /** Unknown codes are returned. */
  language(code: string): string {
    return new Intl.DisplayNames(this.locale, { type: 'language' }).of(code) ?? code;
  }

  /** `a, b and c` */
  list(texts: readonly string[]): string {
    return new Intl.ListFormat(this.locale).format(texts);
  }

  /** Sorts numbers by value. */
  compare(a: string, b: string): number {
    return this.#collator.compare(a, b);
  }

  #write(options: Intl.DateTimeFormatOptions, date: Date): string {
    const name = JSON.stringify(options);
    const dateFormat = this.#dateFormats.get(name) ?? new Intl.DateTimeFormat(this.locale, options);
    this.#dateFormats.set(name, dateFormat);
    const written = dateFormat.format(date);
    // The first of a month is an ordinal in French, which CLDR lacks.
    return this.locale.startsWith('fr') ? written.replace(/^1(?= \p{L})/u, '1er') : written;
  }
}

/** In seconds. */
const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

const known = new Map<string, Formats>();

/** Cached, since creation takes a millisecond. */
export function formatsOf(locale: string): Formats {
  const found = known.get(locale);
  if (found) return found;
  const formats = new Formats(locale);
  if (known.size < 300) known.set(locale, formats);
  return formats;
}
