import { say } from '../texts/say.ts'

/** Label of a record's status. `P` is the status of the records that services show. */
export const statusWord = (status: string): string =>
  status === 'P' ? say`Published` : status && say`Status ${status}`
