import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../../../platform/clock.ts'

/** Milliseconds for which an export can be fetched from its address. */
const addressTime = 60 * 60_000

const hashOf = (value: string): Buffer => createHash('sha256').update(value).digest()

/** Addresses with a proof in their query, for requests without a session header. */
export function createSignedAddresses(clock: Pick<Clock, 'now'>) {
  const secret = randomBytes(32)
  const proofOf = (path: string, until: string): string =>
    createHmac('sha256', secret).update(`${until} ${path}`).digest('base64url')
  return {
    addressOf(path: string): string {
      const until = String(clock.now() + addressTime)
      return `${path}?${new URLSearchParams({ until, proof: proofOf(path, until) })}`
    },
    /** Whether `addressOf` created this address, including its query, and the address is still valid. */
    isGivenOut({ pathname, searchParams }: URL): boolean {
      const until = searchParams.get('until') ?? ''
      const proof = hashOf(searchParams.get('proof') ?? '')
      return timingSafeEqual(hashOf(proofOf(pathname, until)), proof) && clock.now() < Number(until)
    },
  }
}
