/** Entry of the process that reads pictures; loaded by src-main/thread.ts. */
export { servePictures } from './reader/serve-reader.ts'
