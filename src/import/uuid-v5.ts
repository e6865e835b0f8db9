export { uuidOf } from '../records/uuid-v5';
