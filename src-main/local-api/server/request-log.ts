import {
  type LoggedRequest,
  maxLoggedRequests,
  type RequestLog,
  type RequestLogFilter,
} from '../../../src-shared/local-api/model.ts'
import { memoryLimits } from '../../platform/memory/memory-limits.ts'
import type { AnsweredRequest } from './answered-request.ts'

/** Maximum length, in characters, of each field whose length a client can control. */
const maxLength = { method: 20, target: 2000, detail: 2000, client: 200, username: 64 }
/** Estimated bytes of an entry, excluding its texts. */
const overhead = 400

/** Control and format characters (including direction marks), and line and paragraph separators. */
const unsafe = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u

const sizeOf = ({ target, detail = '', client = '' }: LoggedRequest): number =>
  overhead + 2 * (target.length + detail.length + client.length)

/**
 * Returns the beginning of a text. Characters that would move a terminal's cursor, or change the direction of
 * text, are escaped as code points. The result is a separate string: a slice would keep the whole text in
 * memory.
 */
export function beginning(text: string, length: number): string {
  const part = text.length <= length ? text : Buffer.from(text.slice(0, length)).toString()
  if (!unsafe.test(part)) return part
  let shown = ''
  for (const sign of part) {
    if (shown.length >= length) break
    shown += unsafe.test(sign) ? `\\u{${(sign.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}}` : sign
  }
  return Buffer.from(shown.slice(0, length)).toString()
}

/** Keeps the newest requests in memory. */
export function createRequestLog(maxBytes: number = memoryLimits.requestLog) {
  let entries: LoggedRequest[] = []
  let bytes = 0
  let lastId = 0
  return {
    add({ at, method, target, client, detail, username, ...request }: AnsweredRequest): void {
      lastId += 1
      const entry: LoggedRequest = {
        ...request,
        id: lastId,
        at: new Date(at).toISOString(),
        method: beginning(method, maxLength.method),
        target: beginning(withoutSignature(target), maxLength.target),
        username: username === undefined ? undefined : beginning(username, maxLength.username),
        client: client === undefined ? undefined : beginning(client, maxLength.client),
        detail: detail === undefined ? undefined : beginning(detail, maxLength.detail),
      }
      entries.push(entry)
      bytes += sizeOf(entry)
      // Entries are dropped in large batches: dropping one would move the whole list each time.
      if (entries.length <= 1.2 * maxLoggedRequests && bytes <= maxBytes) return
      entries = entries.slice(-Math.min(maxLoggedRequests, Math.ceil(0.8 * entries.length)))
      bytes = entries.reduce((sum, kept) => sum + sizeOf(kept), 0)
    },
    /** Returns the newest `limit` requests that match the filter and came after the request `after`. */
    read({ after, limit, ...filter }: RequestLogFilter & { after: number; limit: number }): RequestLog {
      const found: LoggedRequest[] = []
      for (let index = entries.length - 1; index >= 0 && found.length < limit; index--) {
        const entry = entries[index] as LoggedRequest
        if (entry.id <= after) break
        if (fits(entry, filter)) found.push(entry)
      }
      return { entries: found.reverse(), firstId: entries[0]?.id ?? lastId + 1, lastId }
    },
    find: (id: number): LoggedRequest | undefined => entries.find((entry) => entry.id === id),
    clear(): void {
      entries = []
      bytes = 0
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

/** A signed address opens a picture without credentials, so the log omits the signature. */
const withoutSignature = (target: string) => target.replace(/([?&]signature=)[^&]*/, '$1…')
