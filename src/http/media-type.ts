/** The media type of JSON:API (https://jsonapi.org/format/1.1/#content-negotiation). */
export const jsonApiMediaType = 'application/vnd.api+json';
