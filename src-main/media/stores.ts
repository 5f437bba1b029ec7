export { missingPictureReader, missingPictureWriter } from './keep/missing-store.ts'
export { pictureReader, pictureWriter } from './keep/picture-store.ts'
export { pictureSpaceReader, pictureSpaceWriter } from './keep/space-store.ts'
export { pictureUpkeepReader, pictureUpkeepWriter } from './keep/upkeep-store.ts'
