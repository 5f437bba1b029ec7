export { changeLogReader, changeLogWriter } from './hub/change-log.ts'
export {
  apiUserReader,
  apiUserWriter,
  newestItemReader,
  usageReader,
  usageWriter,
} from './server/api-store.ts'
