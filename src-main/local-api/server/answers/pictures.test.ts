import { expect, test } from 'vitest'
import { PlainError } from '../../../../src-shared/plain-error.ts'
import { answerPicture, imageAddresses, noMedia } from './pictures.ts'

const images = imageAddresses(
  () => new Uint8Array(32),
  () => 0,
)

/** Requests a picture whose file cannot be opened. */
function request(error: Error) {
  const { pathname, searchParams } = new URL(images.sign('http://127.0.0.1', 'a/square-200-jpg/A.jpg'))
  const media = { ...noMedia, open: () => Promise.reject(error) }
  return answerPicture(pathname, searchParams, {}, { images, media })
}

test('answers 503 with the cause while pictures cannot be processed on this computer', async () => {
  const cause = new PlainError('NO_IMAGE_LIBRARY', 'The image library does not start.')
  await expect(request(cause)).rejects.toMatchObject({ status: 503, message: cause.message })
})

test('does not hide any other failure', async () => {
  const defect = new Error('The disk is on fire')
  await expect(request(defect)).rejects.toBe(defect)
})
