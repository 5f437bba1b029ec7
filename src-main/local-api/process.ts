/** Entry of a process that answers for the local API; loaded by src-main/thread.ts. */
export { serveApiWorker } from './workers/serve-worker.ts'
