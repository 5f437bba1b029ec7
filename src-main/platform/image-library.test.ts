import { expect, test } from 'vitest'
import { loadSharp, openImage, unreadablePicture } from './image-library.ts'

test('decoding ends at its limit of time', async () => {
  const sharp = await loadSharp()
  const side = 9000
  const picture = await sharp({ create: { width: side, height: side, channels: 3, background: '#888' } })
    .png({ compressionLevel: 1 })
    .toBuffer()
  // A wide blur takes much longer than the limit.
  const decoding = openImage(sharp, picture, {}, 1).blur(100).raw().toBuffer()
  await expect(decoding).rejects.toThrow(/^timeout: /)
  expect(unreadablePicture(new Error('timeout: 30% complete')).code).toBe('NO_PICTURE')
  const { width } = await openImage(sharp, picture).metadata()
  expect(width).toBe(side)
})
