import type { Page } from '@playwright/test'

/** What a person did with a page. */
interface Work {
  /** Presses of the pointer. */
  clicks: number
  /** Fields that were typed into, each once for as long as it stands on the page. */
  fields: number
}

/**
 * Counts from now on, as the page sees it, what a person does, also over reloads of the page. What a test does with
 * `fill` is a field without a click.
 */
export async function countWork(page: Page): Promise<() => Promise<Work>> {
  await page.addInitScript(watch)
  // A window that has just been opened shows an empty page first, which keeps nothing.
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
