import { expect, test, vi } from 'vitest'
import { PlainError } from '../../../src-shared/plain-error.ts'
import { downloadMissing } from './download-missing.ts'

test.each([
  ['can be processed here', 'NO_IMAGE_LIBRARY'],
  ['can be stored, because the picture store does not work', 'STORE_UNAVAILABLE'],
])('a download stops when no picture %s, and no picture counts as failed', async (_, code) => {
  const pictures = ['a', 'b', 'c'].map((name) => ({
    url: `https://pictures.example/${name}.jpg`,
    itemId: name,
  }))
  const failed = vi.fn(async () => {})
  const error = new PlainError(code, 'It does not work.')
  const download = downloadMissing(
    {
      stores: { missing: { pictures: async () => ({ pictures }) }, missingWriter: { failed } },
      fetcher: { serviceHost: 'service.example', fetch: () => Promise.reject(error) },
      clock: { now: () => 0 },
      choice: {},
      isCurrent: () => true,
    } as unknown as Parameters<typeof downloadMissing>[0],
    { signal: new AbortController().signal, onProgress() {} },
  )
  await expect(download).rejects.toBe(error)
  expect(failed).not.toHaveBeenCalled()
})
