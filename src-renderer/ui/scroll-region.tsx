import clsx from 'clsx'
import type { ComponentProps } from 'react'

/** Something that scrolls and may hold nothing to focus: it takes the focus itself, so that the keyboard can scroll it. */
export function ScrollRegion({ className, ...rest }: ComponentProps<'div'>) {
  return (
    <div
      // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
      tabIndex={0}
      {...rest}
      className={clsx('overflow-auto focus-visible:-outline-offset-2', className)}
    />
  )
}
