/** Messages between the program and the process that reads pictures. */
import type { ReadingFailure, ReadingKind, Readings } from '../../../src-shared/evidence/model.ts'

/** Second argument of a process that reads at a low priority. */
export const backgroundWord = 'in-background'

/** Exit code of a process that has exceeded its memory. */
export const memoryExitCode = 77

/** To the process, once, before the first picture. */
export interface ReaderStart {
  /** Maximum memory of the whole process, in MB. */
  megabytes: number
}

export interface ReadPicture {
  /** Path of the file. */
  path: string
  /** Expected hash of its content. */
  sha256: string
  kinds: readonly ReadingKind[]
}

/** Results of one picture, or why it could not be read. */
export type PictureOutcome = { readings: Partial<Readings> } | { failure: ReadingFailure }

/** From the process: it is ready for the first picture, has read one, or cannot read any. */
export type FromReader =
  | { kind: 'ready' }
  | { kind: 'outcome'; outcome: PictureOutcome }
  | { kind: 'no-library'; message: string }
