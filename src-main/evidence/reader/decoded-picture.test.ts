import sharp, { type Sharp } from 'sharp'
import { expect, test } from 'vitest'
import { isPlain, openPicture } from './decoded-picture.ts'

const page = (background: string) => sharp({ create: { width: 90, height: 60, channels: 3, background } })
const mark = {
  input: { create: { width: 2, height: 2, channels: 3 as const, background: '#383' } },
  left: 80,
  top: 50,
}

async function isPlainPicture(picture: Sharp): Promise<[boolean, boolean]> {
  const opened = await openPicture(await picture.jpeg({ quality: 60 }).toBuffer())
  return [isPlain(await opened.gray(100), 1), isPlain(await opened.colour(100), 3)]
}

test('a picture of one colour is plain, one with a mark is not', async () => {
  expect(await isPlainPicture(page('#fff'))).toEqual([true, true])
  expect(await isPlainPicture(page('#c33'))).toEqual([true, true])
  expect(await isPlainPicture(page('#fff').composite([mark]))).toEqual([false, false])
  expect(await isPlainPicture(page('#c33').composite([mark]))).toContain(false)
})
