/**
 * Calls the evidence functions: directly for small inputs, in a separate thread that can be terminated for
 * large ones.
 */

import { kinds } from '../../../../src-shared/feeds/kinds/kinds.ts'
import { PlainError } from '../../../../src-shared/plain-error.ts'
import { maxInlineBytes } from '../../../../src-shared/vocabulary/kit/limits.ts'
import type { OutboxRoom } from '../outbox-room.ts'
import type { OpenFeed } from '../store/feed-row.ts'
import type { SentItem, Sighting } from './catalog-view.ts'
import { evidenceFunctions } from './evidence-functions.ts'

const { sentItems, productCodes, sightingIn } = evidenceFunctions

/**
 * The sample of a feed's items to look up in the catalog; none if the payload takes too long to read.
 * @param payload the feed's payload, if the caller has it; else it is loaded
 */
export async function readSentItems(
  { reader, evidence, signal }: OutboxRoom,
  { row, codes }: OpenFeed,
  payload?: Uint8Array,
): Promise<SentItem[]> {
  const body = payload ?? (await reader.body(row.id))
  if (!body) throw new Error(`The feed ${row.id} has lost its payload`)
  const args: Parameters<typeof sentItems> = [row.kind, body, codes]
  return withinLimits(
    async () => (isLarge(body) ? await evidence('sentItems', args, { signal }) : sentItems(...args)),
    [],
  )
}

/**
 * All product codes of each sent item, whereas the outbox stores only one; none if the payload takes too long
 * to read.
 */
export async function readProductCodes(
  { reader, evidence, signal }: OutboxRoom,
  { row }: OpenFeed,
): Promise<readonly (readonly string[])[]> {
  const body = await reader.body(row.id)
  if (!body || kinds[row.kind].payload.isById) return []
  return withinLimits(
    async () => (isLarge(body) ? await evidence('productCodes', [body], { signal }) : productCodes(body)),
    [],
  )
}

/** What an answer shows for the requested item; `unclear` if the answer takes too long to read. */
export function readSighting(
  { evidence, signal }: OutboxRoom,
  ...args: Parameters<typeof sightingIn>
): Promise<Sighting> {
  const [answer, , { code }] = args
  return withinLimits<Sighting>(
    async () => (isLarge(answer) ? await evidence('sightingIn', args, { signal }) : sightingIn(...args)),
    { code, is: 'unclear' },
  )
}

const isLarge = ({ byteLength }: Uint8Array): boolean => byteLength > maxInlineBytes

/** Returns the fallback if reading exceeds the time or memory limit. */
async function withinLimits<T>(read: () => Promise<T>, fallback: T): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof PlainError && (error.code === 'too-long' || error.code === 'too-much-memory'))
      return fallback
    throw error
  }
}
