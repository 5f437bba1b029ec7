/**
 * The media room: the pictures of this workspace. It owns the tables `picture`, `picture_file` and `pinned_item`, the
 * folder `media/` of files named by their content, and everything made from them. Which pictures there are is said by
 * the item records (src-main/catalog); this room fetches them (`fetch/`), keeps them within the choice of a person
 * (`keep/`, `upkeep/`), makes others from them (`derive/`) and gives them to the local API (`serve/`).
 */
export { pictureAddress } from './keep/picture-store.ts'
export { createMedia, type Media } from './media.ts'
export type { MediaFile, MediaSource } from './serve/media-source.ts'
export { mediaPath, openServedPictures } from './serve/picture-path.ts'
