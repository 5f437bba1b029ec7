import { PlainError } from '../../src-shared/plain-error.ts'

/** The codes of a PlainError for what the file system refuses. */
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

/** Codes of the operating system that a person can do something about, with our code and words for each. */
const meanings: Record<string, [code: FileErrorCode, words: string]> = {
  ENOSPC: ['disk-full', 'The disk is full. Free some space and try again.'],
  EDQUOT: ['disk-full', 'Your share of the disk is used up. Free some space and try again.'],
  EROFS: ['read-only', 'The disk can only be read. Choose a folder that may be written to.'],
  EACCES: ['not-allowed', 'You may not write there. Check the permissions of the folder.'],
  EPERM: ['not-allowed', 'The system does not allow it. Check the permissions of the folder.'],
  ENOENT: ['missing', 'There is no such file or folder.'],
  ENOTDIR: ['not-a-folder', 'A file stands where a folder is needed.'],
  EEXIST: ['exists', 'There is already a file or folder of this name.'],
  ENAMETOOLONG: ['name-too-long', 'The name is too long for this disk.'],
  EIO: ['disk-error', 'The disk reported an error. Check the disk.'],
  EMFILE: ['too-many-files', 'Too many files are open. Close other programs and try again.'],
}

/** A failed file operation as a PlainError that names the file or folder; any other value unchanged. */
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

/** Whether the operating system refused something for this reason. */
export const isNodeError = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code

/** Runs file operations. @throws PlainError for a failed one */
export async function inFileWords<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw toFileError(error)
  }
}
