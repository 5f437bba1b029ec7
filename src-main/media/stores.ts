export { pictureFailureReader, pictureFailureWriter } from './keep/picture-failure-store.ts'
export { pictureFitReader, pictureFitWriter } from './keep/picture-fit-store.ts'
export { pictureKeepingReader, pictureKeepingWriter } from './keep/picture-keeping-store.ts'
export { pictureReader, pictureWriter } from './keep/picture-store.ts'
