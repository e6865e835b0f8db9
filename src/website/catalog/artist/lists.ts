// Page parameters of the lists on an artist's page, which are also anchors. Productions and credits of a role use `page`.

export const directedPage = 'directed';
export const releasesPage = 'releases';
export const charactersPage = 'characters';
export const portrayersPage = 'portrayers';
export const membersPage = 'members';
export const groupsPage = 'groups';
