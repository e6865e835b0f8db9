/** As many as the API changes at once. */
export const maximumChosen = 500;
