/**
 * Sentences of the API, which speaks English, in the words of the reader's language; here those alone that speak of what a
 * form does not ask for in one field. `{1}` and `{2}` are what a sentence names. What is not named stays as it is.
 */
export const sentences: Readonly<Record<string, string>> = {
  'required.': 'This is required.',
  'a fictional artist has none.': 'A fictional artist has none.',
  'only a compound track has parts.': 'Only a compound track has parts.',
  'This must be numbers of days, weeks and months with commas between, such as 7d or 7d,4w,12m.':
    'Nothing was changed: days, weeks and months are numbers from 0 to 999, and one of them at least must be more than 0.',
};

/** What completes “This must be …”, in the words of the reader's language. */
export const expectations: Readonly<Record<string, string>> = {};
