import { userInfo } from 'node:os'

/** Name of the operating system's account that runs the program; '' if it has none. */
export function accountName(): string {
  try {
    return userInfo().username
  } catch {
    return ''
  }
}
