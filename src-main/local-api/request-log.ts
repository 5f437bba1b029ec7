import type { LoggedRequest, RequestLog, RequestLogFilter } from '../../src-shared/rpc/local-api-contract.ts'
import type { AnsweredRequest } from './api-server.ts'

/** Requests kept, and characters of what a client says. */
const most = 5000
const longest = 2000

/** The newest requests, in memory. */
export interface RequestLogBook {
  add(request: AnsweredRequest): void
  /** The newest `limit` that fit and are newer than `after`. */
  read(filter: RequestLogFilter & { after: number; limit: number }): RequestLog
  find(id: number): LoggedRequest | undefined
  clear(): void
}

export function createRequestLog(): RequestLogBook {
  let entries: LoggedRequest[] = []
  let lastId = 0
  return {
    add({ at, ...request }) {
      lastId += 1
      entries.push({
        ...request,
        id: lastId,
        at: new Date(at).toISOString(),
        target: withoutSignature(request.target).slice(0, longest),
        ...(request.client === undefined ? {} : { client: request.client.slice(0, 200) }),
      })
      // Cut in large pieces: shifting one by one would move the whole list each time.
      if (entries.length > 1.2 * most) entries = entries.slice(-most)
    },
    read({ after, limit, ...filter }) {
      const found: LoggedRequest[] = []
      for (let index = entries.length - 1; index >= 0 && found.length < limit; index--) {
        const entry = entries[index] as LoggedRequest
        if (entry.id <= after) break
        if (fits(entry, filter)) found.push(entry)
      }
      return { entries: found.reverse(), firstId: entries[0]?.id ?? lastId + 1, lastId }
    },
    find: (id) => entries.find((entry) => entry.id === id),
    clear() {
      entries = []
    },
  }
}

function fits(entry: LoggedRequest, { method, status, username, path }: RequestLogFilter): boolean {
  return (
    (!method || entry.method === method.toUpperCase()) &&
    (status === undefined || hasStatus(entry.status, status)) &&
    (!username || entry.username === username) &&
    (!path || entry.target.toLowerCase().includes(path.toLowerCase()))
  )
}

function hasStatus(status: number, wanted: NonNullable<RequestLogFilter['status']>): boolean {
  if (typeof wanted === 'number') return status === wanted
  return wanted === 'cut' ? status === 0 : String(status)[0] === wanted[0]
}

/** An address of a picture opens it without credentials; the log is no place for that. */
const withoutSignature = (target: string) => target.replace(/([?&]signature=)[^&]*/, '$1…')
