export { openOriginNumbers, openVersionKeeper } from './version-keeper.ts'
