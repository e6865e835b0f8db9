export { checkPassword } from './credentials';
export { passwordRule } from './passwords';
export { createUser, findUser, requirePassword, type User } from './users';
