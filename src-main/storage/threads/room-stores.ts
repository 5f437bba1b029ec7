import { PlainError } from '../../../src-shared/plain-error.ts'
import type { Store } from '../store.ts'

/** Loaders of each room's stores (`stores.ts`), by room name. */
export type RoomModules = Readonly<Record<string, () => Promise<object>>>

// biome-ignore lint/suspicious/noExplicitAny: stores of every shape; calls find their functions by name
type AnyStore = Store<any, any>

export type RoomStores = ReturnType<typeof openRoomStores>

/**
 * The stores of a thread. A room is loaded at the first call to one of its stores: a thread serves few rooms,
 * and loading a room takes longer than starting the thread.
 */
export function openRoomStores(rooms: RoomModules) {
  const loaded = new Map<string, readonly unknown[]>()
  const failures = new Map<string, unknown>()
  return {
    /** Loads the room of a store; undefined if it is loaded or unknown. */
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
    /** @throws PlainError if the room has no such store; the error with which loading the room failed */
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

/** The room's name: the first part of the store's name. */
const roomOf = (store: string): string => store.split('/', 1)[0] ?? ''

const isStore = (value: unknown): value is AnyStore =>
  typeof value === 'object' && value !== null && 'open' in value && 'kind' in value && 'name' in value
