/** The releases that members added, for editors. */
export const unreviewed = {
  title: 'Waiting for review',
  lead: 'Members added these releases. Only they and editors see them until you accept them.',
  none: 'Nothing is waiting for review.',
  accept: 'Accept',
  merge: 'Merge into another release',
  gone: 'This release changed in the meantime. Look again.',
  mark: 'Waiting for review',
  note: 'A member added this. Only they and editors see it until an editor accepts it.',
  addNote: 'Only you and editors see it until an editor accepts it.',
};
