import type { ItemPicture } from '../../../src-shared/catalog/model.ts'
import { viewLabel } from '../../../src-shared/views.ts'
import type { Medium } from '../../../src-shared/vocabulary/item.ts'

/** A picture of the gallery: the kept file and what the record says about it. */
export interface Picture {
  key: string
  /** `Front, centre, in packaging` */
  title: string
  /** The address on this computer; absent while the picture is not kept. */
  url: string | undefined
  thumbnail: string | undefined
  /** A blurred preview, shown until the picture is loaded. */
  placeholder: string | undefined
  kept: ItemPicture | undefined
  medium: Medium | undefined
}

const titleOf = (view: string | undefined, description: string | undefined): string =>
  view ? viewLabel(view) : description || 'Picture'

/** All pictures of an item: first the kept ones in their order, then those that only the record names. */
export function itemPictures(kept: readonly ItemPicture[], media: readonly Medium[]): Picture[] {
  const remaining = [...media]
  const take = (address: string): Medium | undefined => {
    const index = remaining.findIndex((medium) => medium.url === address)
    return index < 0 ? undefined : remaining.splice(index, 1)[0]
  }
  const known = kept.map((picture): Omit<Picture, 'key'> => {
    const medium = take(picture.sourceUrl)
    return {
      title: titleOf(picture.view || medium?.view, picture.description),
      url: picture.url,
      thumbnail: picture.thumbnail ?? picture.url,
      placeholder: picture.placeholder,
      kept: picture,
      medium,
    }
  })
  const named = remaining.map((medium) => ({
    title: titleOf(medium.view, medium.description),
    url: undefined,
    thumbnail: undefined,
    placeholder: undefined,
    kept: undefined,
    medium,
  }))
  return [...known, ...named].map((picture, index) => ({ ...picture, key: String(index) }))
}
