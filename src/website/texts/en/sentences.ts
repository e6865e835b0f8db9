/**
 * Sentences of the API, which speaks English, in the words of the reader's language; here those alone that speak of what a
 * form does not ask for in one field. What is not named stays as it is.
 */
export const sentences: Readonly<Record<string, string>> = {
  'This must be numbers of days, weeks and months with commas between, such as 7d or 7d,4w,12m.':
    'Nothing was changed: days, weeks and months are numbers from 0 to 999, and one of them at least must be more than 0.',
};
