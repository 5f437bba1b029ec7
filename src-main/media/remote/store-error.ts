import { PlainError } from '../../../src-shared/plain-error.ts'
import { say } from '../../../src-shared/texts/say.ts'

/** Why an S3 store cannot be used: it does not answer, refuses, or there is no access key. */
type StoreErrorCode = 'STORE_UNAVAILABLE' | 'STORE_REFUSED' | 'STORE_KEY_MISSING' | 'STORE_TAKEN'

const codes: ReadonlySet<string> = new Set<StoreErrorCode>([
  'STORE_UNAVAILABLE',
  'STORE_REFUSED',
  'STORE_KEY_MISSING',
  'STORE_TAKEN',
])

/** Whether an error affects every picture of an S3 store. */
export const isStoreError = (error: unknown): error is PlainError =>
  error instanceof PlainError && codes.has(error.code)

/** The SDK's errors: a status if the store answered. */
interface SdkError extends Error {
  code?: string
  $metadata?: { httpStatusCode?: number }
}

/** Whether the store answered that it has no such object. Any other 404, such as a missing bucket, is a failure. */
export const isNoSuchObject = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NoSuchKey' || error.name === 'NotFound')

/** Whether the store does not know an upload any more. */
export const isNoSuchUpload = (error: unknown): boolean =>
  error instanceof Error && error.name === 'NoSuchUpload'

/** A failure of the store in words. The SDK's messages contain no secrets, but may be long. */
export function toStoreError(thrown: unknown, place: string): PlainError {
  if (thrown instanceof PlainError) return thrown
  const error = thrown as SdkError
  const detail = { cause: thrown }
  if (error.name === 'CredentialsProviderError')
    return new PlainError<StoreErrorCode>(
      'STORE_KEY_MISSING',
      say`There is no access key for the picture store ${place}. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or name a file with them in AWS_SHARED_CREDENTIALS_FILE.`,
      detail,
    )
  const status = error.$metadata?.httpStatusCode
  const reason = error.name === 'Error' ? (error.code ?? error.message) : error.name
  if (status !== undefined && status >= 300 && status < 500 && status !== 408 && status !== 429)
    return new PlainError<StoreErrorCode>(
      'STORE_REFUSED',
      say`The picture store ${place} refused a request: ${reason} (${status}). Check the bucket, the region, the access key and its rights.`,
      detail,
    )
  const cause = status === undefined ? reason : `${reason} (${status})`
  return new PlainError<StoreErrorCode>(
    'STORE_UNAVAILABLE',
    say`The picture store ${place} cannot be reached or does not work: ${cause}. Try again when it works.`,
    detail,
  )
}

export const placeTaken = (place: string, mark: string): PlainError =>
  new PlainError<StoreErrorCode>(
    'STORE_TAKEN',
    say`The pictures in ${place} belong to another workspace, which would lose the pictures that this one deletes. Use another prefix. If the other workspace is not used any more, delete the object ${mark} and try again.`,
  )
