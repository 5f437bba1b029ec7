import { expect, test } from 'vitest'
import { PlainError } from '../../src-shared/plain-error.ts'
import {
  document,
  type HostileShape,
  hostileShapes,
} from '../../src-shared/vocabulary/kit/testing/hostile-shapes.ts'
import { checkItemsDocument } from '../upstream/items-document.ts'
import { readItemPage } from './scan/item-page.ts'
import { prepareItemPage } from './scan/prepare-page.ts'

/**
 * The parsers of a service's responses. Each parses or rejects a document in time proportional to its size.
 */
const readers: Record<string, (bytes: Uint8Array) => unknown> = {
  'the two ends': checkItemsDocument,
  'the scanner': readItemPage,
  'the preparation': prepareItemPage,
}

/**
 * CPU time of this thread in milliseconds, the minimum of three runs, independent of other load and V8's own
 * threads.
 */
function costOf(read: (bytes: Uint8Array) => unknown, bytes: Uint8Array): number {
  let min = Number.POSITIVE_INFINITY
  for (let turn = 0; turn < 3; turn++) {
    const before = process.threadCpuUsage()
    try {
      read(bytes)
    } catch (error) {
      if (!(error instanceof PlainError)) throw error
    }
    const { user, system } = process.threadCpuUsage(before)
    min = Math.min(min, (user + system) / 1000)
  }
  return min
}

const bytesOf = (shape: HostileShape, n: number) => Buffer.from(document('items', shape, n))

test.each(Object.entries(readers))(
  '%s: takes linear time for every kind of content',
  { timeout: 300_000 },
  (_name, read) => {
    const n = 2500
    const slow = hostileShapes.flatMap((shape) => {
      // In-place declarations may be longer than the text they replace: the output is limited, not the input.
      const one = bytesOf(shape, n)
      const eight = bytesOf(shape, 8 * n)
      const growth = eight.byteLength / one.byteLength
      let failure = ''
      // Failures are repeated, because other programs may have caused them; quadratic time fails every time.
      for (let attempt = 0; attempt < 3; attempt++) {
        const [first, last] = [costOf(read, one), costOf(read, eight)]
        // Quadratic time would be eight times the growth; compilation and garbage collection need some time
        // as well.
        if (last <= 3 * growth * first + 60) return []
        failure = `${shape.name}: ${first.toFixed(1)} ms, then ${last.toFixed(1)} ms`
      }
      return [failure]
    })
    expect(slow).toEqual([])
  },
)
