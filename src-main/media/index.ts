/**
 * The media room has the pictures of this workspace. It owns the tables `picture`, `picture_file` and `pinned_item`, the
 * folder `media/` of files named by their content, and every file that is made from those. Item records
 * (src-main/catalog) name pictures; this room fetches them (`fetch/`), keeps those that a person chose (`keep/`,
 * `upkeep/`), makes other pictures from them (`derive/`) and gives pictures to the local API (`serve/`).
 */
export { derivePicture, madeAtOnce } from './derive/derive-picture.ts'
export { pictureAddress } from './keep/picture-store.ts'
export { createMedia, type Media } from './media.ts'
export type { MediaFile, MediaSource } from './serve/media-source.ts'
export { mediaPath, openServedPictures } from './serve/picture-path.ts'
