import { expect, test } from 'vitest'
import { PlainError } from '../../src-shared/plain-error.ts'
import {
  document,
  type HostileShape,
  hostileShapes,
} from '../../src-shared/vocabulary/kit/testing/hostile-shapes.ts'
import { judgeItemsDocument } from '../upstream/items-document.ts'
import { readItemPage } from './scan/item-page.ts'
import { prepareItemPage } from './scan/prepare-page.ts'

/** The readers of what a service answers; each document is refused, or read, in time proportional to it. */
const readers: Record<string, (bytes: Uint8Array) => unknown> = {
  'the two ends': judgeItemsDocument,
  'the scanner': readItemPage,
  'the preparation': prepareItemPage,
}

/** Milliseconds of this thread's processor, the least of three, whatever the machine and threads of V8 do beside. */
function costOf(read: (bytes: Uint8Array) => unknown, bytes: Uint8Array): number {
  let least = Number.POSITIVE_INFINITY
  for (let turn = 0; turn < 3; turn++) {
    const before = process.threadCpuUsage()
    try {
      read(bytes)
    } catch (error) {
      if (!(error instanceof PlainError)) throw error
    }
    const { user, system } = process.threadCpuUsage(before)
    least = Math.min(least, (user + system) / 1000)
  }
  return least
}

const bytesOf = (shape: HostileShape, n: number) => Buffer.from(document('items', shape, n))

test.each(Object.entries(readers))(
  '%s: eight times as much of anything takes about eight times as long',
  { timeout: 300_000 },
  (_name, read) => {
    const n = 2500
    const slow = hostileShapes.flatMap((shape) => {
      // Declarations in place may be longer than what they replace: what is written is bounded, not what is read.
      const one = bytesOf(shape, n)
      const eight = bytesOf(shape, 8 * n)
      const growth = eight.byteLength / one.byteLength
      let said = ''
      // What fails is tried again, as other programs may have been in the way: quadratic time fails every time.
      for (let attempt = 0; attempt < 3; attempt++) {
        const [first, last] = [costOf(read, one), costOf(read, eight)]
        // Quadratic time would be eight times the growth; compilation and collection of garbage have their share.
        if (last <= 3 * growth * first + 60) return []
        said = `${shape.name}: ${first.toFixed(1)} ms, then ${last.toFixed(1)} ms`
      }
      return [said]
    })
    expect(slow).toEqual([])
  },
)
