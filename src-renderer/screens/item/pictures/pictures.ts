import { t } from '@lingui/core/macro'
import type { DragEvent } from 'react'
import type { ItemPicture } from '../../../../src-shared/catalog/model.ts'
import { pictureName } from '../../../../src-shared/media/picture-name.ts'
import { viewLabel } from '../../../../src-shared/views.ts'
import type { Item, Medium } from '../../../../src-shared/vocabulary/elements/item.ts'
import { pictureSource } from '../../../rpc/session.ts'

/** A picture of the gallery: the kept file and what the record says about it. */
export interface Picture {
  key: string
  /** As GS1 names it: `09522003001170_A1C1.jpg`. */
  fileName: string
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

type Sourced = Pick<Picture, 'kept' | 'medium'>

const titleOf = (view: string | undefined, description: string | undefined): string =>
  view ? viewLabel(view) : description || t`Picture`

/** All pictures of an item: first the kept ones in their order, then those that only the record names. */
export function itemPictures(itemId: string, kept: readonly ItemPicture[], item: Item): Picture[] {
  const remaining = [...(item.media ?? [])]
  const take = (address: string): Medium | undefined => {
    const index = remaining.findIndex((medium) => medium.url === address)
    return index < 0 ? undefined : remaining.splice(index, 1)[0]
  }
  const known = kept.map((picture): Omit<Picture, 'key' | 'fileName'> => {
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
  const gtin = item.upcs?.find(({ text }) => text !== '')?.text ?? ''
  const counts = new Map<string, number>()
  return [...known, ...named].map((picture, index) => {
    const facts = { gtin, itemId, view: viewOf(picture), mimeType: mimeTypeOf(picture) }
    const position = (counts.get(facts.view) ?? 0) + 1
    counts.set(facts.view, position)
    return { ...picture, key: String(index), fileName: pictureName(facts, position) }
  })
}

/** The media type of a picture, as far as anybody says it. */
export const mimeTypeOf = ({ kept, medium }: Sourced): string => kept?.mimeType || medium?.mimeType || ''

/** The view code of a picture; empty where none is given. */
export const viewOf = ({ kept, medium }: Sourced): string => kept?.view || medium?.view || ''

/** Lets a picture be dragged into a folder or another program, under its GS1 name. */
export function dragOut({ dataTransfer }: DragEvent, picture: Picture): void {
  if (!picture.url) return
  const address = new URL(pictureSource(picture.url), location.href).href
  dataTransfer.setData('DownloadURL', `${mimeTypeOf(picture)}:${picture.fileName}:${address}`)
  dataTransfer.setData('text/uri-list', address)
}
