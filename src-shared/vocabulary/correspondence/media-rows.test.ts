import { expect, test } from 'vitest'
import { mimeTypeOf } from './media-rows.ts'

test('derives the media type from the file extension in the address, and uses JPEG for an unknown one', () => {
  expect(['a.jpg', 'a.tif#x', 'a.webp?b.png', 'a', 'a.pdf'].map(mimeTypeOf)).toEqual([
    'image/jpeg',
    'image/tiff',
    'image/webp',
    'image/jpeg',
    'image/jpeg',
  ])
})
