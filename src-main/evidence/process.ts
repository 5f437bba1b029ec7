/** Entry of the process that reads pictures; loaded by src-main/thread.ts. */
export { readerWord } from './reader/protocol.ts'
export { servePictures } from './reader/serve-reader.ts'
