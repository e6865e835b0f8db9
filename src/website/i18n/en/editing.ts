import { plural } from '../formats';

/** Texts shared by the forms for editing records. */
export const editing = {
  lead: 'Imports never overwrite your edits. Unlock a field to let them.',
  license: 'Catalog entries are shared as CC0, the public domain. Use your own words.',
  licenses: 'Licenses of the data',
  correct: 'Edit',
  history: 'History',
  refused: 'Not saved yet.',
  toCorrect: plural({ one: '1 thing to correct:', other: '# things to correct:' }),
  held: {
    sentence: (field: string | undefined, by: string | null, day: string | undefined) =>
      `${field === undefined ? 'Locked' : `${field} locked`}${by === null ? '' : ` by ${by}`}${day === undefined ? '' : ` on ${day}`}.`,
    unlock: 'Unlock',
    unlocked: 'Unlocked. Imports can change this field again.',
  },
  why: {
    aside: 'Shown in the history',
    label: 'What you changed and your source',
    earlier: 'Earlier revisions',
  },
  update: {
    title: 'Fetch updates',
    lead: (source: string) => `${source} would change these fields. Locked fields stay as they are.`,
    none: 'Already up to date.',
    act: 'Update',
    back: 'Back',
  },
  names: {
    hint: 'Choose from the catalog, or type a new name to add it.',
    isNew: 'Will be added to the catalog.',
    several: 'Several records have this name. Which one?',
    choose: 'Choose',
    another: 'None of these, add new',
    ofThem: 'Which one?',
    which: (name: string) => `who ${name} is`,
  },
  more: 'More rows',
  barcodeLength: 'Saved as entered, but barcodes have 8, 12, 13 or 14 digits.',
  saveChanges: 'Save changes',
};
