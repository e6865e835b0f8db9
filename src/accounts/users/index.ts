export { checkPassword } from './passwords';
export { createUser, findUser, type User } from './users';
