import type { Problem } from '../../problem.ts'
import { feedLimits } from './limits.ts'
import { ChildIndex, Lines } from './places.ts'
import { readParts, type XmlElement } from './tree.ts'

const step = /^([^[\]]+)(?:\[(\d+)\])?$/

/** A segment of a path: the name of an element, and its 0-based number among those of its name. */
function readStep(segment: string): { name: string; index: number } {
  const [, name = '', position = '1'] = step.exec(segment) ?? []
  return { name, index: Number(position) - 1 }
}

/** The offset of the element a path names below `child`, a child of the root, or of the nearest one around it that is there. */
export function offsetOf(path: string, child: XmlElement, children: ChildIndex): number {
  let at = child
  for (const segment of path.split('/').slice(2)) {
    const { name, index } = readStep(segment)
    const found = children.child(at, name, index)
    if (found === undefined) break
    at = found
  }
  return at.offset
}

/**
 * Adds line and column to problems that know only their path, such as those of the business rules: of the element
 * named, or of the nearest one around it when the problem is that it is missing. One child of the root is held at a
 * time.
 * @param text the well-formed document the problems are about
 */
export function locate(problems: readonly Problem[], text: string): Problem[] {
  const wanted = problems.filter((problem) => problem.line === undefined)
  if (wanted.length === 0) return [...problems]
  const byChild = Map.groupBy(wanted, ({ path }) => childKey(path))
  const offsets = new Map<Problem, number>()
  const counts = new Map<string, number>()
  let rootOffset = 0
  readParts(text, feedLimits, {
    root: ({ offset }) => {
      rootOffset = offset
    },
    part: (part) => {
      if (typeof part === 'string' || 'comment' in part) return
      const index = counts.get(part.name) ?? 0
      counts.set(part.name, index + 1)
      const children = new ChildIndex()
      for (const problem of byChild.get(`${part.name}[${index}]`) ?? []) {
        offsets.set(problem, offsetOf(problem.path, part, children))
      }
    },
  })
  const lines = new Lines(text)
  return problems.map((problem) =>
    problem.line === undefined
      ? { ...problem, ...lines.position(offsets.get(problem) ?? rootOffset) }
      : problem,
  )
}

/** Which child of the root a path leads into. */
function childKey(path: string): string {
  const { name, index } = readStep(path.split('/', 2)[1] ?? '')
  return `${name}[${index}]`
}
