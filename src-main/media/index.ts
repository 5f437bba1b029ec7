/**
 * The pictures of a workspace. Owns the tables `picture`, `picture_file` and `pinned_item`, the folder
 * `media/` with files named by their content hash or the S3 store in its place (`remote/`), and all files derived from those. Item records
 * (src-main/catalog) name pictures; this module downloads them (`fetch/`), stores those that a person chose
 * (`keep/`, `upkeep/`), derives other pictures (`derive/`) and serves pictures to the local API (`serve/`).
 */
export { readPictureFile } from './address-pictures.ts'
export { derivePicture, maxConcurrentPictures } from './derive/derive-picture.ts'
export { pictureAddress, pictureWriter } from './keep/picture-store.ts'
export { createMedia, type Media } from './media.ts'
export { chooseStore, type StoreChoice } from './remote/choose-store.ts'
export { movePictures } from './remote/move-pictures.ts'
export { openPictureFiles } from './remote/open-picture-files.ts'
export { isStoreError } from './remote/store-error.ts'
export { locationWords, parseLocation, readPlace } from './remote/store-place.ts'
export { createCopiedPictures } from './serve/copied-pictures.ts'
export type { MediaFile, MediaSource } from './serve/media-source.ts'
export {
  mediaPath,
  openServedPictures,
  placeholderAddress,
  screenAddress,
} from './serve/picture-path.ts'
