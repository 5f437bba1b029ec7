/**
 * The value of a form: one immutable tree in the shape of the vocabulary, changed by key path. Unchanged
 * branches keep their identity, so a field renders only when its own slice changes. Parts that the form does
 * not know (stored under `unknown`) are kept, because only the named key is replaced.
 */
import {
  createContext,
  startTransition,
  useCallback,
  useContext,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react'
import { type Keys, sliceAt, withSlice } from '../../src-shared/feeds/draft/slices.ts'

export { type Keys, sliceAt, withSlice }

export interface FormStore {
  value(): unknown
  at(keys: Keys): unknown
  /** `undefined` removes the slice. Groups that are missing along the keys are created. */
  set(keys: Keys, slice: unknown): void
  insert(keys: Keys, entry: unknown): void
  /**
   * Removing the last entry also removes the list, unless the list is always present: pass `[]` as `emptied`
   * then.
   */
  remove(keys: Keys, index: number, emptied?: []): void
  move(keys: Keys, from: number, to: number): void
  /** Replaces the entire tree, for example after an edit of the XML. Edit listeners are not called. */
  replace(value: unknown): void
  /** Called for every change: edits and replacements. */
  subscribe(listener: () => void): () => void
  /** Called only for changes that a person makes in the form. */
  onEdit(listener: (value: unknown) => void): () => void
}

export function createFormStore(initial: unknown): FormStore {
  let current = initial
  const listeners = new Set<() => void>()
  const editListeners = new Set<(value: unknown) => void>()

  const publish = (next: unknown, edited: boolean) => {
    if (next === current) return
    current = next
    for (const listener of listeners) listener()
    if (edited) for (const listener of editListeners) listener(current)
  }
  const listAt = (keys: Keys): unknown[] => {
    const slice = sliceAt(current, keys)
    return Array.isArray(slice) ? [...slice] : []
  }
  const set = (keys: Keys, slice: unknown) => {
    if (sliceAt(current, keys) !== slice) publish(withSlice(current, keys, slice), true)
  }
  const subscribeTo =
    <Listener>(set: Set<Listener>) =>
    (listener: Listener) => {
      set.add(listener)
      return () => void set.delete(listener)
    }

  return {
    value: () => current,
    at: (keys) => sliceAt(current, keys),
    set,
    insert: (keys, entry) => set(keys, [...listAt(keys), entry]),
    remove: (keys, index, emptied) => {
      const rest = listAt(keys).filter((_, position) => position !== index)
      set(keys, rest.length > 0 ? rest : emptied)
    },
    move: (keys, from, to) => {
      const list = listAt(keys)
      if (to < 0 || to >= list.length) return
      const [entry] = list.splice(from, 1)
      list.splice(to, 0, entry)
      set(keys, list)
    },
    replace: (value) => publish(value, false),
    subscribe: subscribeTo(listeners),
    onEdit: subscribeTo(editListeners),
  }
}

const FormStoreContext = createContext<FormStore | undefined>(undefined)
export const FormStoreProvider = FormStoreContext.Provider

export function useFormStore(): FormStore {
  const store = useContext(FormStoreContext)
  if (!store) throw new Error('A form part was rendered outside a FormStoreProvider.')
  return store
}

/**
 * The result of `select` for the slice at `keys`; the component renders again only when the result changes.
 */
function useSelected<T>(keys: Keys, select: (slice: unknown) => T): T {
  const store = useFormStore()
  const address = keys.join('/')
  // biome-ignore lint/correctness/useExhaustiveDependencies: `address` represents the keys, which are a new array at each render
  const snapshot = useCallback(() => select(store.at(keys)), [store, address, select])
  return useSyncExternalStore(store.subscribe, snapshot)
}

const itself = (slice: unknown): unknown => slice
const asText = (slice: unknown): string => (typeof slice === 'string' ? slice : '')
const isPresent = (slice: unknown): boolean => slice !== undefined && slice !== null
const lengthOf = (slice: unknown): number => (Array.isArray(slice) ? slice.length : 0)

/** The slice at `keys`; renders again only when that slice changes. */
export const useSlice = (keys: Keys): unknown => useSelected(keys, itself)
/**
 * The slice at `keys` as a low-priority update, for views next to the form. Typed letters are painted first;
 * then the views of a large slice are rendered.
 */
export function useDeferredSlice(keys: Keys): unknown {
  const store = useFormStore()
  const address = keys.join('/')
  const [snapshot, setSnapshot] = useState({ store, address, slice: store.at(keys) })
  const hasOtherSource = snapshot.store !== store || snapshot.address !== address
  const now = hasOtherSource ? { store, address, slice: store.at(keys) } : snapshot
  if (hasOtherSource) setSnapshot(now)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `address` represents the keys, as above
  useEffect(() => {
    const follow = () => startTransition(() => setSnapshot({ store, address, slice: store.at(keys) }))
    // Catches changes made between render and this effect.
    follow()
    return store.subscribe(follow)
  }, [store, address])
  return now.slice
}
/** The text of a leaf; '' when absent. */
export const useLeaf = (keys: Keys): string => useSelected(keys, asText)
/** Whether there is a value at `keys`, even an empty one. */
export const usePresence = (keys: Keys): boolean => useSelected(keys, isPresent)
/** Whether any of these keys has a value, even an empty one. */
export function usePresentInAny(all: readonly Keys[]): boolean {
  const store = useFormStore()
  return useSyncExternalStore(store.subscribe, () => all.some((keys) => isPresent(store.at(keys))))
}
/** The number of entries of a list. */
export const useLength = (keys: Keys): number => useSelected(keys, lengthOf)
