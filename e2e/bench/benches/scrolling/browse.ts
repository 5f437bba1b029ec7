/** Browsing the catalog: typing, facets, sorting and scrolling, in a browser over the real backend. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Browser, chromium, type Page } from '@playwright/test'
import { findOrInstallChromium } from '../../../support/chromium.ts'
import { type RunningDesk, startDesk } from '../../../support/programs/desk.ts'
import { type Calls, enter } from '../../../support/rpc.ts'
import { prepareWorkspace } from '../../data/prepared-workspace.ts'
import { amount, duration, type Figure, median, quantile } from '../../figure.ts'
import { besideEmptyList } from './scroll-frames.ts'

const viewport = { width: 1600, height: 1000 }

/** Typed searches; each letter triggers a search. The first letters of a word have the most matches. */
const typed = ['chocolate', 'organic milk', 'tea gr', 'sauce tom', 'olive oil', 'bio', 'cheddar ch']

async function openCatalog(browser: Browser, desk: RunningDesk): Promise<{ page: Page; calls: Calls }> {
  const { calls, pass } = await enter(desk.ui)
  await calls.workspace.startSandbox({ sample: false })
  const page = await browser.newPage({ viewport, reducedMotion: 'reduce' })
  await page.addInitScript((kept) => {
    if (location.protocol === 'http:') sessionStorage.setItem('catalog-desk-session', kept)
  }, JSON.stringify(pass))
  return { page, calls }
}

const rows = (page: Page) => page.getByRole('row').filter({ hasNot: page.getByRole('columnheader') })

/** Milliseconds from the navigation to the first rows. */
async function firstRows(page: Page, desk: RunningDesk): Promise<number> {
  const started = performance.now()
  await page.goto(new URL('/catalog', desk.ui).href)
  await rows(page).nth(5).waitFor()
  return performance.now() - started
}

/**
 * Installs a probe in the page. It records, for each key or click, the time until the last repaint of list
 * rows. Input that changes no row is not recorded.
 */
async function watchList(page: Page): Promise<void> {
  await page.evaluate(() => {
    const list = document.querySelector('[role=grid]')
    if (!list) throw new Error('no list here')
    const waits: number[] = []
    let [begun, painted] = [0, 0]
    const close = () => {
      if (begun && painted) waits.push(painted - begun)
      begun = painted = 0
    }
    // Attribute changes outside a row are ignored, such as the total that arrives after the first rows. React
    // also rewrites name and type of an input without changing them.
    const isOfRow = ({ type, target, attributeName, oldValue }: MutationRecord): boolean =>
      type !== 'attributes' ||
      (target instanceof Element &&
        attributeName !== 'name' &&
        target.getAttribute(attributeName ?? '') !== oldValue &&
        target.closest('[role=row]') !== null)
    new MutationObserver((changes) => {
      if (begun === 0 || !changes.some(isOfRow)) return
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => {
          painted = performance.now()
        }
        port2.postMessage(undefined)
      })
    }).observe(list, { childList: true, subtree: true, characterData: true, attributeOldValue: true })
    const begin = ({ timeStamp }: Event) => {
      close()
      begun = timeStamp
    }
    addEventListener('keydown', begin, true)
    addEventListener('pointerdown', begin, true)
    Object.assign(window, {
      listWaits: () => {
        close()
        return waits.splice(0)
      },
    })
  })
}
const waitsOf = (page: Page): Promise<number[]> =>
  page.evaluate(() => (Reflect.get(window, 'listWaits') as () => number[])())

const countUntilReady = async (calls: Calls, brandIds: string[]): Promise<number> => {
  const started = performance.now()
  for (;;) {
    const facets = await calls.catalog.facets({ text: '', brandIds, manufacturerIds: [] })
    if (!('state' in facets) || facets.state !== 'counting') return performance.now() - started
    await delay(5)
  }
}

/** @param items number of items in the catalog */
export async function browseBench(items: number): Promise<Figure[]> {
  const directory = mkdtempSync(join(tmpdir(), 'browse-bench-'))
  await prepareWorkspace(join(directory, 'workspace'), items)
  const browser = await chromium.launch({
    executablePath: findOrInstallChromium((line) => process.stderr.write(`${line}\n`)),
    args: ['--no-sandbox'],
  })
  const figures: Figure[] = []
  const small = join(directory, 'small')
  await prepareWorkspace(small, 100)
  const few = await startDesk('--data', small)
  const desk = await startDesk('--data', join(directory, 'workspace'))
  try {
    const beside = await openCatalog(browser, few)
    const besideMs = await firstRows(beside.page, few)
    await beside.page.close()
    const { page, calls } = await openCatalog(browser, desk)
    figures.push(
      duration('the page is asked for until its first rows', await firstRows(page, desk), {
        peer: 'with 100 items',
        theirs: besideMs,
        goal: 1500,
      }),
    )

    await watchList(page)
    const box = page.getByRole('combobox', { name: 'Search the catalog' })
    await box.click()
    await waitsOf(page)
    for (const words of typed) {
      for (const letter of words) {
        await page.keyboard.press(letter === ' ' ? 'Space' : letter)
        await delay(120)
      }
      await delay(300)
      await box.fill('')
      await delay(300)
    }
    const keys = await waitsOf(page)
    const called = median(
      await Promise.all(
        [1, 2, 3].map(async () => {
          const started = performance.now()
          await calls.workspace.state()
          return performance.now() - started
        }),
      ),
    )
    const besideCall = { peer: 'a call that does nothing', theirs: called }
    figures.push(
      duration('key to painted result, p95', quantile(keys, 0.95), { ...besideCall, goal: 50 }),
      duration('key to painted result, p98', quantile(keys, 0.98), { ...besideCall, goal: 80 }),
    )

    const brands = Array.from({ length: 7 }, (_, index) => `b${index * 3 + 1}`)
    const counts: number[] = []
    for (const brand of brands) counts.push(await countUntilReady(calls, [brand]))
    figures.push(
      duration('facets are counted for another filter', median(counts), { ...besideCall, goal: 33 }),
    )

    const name = page.getByRole('columnheader', { name: /^Name/ }).getByRole('button').first()
    // A search without matches took the list away, and the observer with it.
    await watchList(page)
    const sorts: number[] = []
    for (let turn = 0; turn < 5; turn++) {
      await waitsOf(page)
      await name.click()
      await delay(600)
      sorts.push(...(await waitsOf(page)))
    }
    figures.push(duration('another order, p95', quantile(sorts, 0.95), { ...besideCall, goal: 100 }))

    figures.push(...(await besideEmptyList(browser, page, viewport, items)))

    const session = await page.context().newCDPSession(page)
    await session.send('Performance.enable')
    await session.send('HeapProfiler.collectGarbage')
    const { metrics } = await session.send('Performance.getMetrics')
    const heap = metrics.find((metric) => metric.name === 'JSHeapUsedSize')?.value ?? Number.NaN
    figures.push(
      amount('memory of the page', heap / 1e6, 'MB', { peer: 'a limit set here', theirs: 100, goal: 100 }),
    )
    return figures
  } finally {
    await browser.close()
    await Promise.all([desk.stop(), few.stop()])
    rmSync(directory, { recursive: true, force: true })
  }
}
