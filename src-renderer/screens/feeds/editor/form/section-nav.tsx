import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { Check } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { FormSection } from '../../../../form/form.tsx'
import { ErrorCount } from '../../../../ui/badge.tsx'
import type { Progress } from './required-fields.ts'

interface SectionNavProps {
  sections: readonly FormSection[]
  /** Errors by section. */
  errors: ReadonlyMap<string, number>
  /** Filled and required fields by section. */
  progress: ReadonlyMap<string, Progress>
  /** The scroll container of the form. */
  scroller: RefObject<HTMLElement | null>
}

const sectionElement = (root: HTMLElement, id: string) =>
  root.querySelector<HTMLElement>(`[data-section="${id}"]`)

/** Distance of the reading line from the top of the form, in pixels. */
const lineOffset = 80

/**
 * Vertical position of the line whose section is the current one: near the top, and over the last screenful
 * down to the bottom, because the last sections cannot be scrolled to the top.
 */
function readingLine(root: HTMLElement): number {
  const { scrollTop, scrollHeight, clientHeight } = root
  const maxScroll = scrollHeight - clientHeight
  const room = Math.max(0, clientHeight - lineOffset)
  const remaining = (maxScroll - scrollTop) / Math.max(1, Math.min(maxScroll, room))
  return root.getBoundingClientRect().top + lineOffset + room * Math.max(0, 1 - remaining)
}

/** Events with which a person scrolls, unlike the scrolling to a chosen section. */
const scrollEvents = ['wheel', 'touchmove', 'pointerdown', 'keydown']

/**
 * Id of the section at the reading line, and a function that makes a chosen section the current one until the
 * person scrolls.
 */
function useCurrentSection(
  sections: readonly FormSection[],
  scroller: RefObject<HTMLElement | null>,
): [string | undefined, (id: string) => void] {
  const [current, setCurrent] = useState(sections[0]?.id)
  const isChosen = useRef(false)
  useEffect(() => {
    const root = scroller.current
    if (!root) return
    const update = () => {
      if (isChosen.current) return
      const line = readingLine(root)
      const passed = sections.filter(
        ({ id }) => (sectionElement(root, id)?.getBoundingClientRect().top ?? Infinity) <= line,
      )
      setCurrent(passed.at(-1)?.id ?? sections[0]?.id)
    }
    const release = () => {
      isChosen.current = false
    }
    root.addEventListener('scroll', update, { passive: true })
    for (const name of scrollEvents) root.addEventListener(name, release, { passive: true })
    return () => {
      root.removeEventListener('scroll', update)
      for (const name of scrollEvents) root.removeEventListener(name, release)
    }
  }, [sections, scroller])
  const choose = (id: string) => {
    isChosen.current = true
    setCurrent(id)
  }
  return [current, choose]
}

/** Navigation of the form sections, with the current section, missing required fields and errors. */
export function SectionNav({ sections, errors, progress, scroller }: SectionNavProps) {
  const [current, choose] = useCurrentSection(sections, scroller)
  const scrollToSection = (id: string) => {
    choose(id)
    const target = scroller.current && sectionElement(scroller.current, id)
    target?.scrollIntoView({ block: 'start' })
    target
      ?.querySelector<HTMLElement>('input, textarea, select, button:not([data-help])')
      ?.focus({ preventScroll: true })
  }
  return (
    <nav aria-label={t`Sections`}>
      <ul className="flex flex-col gap-px">
        {sections.map(({ id, label }) => {
          const count = errors.get(id) ?? 0
          return (
            <li key={id}>
              <button
                type="button"
                aria-current={id === current ? 'true' : undefined}
                onClick={() => scrollToSection(id)}
                className={clsx(
                  'flex h-7 w-full cursor-default items-center justify-between gap-2 rounded-sm px-2 text-start text-sm',
                  id === current
                    ? 'bg-accent-wash font-medium text-accent-strong forced-colors:border-s-4'
                    : 'text-ink-soft hover:bg-hover hover:text-ink',
                )}
              >
                <span className="truncate">{label}</span>
                <SectionState errors={count} progress={progress.get(id)} />
              </button>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

function SectionState({ errors, progress }: { errors: number; progress: Progress | undefined }) {
  if (errors > 0) return <ErrorCount errors={errors} />
  if (!progress) return null
  if (progress.filled < progress.required)
    return (
      <span className="tabular text-2xs whitespace-nowrap text-ink-faint">
        <Trans>
          {progress.filled} of {progress.required}
          <span className="sr-only"> required fields filled</span>
        </Trans>
      </span>
    )
  return <Check className="size-3.5 shrink-0 text-good" aria-label={t`All required fields are filled`} />
}
