import { t } from '@lingui/core/macro'
import type { DragEvent } from 'react'
import type { ItemPicture } from '../../../../src-shared/catalog/model.ts'
import type { DraggedFile } from '../../../../src-shared/desktop-bridge.ts'
import { pictureName } from '../../../../src-shared/media/picture-name.ts'
import { viewLabel } from '../../../../src-shared/views.ts'
import type { Item, Medium } from '../../../../src-shared/vocabulary/elements/item.ts'
import { pictureSource } from '../../../rpc/session.ts'
import { canDragFiles, dragFiles } from '../../../shell/drag-handle.tsx'

/** A picture of the gallery: the stored file and its metadata in the record. */
export interface Picture {
  key: string
  /** File name by the GS1 rules: `09522003001170_A1C1.jpg`. */
  fileName: string
  /** For example `Front, center, in packaging`. */
  title: string
  /** URL on this computer; undefined while the picture is not stored. */
  url: string | undefined
  thumbnail: string | undefined
  /** A blurred preview, shown until the picture is loaded. */
  placeholder: string | undefined
  storedFile: ItemPicture | undefined
  medium: Medium | undefined
}

type Sourced = Pick<Picture, 'storedFile' | 'medium'>

const titleOf = (view: string | undefined, description: string | undefined): string =>
  view ? viewLabel(view) : description || t`Picture`

/**
 * All pictures of an item: first the stored ones in their order, then those that exist only in the record.
 */
export function itemPictures(itemId: string, storedFile: readonly ItemPicture[], item: Item): Picture[] {
  const remaining = [...(item.media ?? [])]
  const takeMedium = (address: string): Medium | undefined => {
    const index = remaining.findIndex((medium) => medium.url === address)
    return index < 0 ? undefined : remaining.splice(index, 1)[0]
  }
  const stored = storedFile.map((picture): Omit<Picture, 'key' | 'fileName'> => {
    const medium = takeMedium(picture.sourceUrl)
    return {
      title: titleOf(picture.view || medium?.view, picture.description),
      url: picture.url,
      thumbnail: picture.thumbnail ?? picture.url,
      placeholder: picture.placeholder,
      storedFile: picture,
      medium,
    }
  })
  const recordOnly = remaining.map((medium) => ({
    title: titleOf(medium.view, medium.description),
    url: undefined,
    thumbnail: undefined,
    placeholder: undefined,
    storedFile: undefined,
    medium,
  }))
  const gtin = item.upcs?.find(({ text }) => text !== '')?.text ?? ''
  const counts = new Map<string, number>()
  return [...stored, ...recordOnly].map((picture, index) => {
    const facts = { gtin, itemId, view: viewOf(picture), mimeType: mimeTypeOf(picture) }
    const position = (counts.get(facts.view) ?? 0) + 1
    counts.set(facts.view, position)
    return { ...picture, key: String(index), fileName: pictureName(facts, position) }
  })
}

/** Media type of a picture; empty if neither the file nor the record has one. */
export const mimeTypeOf = ({ storedFile, medium }: Sourced): string =>
  storedFile?.mimeType || medium?.mimeType || ''

/** View code of a picture; empty if there is none. */
export const viewOf = ({ storedFile, medium }: Sourced): string => storedFile?.view || medium?.view || ''

/** The stored ones of the pictures as files with their GS1 names. */
export const pictureFiles = (pictures: readonly Picture[]): DraggedFile[] =>
  pictures.flatMap(({ fileName, url }) => (url ? [{ name: fileName, picture: url }] : []))

/** Lets a picture be dragged to a folder or another program, with its GS1 file name. */
export function dragOut(event: DragEvent, picture: Picture): void {
  if (!picture.url) return
  if (canDragFiles) {
    dragFiles(event, pictureFiles([picture]))
    return
  }
  const { dataTransfer } = event
  const address = new URL(pictureSource(picture.url), location.href).href
  dataTransfer.setData('DownloadURL', `${mimeTypeOf(picture)}:${picture.fileName}:${address}`)
  dataTransfer.setData('text/uri-list', address)
}
