/** Pages in the place of one that cannot be shown. */
export const errors = {
  notFound: {
    title: 'Not here',
    head: 'A rest',
    detail:
      'There is nothing at this address. The record may have been removed, or the address mistyped; renamed and merged records would have led on by themselves.',
  },
  forbidden: {
    title: 'Not allowed',
    head: 'Not allowed',
    detail: 'This is for administrators of the server. Your account is not one of theirs; ask one of them for what you need here.',
  },
  notAnEditor: 'This is for those who edit the catalog. An administrator can make you one of them.',
  invalid: { title: 'Not understood', head: 'A wrong note', detail: 'The address or the form says something that cannot be.' },
  busy: { title: 'Not now', head: 'A pause', detail: 'The server has something else to finish first. Try again in a moment.' },
  tooMany: {
    title: 'Too fast',
    head: 'Too fast',
    detail: 'More pages were asked for than one may ask for in a minute. Try again in a moment.',
  },
  failed: {
    title: 'That went wrong',
    head: 'A broken string',
    detail: (id: string) => `The server failed to show this. Its log says more under ${id}.`,
  },
  tooOld: 'Open for too long',
  old: 'This page was open for too long, or is of another sign-in. What you entered is still there; send it once more.',
  notSaved: 'Not saved yet',
  stillThere: 'You are signed in again, and what you entered is still there. Nothing of it is saved yet; send it once more.',
  sendAgain: 'Send it once more',
  fileAgain: 'The file, once more',
  toBeginning: 'To the beginning',
  searchForIt: 'Search for it',
  tooLarge: 'What was sent is too large.',
};
