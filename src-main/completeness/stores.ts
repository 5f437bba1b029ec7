export { profileReader, profileWriter } from './profile-store.ts'
export { scoreReader } from './score-store.ts'
