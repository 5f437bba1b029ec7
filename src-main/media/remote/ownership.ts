import type { S3Objects } from './s3-objects.ts'
import { placeTaken } from './store-error.ts'
import type { StorePlace } from './store-place.ts'

/** Name of the object that says which workspace owns the pictures beside it. */
const markName = 'catalog-desk.json'

/**
 * The mark in the store. A workspace deletes pictures that its records do not name, so two workspaces in one
 * place would delete each other's pictures.
 */
export function createOwnership(objects: S3Objects, { owner }: Pick<StorePlace, 'owner'>) {
  let confirmed: Promise<void> | undefined

  const ownerNow = async (): Promise<string | undefined> => {
    const text = await objects.text(markName)
    if (text === undefined) return undefined
    try {
      const mark: unknown = JSON.parse(text)
      return typeof mark === 'object' && mark !== null && 'owner' in mark ? String(mark.owner) : ''
    } catch {
      return ''
    }
  }
  const confirm = async (): Promise<void> => {
    if ((await ownerNow()) === undefined)
      await objects.put(
        markName,
        Buffer.from(`${JSON.stringify({ owner, since: new Date().toISOString() })}\n`),
      )
    // Read again, because another workspace may have written the mark at the same moment.
    if ((await ownerNow()) !== owner) throw placeTaken(objects.place, objects.keyOf(markName))
  }

  return {
    /** Takes the place if nobody has it. @throws PlainError `STORE_TAKEN`, or while the store cannot be used */
    require(): Promise<void> {
      confirmed ??= confirm().catch((error: unknown) => {
        confirmed = undefined
        throw error
      })
      return confirmed
    },
    /** Leaves the place to others. */
    async release(): Promise<void> {
      confirmed = undefined
      if ((await ownerNow()) === owner) await objects.remove(markName)
    },
  }
}
