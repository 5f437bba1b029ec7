import { PlainError } from '../../../src-shared/plain-error.ts'
import { say } from '../../../src-shared/texts/say.ts'

/** PlainError codes for file system errors. */
type FileErrorCode =
  | 'disk-full'
  | 'read-only'
  | 'not-allowed'
  | 'missing'
  | 'not-a-folder'
  | 'exists'
  | 'name-too-long'
  | 'disk-error'
  | 'too-many-files'

/** Operating system codes that a person can act on, with our code and message for each. */
const meanings: Record<string, [code: FileErrorCode, words: string]> = {
  ENOSPC: ['disk-full', say`The disk is full. Free some space and try again.`],
  EDQUOT: ['disk-full', say`Your disk quota is used up. Free some space and try again.`],
  EROFS: ['read-only', say`The disk is read-only. Choose a folder that you can write to.`],
  EACCES: [
    'not-allowed',
    say`You do not have permission to write there. Check the permissions of the folder.`,
  ],
  EPERM: ['not-allowed', say`The operation is not permitted. Check the permissions of the folder.`],
  ENOENT: ['missing', say`There is no such file or folder.`],
  ENOTDIR: ['not-a-folder', say`This is a file, but a folder is needed.`],
  EEXIST: ['exists', say`There is already a file or folder of this name.`],
  ENAMETOOLONG: ['name-too-long', say`The name is too long for this disk.`],
  EIO: ['disk-error', say`The disk reported an error. Check the disk.`],
  EMFILE: ['too-many-files', say`Too many files are open. Close other programs and try again.`],
}

/**
 * Converts a failed file operation to a PlainError that names the file or folder; returns any other value
 * unchanged.
 */
export function toFileError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof PlainError) return error
  const { code, path, dest } = error as NodeJS.ErrnoException & { dest?: string }
  const meaning = code === undefined ? undefined : meanings[code]
  if (!meaning) return error
  const [word, words] = meaning
  const place = dest ?? path
  return new PlainError<FileErrorCode>(word, place === undefined ? words : `${place}: ${words}`, {
    cause: error,
  })
}

/** Whether an error has this operating system code, such as `ENOENT`. */
export const isNodeError = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code

/** Runs file operations. @throws PlainError when one fails */
export async function withFileErrors<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw toFileError(error)
  }
}
