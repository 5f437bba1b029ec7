import clsx from 'clsx'
import type { ComponentProps } from 'react'

/**
 * Something that scrolls and may hold nothing to focus: it takes the focus itself, so that the keyboard can scroll it.
 * What stands in it out of sight (native radio buttons, words for those who listen) scrolls with it, not with the page.
 */
export function ScrollRegion({ className, ...rest }: ComponentProps<'div'>) {
  return (
    <div
      // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
      tabIndex={0}
      {...rest}
      className={clsx('relative overflow-auto focus-visible:-outline-offset-2', className)}
    />
  )
}
