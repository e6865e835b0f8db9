export { passwordRule } from './passwords';
export { checkPassword } from './present-password';
export { createUser, findUser, getUser, requirePassword, type User } from './users';
