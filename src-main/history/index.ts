export { openOriginNumbers } from './origin-numbers.ts'
export { openVersionKeeper } from './version-keeper.ts'
