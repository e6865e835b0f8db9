export { checkPassword, passwordRule } from './passwords';
export { createUser, findUser, requirePassword, type User } from './users';
