import { Tabs as Base } from '@base-ui/react/tabs'
import clsx from 'clsx'
import type { ReactNode } from 'react'

interface Tab<T extends string> {
  value: T
  label: ReactNode
  /** Number shown beside the label; 0 is not shown. */
  count?: number
  panel: ReactNode
}
interface TabsProps<T extends string> {
  tabs: readonly Tab<T>[]
  value: T
  onValueChange: (value: T) => void
  /** The accessible name of the row of tabs. */
  label: string
  className?: string
  listClassName?: string
  panelClassName?: string
}

export function Tabs<T extends string>({
  tabs,
  value,
  onValueChange,
  label,
  className,
  listClassName,
  panelClassName,
}: TabsProps<T>) {
  return (
    <Base.Root
      value={value}
      onValueChange={(next: T) => onValueChange(next)}
      className={clsx('flex min-h-0 flex-col', className)}
    >
      <Base.List
        aria-label={label}
        className={clsx('relative flex shrink-0 gap-5 border-b border-line', listClassName)}
      >
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            className="flex h-9 cursor-default items-center gap-1.5 text-sm font-medium text-ink-faint select-none hover:text-ink data-active:text-ink forced-colors:data-active:underline forced-colors:data-active:decoration-2 forced-colors:data-active:underline-offset-4"
          >
            {tab.label}
            {tab.count !== undefined && tab.count > 0 && (
              <span className="tabular rounded-full bg-sunken px-1.5 text-2xs text-ink-soft">
                {tab.count}
              </span>
            )}
          </Base.Tab>
        ))}
        <Base.Indicator className="absolute bottom-0 left-0 h-0.5 w-(--active-tab-width) translate-x-(--active-tab-left) bg-accent forced-colors:forced-color-adjust-none transition-[translate,width] duration-150" />
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value} className={clsx('min-h-0 flex-1', panelClassName)}>
          {tab.panel}
        </Base.Panel>
      ))}
    </Base.Root>
  )
}
