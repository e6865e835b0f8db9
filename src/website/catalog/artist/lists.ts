// The page of an artist has several lists. Productions, or the credits of one role, take the plain `page` of an address;
// these are the parameters of the others, each the name of its part of the page as well.

export const directedPage = 'directed';
export const releasesPage = 'releases';
export const charactersPage = 'characters';
export const portrayersPage = 'portrayers';
export const membersPage = 'members';
export const groupsPage = 'groups';
