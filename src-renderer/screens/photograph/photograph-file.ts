import { t } from '@lingui/core/macro'
import type { PhotographPreview } from '../../../src-shared/evidence/photograph.ts'
import { maxPictureBytes } from '../../../src-shared/media/model.ts'

/** Formats in the file dialog. */
export const photographTypes =
  'image/jpeg,image/png,image/webp,image/tiff,image/avif,image/gif,.jpg,.jpeg,.png,.webp,.tif,.tiff,.avif,.gif'

/** Whether something dragged or pasted looks like picture files; file names are not known while dragging. */
export const hasPicture = ({ items }: DataTransfer): boolean =>
  [...items].some(({ kind, type }) => kind === 'file' && type.startsWith('image/'))

/** The picture files of something dropped or pasted. */
export const picturesIn = ({ files }: DataTransfer): File[] =>
  [...files].filter(({ type }) => type.startsWith('image/'))

/** Why a file is not looked up, before it is sent; undefined if it can be tried. */
export function refusalOf({ name, type, size }: File): string | undefined {
  if (/^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name))
    return t`HEIC photographs cannot be read. Save the photograph as JPEG, or set the camera to JPEG (“Most Compatible”), and try again.`
  if (size === 0) return t`This file is empty. Choose another one.`
  const megabytes = Math.floor(maxPictureBytes / 1024 / 1024)
  if (size > maxPictureBytes)
    return t`This photograph is larger than ${megabytes} MB. Save it smaller and try again.`
  return undefined
}

/** Maximum longer side of a preview in pixels: small print remains legible when it is enlarged. */
const maxSide = 2400

/**
 * The photograph as displayed, in at most 2400 pixels; undefined if this browser does not show its format. It is drawn
 * in the page, because the page may load pictures only from the program.
 */
export async function previewOf(file: File): Promise<PhotographPreview | undefined> {
  let bitmap: ImageBitmap | undefined
  try {
    bitmap = await createImageBitmap(file)
    const scale = Math.min(1, maxSide / Math.max(bitmap.width, bitmap.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(bitmap.width * scale))
    canvas.height = Math.max(1, Math.round(bitmap.height * scale))
    const context = canvas.getContext('2d')
    if (!context) return undefined
    // Transparent parts are white, as they are read.
    context.fillStyle = '#fff'
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
    return { url: canvas.toDataURL('image/jpeg', 0.9), width: canvas.width, height: canvas.height }
  } catch {
    return undefined
  } finally {
    bitmap?.close()
  }
}
