import type { Page } from '@playwright/test'

/** A person's work on a page. */
interface Work {
  /** Clicks of the pointer. */
  clicks: number
  /** Fields that were typed into, each counted once while it is on the page. */
  fields: number
}

/**
 * Counts a person's work from now on, including after reloads. Playwright's `fill` counts as a field without
 * a click.
 */
export async function countWork(page: Page): Promise<() => Promise<Work>> {
  await page.addInitScript(watch)
  // A new window first shows an empty page, which has no storage.
  await page.waitForFunction(() => location.origin !== 'null')
  await page.evaluate(watch)
  return () => page.evaluate(() => JSON.parse(sessionStorage.getItem('work') ?? '') as Work)
}

/** Runs in the page. */
function watch(): void {
  const typed = new Set<EventTarget>()
  const work: Work = JSON.parse(sessionStorage.getItem('work') ?? '{"clicks":0,"fields":0}')
  const keep = () => sessionStorage.setItem('work', JSON.stringify(work))
  keep()
  addEventListener(
    'click',
    ({ isTrusted, detail }) => {
      if (!isTrusted || detail === 0) return
      work.clicks++
      keep()
    },
    { capture: true },
  )
  addEventListener(
    'input',
    ({ target }) => {
      if (!target || typed.has(target)) return
      typed.add(target)
      work.fields++
      keep()
    },
    { capture: true },
  )
}
