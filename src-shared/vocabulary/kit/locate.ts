import type { Problem } from '../../problem.ts'
import { Lines } from './places.ts'
import { parseTree, type XmlElement } from './tree.ts'

const step = /^([^[\]]+)(?:\[(\d+)\])?$/

/** The element a path names, or the nearest one around it that is there. */
function nearest(root: XmlElement, path: string): XmlElement {
  let at = root
  for (const segment of path.split('/').slice(1)) {
    const [, name, position = '1'] = step.exec(segment) ?? []
    const children = at.content.filter(
      (part): part is XmlElement => typeof part === 'object' && 'name' in part,
    )
    const found = children.filter((child) => child.name === name)[Number(position) - 1]
    if (found === undefined) return at
    at = found
  }
  return at
}

/**
 * Adds line and column to problems that know only their path, such as those of the business rules: of the element
 * named, or of the nearest one around it when the problem is that it is missing.
 * @param text the well-formed document the problems are about
 */
export function locate(problems: readonly Problem[], text: string): Problem[] {
  if (problems.every((problem) => problem.line !== undefined)) return [...problems]
  const root = parseTree(text)
  const lines = new Lines(text)
  return problems.map((problem) =>
    problem.line === undefined
      ? { ...problem, ...lines.position(nearest(root, problem.path).offset) }
      : problem,
  )
}
