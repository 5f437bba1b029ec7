/** Calls the functions of evidence: for small bytes here, for large ones in a thread apart, which can be ended. */

import { kinds } from '../../../../src-shared/feeds/kinds/kinds.ts'
import { PlainError } from '../../../../src-shared/plain-error.ts'
import { readInPlace } from '../../../../src-shared/vocabulary/kit/limits.ts'
import type { OutboxRoom } from '../outbox-room.ts'
import type { OpenFeed } from '../store/feed-row.ts'
import type { SentItem, Sighting } from './catalog-view.ts'
import { evidenceFunctions } from './evidence-functions.ts'

const { sentItems, productCodes, sightingIn } = evidenceFunctions

/**
 * The items of a feed to look for in the catalog; none where the payload takes too long to read.
 * @param payload the feed's, where the caller has it; read otherwise
 */
export async function readSentItems(
  { reader, evidence, signal }: OutboxRoom,
  { row, codes }: OpenFeed,
  payload?: Uint8Array,
): Promise<SentItem[]> {
  const body = payload ?? (await reader.body(row.id))
  if (!body) throw new Error(`The feed ${row.id} has lost its payload`)
  const asked: Parameters<typeof sentItems> = [row.kind, body, codes]
  return unlessSpent(
    async () => (isLarge(body) ? await evidence('sentItems', asked, { signal }) : sentItems(...asked)),
    [],
  )
}

/**
 * All product codes of each item that was sent, of which the outbox keeps one; none where the payload takes too long to
 * read.
 */
export async function readProductCodes(
  { reader, evidence, signal }: OutboxRoom,
  { row }: OpenFeed,
): Promise<readonly (readonly string[])[]> {
  const body = await reader.body(row.id)
  if (!body || kinds[row.kind].payload.isById) return []
  return unlessSpent(
    async () => (isLarge(body) ? await evidence('productCodes', [body], { signal }) : productCodes(body)),
    [],
  )
}

/** What an answer shows of the item that was asked for; `unclear` where the answer takes too long to read. */
export function readSighting(
  { evidence, signal }: OutboxRoom,
  ...asked: Parameters<typeof sightingIn>
): Promise<Sighting> {
  const [answer, , { code }] = asked
  return unlessSpent<Sighting>(
    async () => (isLarge(answer) ? await evidence('sightingIn', asked, { signal }) : sightingIn(...asked)),
    { code, is: 'unclear' },
  )
}

const isLarge = ({ byteLength }: Uint8Array): boolean => byteLength > readInPlace

/** What takes too long or too much memory to read tells nothing. */
async function unlessSpent<T>(read: () => Promise<T>, otherwise: T): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof PlainError && (error.code === 'too-long' || error.code === 'too-much-memory'))
      return otherwise
    throw error
  }
}
