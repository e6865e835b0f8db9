export { checkPassword } from './credentials';
export { passwordRule } from './passwords';
export { createUser, findUser, getUser, requirePassword, type User } from './users';
