/**
 * The problems of a form by field path. Each field watches its own path: a new problem of one field renders
 * only that field.
 */
import { createContext, useCallback, useContext, useSyncExternalStore } from 'react'
import type { Problem } from '../../src-shared/problem.ts'

export interface ProblemStore {
  at(path: string): readonly Problem[]
  all(): readonly Problem[]
  replace(problems: readonly Problem[]): void
  /** Marks a field and the elements around it as visited. From then on their missing parts are shown too. */
  visit(path: string): void
  visitAll(): void
  visited(path: string): boolean
  subscribe(listener: () => void): () => void
}

const none: readonly Problem[] = []
const same = (one: readonly Problem[], other: readonly Problem[]): boolean =>
  one.length === other.length &&
  one.every((problem, index) => {
    const counterpart = other[index]
    return (
      counterpart?.code === problem.code &&
      counterpart.message === problem.message &&
      counterpart.severity === problem.severity
    )
  })

export function createProblemStore(): ProblemStore {
  let problems: readonly Problem[] = none
  let byPath = new Map<string, readonly Problem[]>()
  let everything = false
  const visits = new Set<string>()
  const listeners = new Set<() => void>()
  const publish = () => {
    for (const listener of listeners) listener()
  }
  return {
    at: (path) => byPath.get(path) ?? none,
    all: () => problems,
    replace: (next) => {
      problems = next
      const grouped = Map.groupBy(next, (problem) => problem.path)
      byPath = new Map(
        [...grouped].map(([path, list]) => {
          const previous = byPath.get(path)
          return [path, previous && same(previous, list) ? previous : list]
        }),
      )
      publish()
    },
    visit: (path) => {
      if (everything || visits.has(path)) return
      for (let part = path; part !== ''; part = part.slice(0, Math.max(0, part.lastIndexOf('/'))))
        visits.add(part)
      publish()
    },
    visitAll: () => {
      if (everything) return
      everything = true
      publish()
    },
    visited: (path) => everything || visits.has(path),
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

const ProblemStoreContext = createContext<ProblemStore>(createProblemStore())
export const ProblemStoreProvider = ProblemStoreContext.Provider
export const useProblemStore = (): ProblemStore => useContext(ProblemStoreContext)

/** The problems at one path. */
export function useProblemsAt(path: string): readonly Problem[] {
  const store = useProblemStore()
  return useSyncExternalStore(
    store.subscribe,
    useCallback(() => store.at(path), [store, path]),
  )
}

/** Whether a person has visited this field. An empty field shows its problem only after that. */
export function useVisited(path: string): boolean {
  const store = useProblemStore()
  return useSyncExternalStore(
    store.subscribe,
    useCallback(() => store.visited(path), [store, path]),
  )
}

/** Every problem of the form. */
export function useAllProblems(): readonly Problem[] {
  const store = useProblemStore()
  return useSyncExternalStore(store.subscribe, store.all)
}
