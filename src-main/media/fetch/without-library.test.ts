import { expect, test, vi } from 'vitest'
import { PlainError } from '../../../src-shared/plain-error.ts'
import { downloadMissing } from './download-missing.ts'

test('a download stops when no picture can be processed here, and no picture counts as failed', async () => {
  const pictures = ['a', 'b', 'c'].map((name) => ({
    url: `https://pictures.example/${name}.jpg`,
    itemId: name,
  }))
  const failed = vi.fn(async () => {})
  const error = new PlainError('NO_IMAGE_LIBRARY', 'The image library does not start.')
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
