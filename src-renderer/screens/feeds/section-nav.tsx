import clsx from 'clsx'
import { type RefObject, useEffect, useState } from 'react'
import type { FormSection } from '../../form/form.tsx'

interface SectionNavProps {
  sections: readonly FormSection[]
  /** Errors by section. */
  errors: ReadonlyMap<string, number>
  /** The element that scrolls the form. */
  scroller: RefObject<HTMLElement | null>
}

const sheet = (root: HTMLElement, id: string) => root.querySelector<HTMLElement>(`[data-section="${id}"]`)

/** The section at the top of the visible part. */
function useCurrentSection(
  sections: readonly FormSection[],
  scroller: RefObject<HTMLElement | null>,
): string | undefined {
  const [current, setCurrent] = useState(sections[0]?.id)
  useEffect(() => {
    const root = scroller.current
    if (!root) return
    const look = () => {
      const edge = root.getBoundingClientRect().top + 80
      const passed = sections.filter(
        ({ id }) => (sheet(root, id)?.getBoundingClientRect().top ?? Infinity) <= edge,
      )
      const atEnd = root.scrollTop + root.clientHeight >= root.scrollHeight - 2 && root.scrollTop > 0
      setCurrent((atEnd ? sections.at(-1) : passed.at(-1))?.id ?? sections[0]?.id)
    }
    root.addEventListener('scroll', look, { passive: true })
    return () => root.removeEventListener('scroll', look)
  }, [sections, scroller])
  return current
}

/** The sections of the form: where one is, where errors are, and the way there. */
export function SectionNav({ sections, errors, scroller }: SectionNavProps) {
  const current = useCurrentSection(sections, scroller)
  const go = (id: string) => {
    const target = scroller.current && sheet(scroller.current, id)
    target?.scrollIntoView({ block: 'start' })
    target?.querySelector<HTMLElement>('input, textarea, select, button')?.focus({ preventScroll: true })
  }
  return (
    <nav aria-label="Sections">
      <ul className="flex flex-col gap-px">
        {sections.map(({ id, label }) => {
          const count = errors.get(id) ?? 0
          return (
            <li key={id}>
              <button
                type="button"
                aria-current={id === current ? 'true' : undefined}
                onClick={() => go(id)}
                className={clsx(
                  'flex h-7 w-full cursor-default items-center justify-between gap-2 rounded-sm px-2 text-left text-sm',
                  id === current
                    ? 'bg-accent-wash font-medium text-accent-strong'
                    : 'text-ink-soft hover:bg-hover hover:text-ink',
                )}
              >
                <span className="truncate">{label}</span>
                {count > 0 && (
                  <span className="tabular rounded-full bg-bad-wash px-1.5 text-2xs font-medium text-bad">
                    {count}
                    <span className="sr-only"> {count === 1 ? 'error' : 'errors'}</span>
                  </span>
                )}
              </button>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
