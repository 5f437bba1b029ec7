import clsx from 'clsx'
import type { ComponentProps } from 'react'

/**
 * A scrolling container. It is focusable, so that the keyboard can scroll it even if nothing inside has
 * focus. Hidden content, such as native radio buttons, scrolls with it and not with the page.
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
