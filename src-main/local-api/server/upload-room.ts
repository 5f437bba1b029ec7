import type { IncomingMessage } from 'node:http'
import { largestBody } from '../../../src-shared/api/endpoint.ts'
import { memoryLimits } from '../../platform/memory-limits.ts'

/** Bodies of no more than this are let in at once: feeds of a few items never wait behind large files. */
const small = 64 * 1024

/** Memory for posted bodies: those for which there is none yet wait, in order, and are not read meanwhile. */
export interface UploadRoom {
  /** Resolves when there is room for the body of this request, with what gives the room back. */
  take(request: IncomingMessage): Promise<() => void>
}

export function createUploadRoom(mostBytes: number = memoryLimits.uploads): UploadRoom {
  let taken = 0
  const waiting: { bytes: number; enter: () => void }[] = []
  const admit = () => {
    for (let next = waiting[0]; next && taken + next.bytes <= mostBytes; next = waiting[0]) {
      waiting.shift()
      taken += next.bytes
      next.enter()
    }
  }
  return {
    take({ headers }) {
      // A body that does not say its size may be of any.
      const bytes = Math.min(Number(headers['content-length'] ?? largestBody), largestBody)
      if (bytes <= small) return Promise.resolve(() => {})
      const { promise, resolve } = Promise.withResolvers<() => void>()
      const leave = () => {
        taken -= bytes
        admit()
      }
      waiting.push({ bytes, enter: () => resolve(leave) })
      admit()
      return promise
    },
  }
}
