import { useState } from 'react'
import type { NameChoice, NameKind, UnmatchedNames } from '../../../../src-shared/import/names.ts'

interface Step {
  label: string
  before: UnmatchedNames
}

/** A choice for each of these names; undefined removes the choice. */
export type Choices = readonly (readonly [name: string, choice: NameChoice | undefined])[]

export interface ChoiceHistory {
  /** Label of the last step; undefined if there is none. */
  last: string | undefined
  /** Applies choices for names of a kind, as one step. */
  apply: (label: string, kind: NameKind, choices: Choices) => void
  undo: () => void
}

/** Steps of a person who decides about names, so that each can be undone. */
export function useChoiceHistory(
  names: UnmatchedNames,
  onNames: (names: UnmatchedNames) => void,
): ChoiceHistory {
  const [steps, setSteps] = useState<readonly Step[]>([])
  return {
    last: steps.at(-1)?.label,
    apply(label, kind, choices) {
      setSteps([...steps, { label, before: names }])
      onNames(withChoices(names, kind, choices))
    },
    undo() {
      const last = steps.at(-1)
      if (!last) return
      setSteps(steps.slice(0, -1))
      onNames(last.before)
    },
  }
}

function withChoices(names: UnmatchedNames, kind: NameKind, choices: Choices): UnmatchedNames {
  const ofKind = new Map(Object.entries(names.choices[kind] ?? {}))
  for (const [name, choice] of choices) {
    if (choice === undefined) ofKind.delete(name)
    else ofKind.set(name, choice)
  }
  return { ...names, choices: { ...names.choices, [kind]: Object.fromEntries(ofKind) } }
}
