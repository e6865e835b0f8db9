/** What the forms share in which people correct records. */
export const editing = {
  lead: 'What you write is kept as yours: no import overwrites it, until you give it back.',
  correct: 'Correct it',
  history: 'History',
  refused: 'Nothing is saved yet.',
  putRight: (count: string, isOne: boolean) => (isOne ? 'One thing is to be put right:' : `${count} things are to be put right:`),
  held: {
    title: 'Held by hand',
    by: (name: string, day: string) => `by ${name} since ${day}.`,
    since: (day: string) => `since ${day}.`,
    unlock: 'Give back to its source',
    unlocked: 'Given back: the next import that has this record may write it again.',
  },
  why: {
    title: 'Why',
    aside: 'Stands in the history',
    label: 'What you changed, and where it is from',
    earlier: 'Earlier revisions',
  },
  names: {
    hint: 'Chosen from the catalog; another name is added as new.',
    isNew: 'Is added to the catalog as new.',
    several: 'Several have this name. Which of them?',
    choose: 'Choose',
    another: 'None of them: a new one',
    ofThem: 'Which of them?',
    which: (name: string) => `who ${name} is`,
  },
  more: 'More rows',
  barcodeLength: 'It is saved as it is, but a barcode has 8, 12, 13 or 14 digits.',
  saveChanges: 'Save changes',
};
