import { createOwnership } from './ownership.ts'
import { openS3Objects } from './s3-objects.ts'
import type { StorePlace } from './store-place.ts'

async function withOwnership(
  place: StorePlace,
  work: (ownership: ReturnType<typeof createOwnership>) => Promise<void>,
): Promise<void> {
  const objects = openS3Objects(place)
  try {
    await work(createOwnership(objects, place))
  } finally {
    objects.close()
  }
}

/** Takes a place in a store for a workspace. @throws PlainError (store-error.ts) */
export const claimPlace = (place: StorePlace): Promise<void> =>
  withOwnership(place, (ownership) => ownership.require())

/** Leaves a place in a store to other workspaces. @throws PlainError (store-error.ts) */
export const releasePlace = (place: StorePlace): Promise<void> =>
  withOwnership(place, (ownership) => ownership.release())
