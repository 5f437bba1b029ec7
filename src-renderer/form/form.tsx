/**
 * A form generated from a description of the vocabulary. From the description of an element and the store of
 * its value, this folder draws every field with its kind of input, keeps unknown parts, shows each problem
 * at its field and moves the focus there. Drafts, saving and sending are in screens/feeds.
 *
 * - form-store.ts, problem-store.ts: the value and its problems; each field watches its own part
 * - arrangement.ts: the layout of the fields; place.ts: the position of a field in value and document
 * - fields/: one component for each shape (group-fields.tsx, list-field.tsx, leaf-field.tsx, ...)
 * - inputs/: the kinds of input
 * - nutrition/: nutrition facts as an editable label, with the values computed by FDA or EU rules
 * - jump.ts: moves the focus from a problem to its field
 */

import { type ReactNode, useEffect, useId, useRef } from 'react'
import { sections } from '../../src-shared/vocabulary/elements/sections.ts'
import { Term } from '../ui/overlays/term.tsx'
import { sectionsWithin } from './arrangement.ts'
import { GroupFields } from './fields/group-fields.tsx'
import { termOf } from './fields/term-of.ts'
import { PathProblems, UnknownNote } from './fields/unknown-note.tsx'
import { UnusualFieldsProvider } from './fields/unusual-fields.tsx'
import { type Group, type Place, problemPath } from './place.ts'
import { useProblemStore } from './problem-store.ts'
import { RequiredPathsProvider } from './required-paths.ts'

export interface FormSection {
  id: string
  label: string
  help: string
}

/** The sections in which an element has fields, in the order of the vocabulary. */
export function sectionsOf(group: Group, shown?: ReadonlySet<string>): FormSection[] {
  const within = sectionsWithin(group)
  return sections.filter(({ id }) => within.has(id) && (shown?.has(id) ?? true) && !hidden.has(id))
}

/** Sections that no form shows, because the service fills them in or the specification shows them empty. */
const hidden: ReadonlySet<string> = new Set(['record'])

interface FormProps {
  group: Group
  place: Place
  /** The sections to draw; `undefined` draws all fields without sections. */
  sections: readonly FormSection[] | undefined
  /** Paths below the element, without list indexes, that a business rule requires. */
  required: ReadonlySet<string>
  /** Members to leave out, by key. */
  without?: ReadonlySet<string>
  /**
   * Keys of members that items of this kind hardly ever have; hidden until requested unless they have a
   * value.
   */
  unusual?: ReadonlySet<string>
}

const nothing: ReadonlySet<string> = new Set()

/** The form of one element. Needs a FormStoreProvider and a ProblemStoreProvider around it. */
export function Form({ group, place, sections: shown, required, without, unusual = nothing }: FormProps) {
  const root = useRef<HTMLDivElement>(null)
  const problems = useProblemStore()
  useEffect(() => {
    // One listener for all fields: a field counts as visited when it loses the focus.
    const leave = ({ target }: FocusEvent) => {
      const path = target instanceof Element && target.closest<HTMLElement>('[data-path]')?.dataset['path']
      if (path) problems.visit(path)
    }
    const element = root.current
    element?.addEventListener('focusout', leave)
    return () => element?.removeEventListener('focusout', leave)
  }, [problems])
  return (
    <RequiredPathsProvider value={required}>
      <UnusualFieldsProvider value={unusual}>
        <div ref={root} data-path={problemPath(place)} className="flex flex-col gap-4">
          {/* The list of problems beside the form has the warnings about the item as a whole. */}
          <PathProblems path={problemPath(place)} errorsOnly />
          {shown ? (
            shown.map((section) => (
              <SectionSheet key={section.id} section={section}>
                <GroupFields group={group} place={place} section={section.id} without={without} />
              </SectionSheet>
            ))
          ) : (
            <div className="rounded-lg border border-line bg-surface p-4">
              <GroupFields group={group} place={place} around="" />
            </div>
          )}
          {shown && <UnknownNote place={place} />}
        </div>
      </UnusualFieldsProvider>
    </RequiredPathsProvider>
  )
}

function SectionSheet({ section, children }: { section: FormSection; children: ReactNode }) {
  const id = useId()
  const term = termOf({ key: section.id })
  return (
    <section
      aria-labelledby={id}
      data-section={section.id}
      className="scroll-mt-4 rounded-lg border border-line bg-surface [contain-intrinsic-size:auto_20rem] [content-visibility:auto]"
    >
      <header className="px-4 pt-3">
        <div className="flex items-center gap-1">
          <h2 id={id} className="text-sm font-semibold">
            {section.label}
          </h2>
          {term && <Term name={term} />}
        </div>
        <p className="text-xs text-ink-faint">{section.help}</p>
      </header>
      <div className="px-4 pt-4 pb-4">{children}</div>
    </section>
  )
}
