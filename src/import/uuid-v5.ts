export { uuidOf } from '../records/write/uuid-v5';
