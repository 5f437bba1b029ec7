import { say } from '../texts/say.ts'

/** A record's status for a person: `P` is the one that services show. */
export const statusWord = (status: string): string =>
  status === 'P' ? say`Published` : status && say`Status ${status}`
