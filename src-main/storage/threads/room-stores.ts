import { PlainError } from '../../../src-shared/plain-error.ts'
import type { Store } from '../store.ts'

/** The modules with the stores of each room (`stores.ts`), by the name of the room. */
export type RoomModules = Readonly<Record<string, () => Promise<object>>>

// biome-ignore lint/suspicious/noExplicitAny: stores of every shape; calls find their functions by name
type AnyStore = Store<any, any>

export type RoomStores = ReturnType<typeof openRoomStores>

/**
 * The stores of a thread. A thread answers calls to few rooms, and to load a room takes longer than to start the thread:
 * so a room is loaded at the first call to one of its stores.
 */
export function openRoomStores(rooms: RoomModules) {
  const loaded = new Map<string, readonly unknown[]>()
  const failures = new Map<string, unknown>()
  return {
    /** Loads the room of a store; undefined when nothing is left to load. */
    load(store: string): Promise<void> | undefined {
      const room = roomOf(store)
      const load = loaded.has(room) || !Object.hasOwn(rooms, room) ? undefined : rooms[room]
      return load?.().then(
        (module) => {
          loaded.set(room, Object.values(module))
          failures.delete(room)
        },
        (error: unknown) => {
          failures.set(room, error)
        },
      )
    },
    /** @throws PlainError when the room has no such store; the error with which the room's loading failed */
    find(kind: AnyStore['kind'], store: string): AnyStore {
      const room = roomOf(store)
      if (failures.has(room)) throw failures.get(room)
      const found = loaded.get(room)?.find((one) => isStore(one) && one.kind === kind && one.name === store)
      if (found) return found as AnyStore
      throw new PlainError(
        'unknown-store',
        `The module stores.ts of the room "${room}" has no ${kind} "${store}".`,
      )
    },
  }
}

/** The room of a store: the first part of its name. */
const roomOf = (store: string): string => store.split('/', 1)[0] ?? ''

const isStore = (value: unknown): value is AnyStore =>
  typeof value === 'object' && value !== null && 'open' in value && 'kind' in value && 'name' in value
