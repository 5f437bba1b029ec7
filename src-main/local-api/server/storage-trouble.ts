import { ApiError } from './api-error.ts'

/** What keeps a feed from being stored, by the code of the failure, in words that name no place of this computer. */
const causes = new Map([
  ['disk-full', 'The disk is full. Make room on it and send this again.'],
  ['read-only', 'The disk can only be read. Make it writable and send this again.'],
  [
    'not-allowed',
    'The workspace may not be written to. Give this program the right to, and send this again.',
  ],
  ['disk-error', 'The disk reported an error. Check the disk, then send this again.'],
])

/** The failure of a call that should have stored something, where the disk or another program is the cause. */
export function storageTrouble(thrown: unknown): ApiError | undefined {
  if (!(thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string')) return undefined
  if (thrown.code === 'locked')
    return new ApiError(
      503,
      'Nothing was stored: another program is writing to this workspace. Try again in a moment.',
      { headers: { 'Retry-After': '5' } },
    )
  const cause = causes.get(thrown.code)
  return cause === undefined ? undefined : new ApiError(507, `Nothing was stored. ${cause}`)
}
