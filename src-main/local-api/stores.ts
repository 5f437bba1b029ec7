export {
  apiUserReader,
  apiUserWriter,
  newestItemReader,
  usageReader,
  usageWriter,
} from './server/api-store.ts'
