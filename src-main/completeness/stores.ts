export { profileReader, profileWriter } from './profile-store.ts'
export { scoreReader, scoreWriter } from './score-store.ts'
