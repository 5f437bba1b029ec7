export { apiUserReader, apiUserWriter } from './server/api-user-store.ts'
export { newestItemReader } from './server/newest-item.ts'
export { usageReader, usageWriter } from './server/usage-meter.ts'
