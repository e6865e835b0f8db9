/** Error pages. */
export const errors = {
  notFound: {
    title: 'Not found',
    head: 'A rest',
    detail:
      'There is no page at this address. The record may have been deleted, or the address mistyped. Renamed and merged records redirect automatically.',
  },
  forbidden: {
    title: 'Not allowed',
    head: 'Not allowed',
    detail: 'Only administrators of this server can open this page. Ask one of them for help.',
  },
  notAnEditor: 'Only editors can open this page. An administrator can make you an editor.',
  invalid: { title: 'Invalid request', head: 'A wrong note', detail: 'Something in this form or address isn’t valid.' },
  busy: { title: 'Busy', head: 'A pause', detail: 'The server is busy. Try again in a moment.' },
  tooMany: {
    title: 'Too fast',
    head: 'Too fast',
    detail: 'You’ve opened too many pages in a minute. Try again in a moment.',
  },
  failed: {
    title: 'Something went wrong',
    head: 'A broken string',
    detail: (id: string) => `The server couldn’t show this page. Its log has the details under ${id}.`,
  },
  tooOld: 'This form expired',
  old: 'This form was open too long, or you signed in again since. Your input is still here. Send it again.',
  notSaved: 'Not saved yet',
  stillThere: 'You’re signed in again and your input is still here. It isn’t saved yet. Send it again.',
  sendAgain: 'Send again',
  fileAgain: 'Choose the file again',
  toBeginning: 'Go to the home page',
  searchForIt: 'Search for it',
  tooLarge: 'The upload is too large.',
  feedToken: 'This feed needs a token. Create a feed address in your settings, or enter its token as the password.',
};
