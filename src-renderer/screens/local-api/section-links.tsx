import clsx from 'clsx'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { type SectionName, sectionPath, sections } from './sections.ts'

interface SectionLinksProps {
  current: SectionName
  /** What stands beside a part's name, e.g. how many conditions are on. */
  marks: Partial<Record<SectionName, ReactNode>>
}

/** The way between the parts of the screen. Links, not tabs: each part has an address of its own. */
export const SectionLinks = ({ current, marks }: SectionLinksProps) => (
  <nav aria-label="Local API" className="flex shrink-0 gap-5 border-b border-line bg-surface px-6">
    {sections.map(({ name, label }) => (
      <Link
        key={name}
        href={sectionPath(name)}
        aria-current={name === current ? 'page' : undefined}
        className={clsx(
          '-mb-px flex h-9 items-center gap-1.5 border-b-2 text-sm font-medium whitespace-nowrap',
          name === current ? 'border-accent text-ink' : 'border-transparent text-ink-faint hover:text-ink',
        )}
      >
        {label}
        {marks[name]}
      </Link>
    ))}
  </nav>
)
