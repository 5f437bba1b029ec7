/** Writing feeds: a draft of many items, in a browser over the real backend. */
import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { chromium, type Page } from '@playwright/test'
import Database from 'better-sqlite3'
import { findOrInstallChromium } from '../../../support/chromium.ts'
import { startDesk } from '../../../support/programs/desk.ts'
import { type Calls, enter, upload } from '../../../support/rpc.ts'
import { duration, type Figure, median, quantile } from '../../figure.ts'
import { besideEmptyList } from './scroll-frames.ts'

const viewport = { width: 1600, height: 1000 }
const manufacturer = 'manufacturerId'

/** One row per item, in the form of a supplier's file; the manufacturer column is missing. */
function spreadsheet(items: number): string {
  const rows = Array.from({ length: items }, (_, number) => {
    const body = `95200${String(number).padStart(7, '0')}`
    const sum = [...body].reduce((all, digit, place) => all + Number(digit) * (place % 2 === 0 ? 1 : 3), 0)
    const text = `Spread ${number} with fruit, nuts and a little sugar. `.repeat(8)
    return `${body}${(10 - (sum % 10)) % 10},Spread ${number},Oatlark,${text.replaceAll(',', ' ')},Oats,10000213`
  })
  return ['gtin,name,brand,description,ingredients,category id', ...rows].join('\n')
}

async function until(what: string, isSo: () => Promise<boolean>, pause = 100): Promise<void> {
  for (let tries = 0; tries < 3000; tries++) {
    if (await isSo()) return
    await delay(pause)
  }
  throw new Error(`Waited in vain for ${what}`)
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

/** Milliseconds from key down to the next painted frame, for each key. */
async function keysToPaint(page: Page, keys: readonly string[]): Promise<number[]> {
  await page.evaluate(() => {
    const times: number[] = []
    Object.assign(window, { keyTimes: times })
    addEventListener(
      'keydown',
      ({ timeStamp }) =>
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => void times.push(performance.now() - timeStamp)
          port2.postMessage(undefined)
        }),
      true,
    )
  })
  for (const key of keys) {
    await page.keyboard.press(key)
    await delay(30)
  }
  await delay(200)
  return page.evaluate(() => Reflect.get(window, 'keyTimes') as number[])
}

const letters = Array.from({ length: 60 }, (_, index) => String.fromCharCode(97 + (index % 26)))
const arrows = Array.from({ length: 60 }, (_, index) => (index % 3 === 2 ? 'ArrowRight' : 'ArrowDown'))

/** The same change in plain SQLite: sets a text in each row's JSON, in one transaction. */
function plainUpdate(directory: string, values: readonly string[]): number {
  const db = new Database(join(directory, 'plain.sqlite'))
  db.pragma('journal_mode = WAL')
  db.exec('CREATE TABLE item (key INTEGER PRIMARY KEY, value TEXT NOT NULL)')
  const insert = db.prepare('INSERT INTO item (value) VALUES (?)')
  db.transaction(() => values.map((value) => insert.run(value)))()
  const started = performance.now()
  db.exec("UPDATE item SET value = json_set(value, '$.manufacturerId', 'm1')")
  const took = performance.now() - started
  db.close()
  return took
}

/** Writes the same number of bytes to the disk. Returns milliseconds. */
function plainWrite(directory: string, bytes: number): number {
  const body = Buffer.alloc(bytes, 'x')
  const started = performance.now()
  const file = openSync(join(directory, 'plain.bin'), 'w')
  writeSync(file, body)
  fsyncSync(file)
  closeSync(file)
  return performance.now() - started
}

async function draftOf(link: string, items: number): Promise<{ calls: Calls; id: string; session: string }> {
  const { calls, pass } = await enter(link)
  await calls.workspace.startSandbox({ sample: true })
  await calls.outbox.setPaused({ paused: true })
  const file = await upload(link, pass, 'bench.csv', spreadsheet(items))
  await calls.imports.start({ file, target: 'drafts' })
  const drafts = async () => (await calls.feeds.drafts({ offset: 0, limit: 1 })).drafts[0]
  await until('the import', async () => (await drafts())?.itemCount === items)
  const id = (await drafts())?.id ?? ''
  await calls.feeds.checkDraft({ id })
  return { calls, id, session: JSON.stringify(pass) }
}

/** @param items number of items in the draft */
export async function draftsBench(items: number): Promise<Figure[]> {
  const directory = mkdtempSync(join(tmpdir(), 'drafts-bench-'))
  const desk = await startDesk('--data', join(directory, 'workspace'))
  const browser = await chromium.launch({
    executablePath: findOrInstallChromium((line) => process.stderr.write(`${line}\n`)),
    args: ['--no-sandbox'],
  })
  const figures: Figure[] = []
  try {
    const { calls, id, session } = await draftOf(desk.ui, items)
    const page = await browser.newPage({ viewport })
    await page.addInitScript((kept) => {
      if (location.protocol === 'http:') sessionStorage.setItem('catalog-desk-session', kept)
    }, session)
    await page.goto(new URL('/settings', desk.ui).href)
    const shown = async (link: string, what: () => Promise<void>) => {
      await page.getByRole('navigation').getByRole('link', { name: link }).click()
      return timed(what)
    }
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
    const list = await shown('Feeds', () => page.getByRole('link', { name: 'bench.csv' }).waitFor())
    await page.getByRole('link', { name: 'bench.csv' }).click()
    const title = page.getByRole('textbox', { name: 'E-commerce title', exact: true })
    const opened = await timed(() => page.getByRole('grid', { name: 'Items' }).waitFor())
    figures.push(
      duration(`a draft of ${items} opens`, opened, { peer: 'the list of drafts', theirs: list, goal: 1000 }),
    )

    const bare = await browser.newPage()
    await bare.setContent('<input autofocus>')
    await bare.locator('input').focus()
    const plainKeys = quantile(await keysToPaint(bare, letters), 0.95)
    const besideInput = { peer: 'a bare input', theirs: plainKeys, goal: 50 }
    await page.getByText('Form', { exact: true }).click()
    await title.focus()
    const inForm = quantile(await keysToPaint(page, letters), 0.95)
    figures.push(duration('key to paint in the form, p95', inForm, besideInput))
    await delay(2000)
    await page.getByText('Grid', { exact: true }).click()
    await page.getByRole('gridcell').first().click()
    const inGrid = quantile(await keysToPaint(page, arrows), 0.95)
    figures.push(duration('key to paint in the grid, p95', inGrid, besideInput))
    const scrolled = await besideEmptyList(browser, page, viewport, items)
    figures.push(...scrolled.map((figure) => ({ ...figure, figure: `${figure.figure} of the grid` })))
    await page.close()

    const emptyCall = await median(
      await Promise.all([1, 2, 3].map(() => timed(() => calls.workspace.state()))),
    )
    const edits: number[] = []
    for (const number of [1, 2, 3, 4, 5]) {
      const { key, revision, value } = await calls.feeds.draftItem({ id, key: Math.ceil(items / 2) + number })
      const change = { do: 'item' as const, key, revision, value: { ...value, [manufacturer]: '' } }
      edits.push(
        await timed(async () => {
          await calls.feeds.editDraft({ id, label: `Item ${number}`, edits: [change] })
          await until('the check', async () => (await calls.feeds.draftItem({ id, key })).isChecked, 1)
        }),
      )
    }
    figures.push(
      duration('one edit is saved and checked', median(edits), {
        peer: 'a call that does nothing',
        theirs: emptyCall,
        goal: 300,
      }),
    )

    const { value } = await calls.feeds.draftItem({ id, key: 1 })
    const plain = plainUpdate(directory, Array(items).fill(JSON.stringify(value)))
    const quiet = await searches(calls, async () => delay(1000))
    let bulk = 0
    const meanwhile = await searches(calls, async () => {
      const set = { do: 'set' as const, selection: {}, column: manufacturer, value: 'm1001' }
      bulk = await timed(() => calls.feeds.editDraft({ id, label: 'All', edits: [set] }))
      await calls.feeds.checkDraft({ id })
    })
    figures.push(
      duration(`${items} items are edited at once`, bulk, {
        peer: 'plain SQLite',
        theirs: plain,
        goal: 2000,
      }),
      duration('a search of the catalog meanwhile, p95', meanwhile, {
        peer: 'the same search before',
        theirs: quiet,
        goal: 100,
      }),
    )

    const { revision } = await calls.feeds.draft({ id })
    let bytes = 0
    const queued = await timed(async () => {
      const { feeds } = await calls.feeds.queueDraft({ id, revision })
      bytes = feeds.reduce((sum, feed) => sum + feed.bytes, 0)
    })
    figures.push(
      duration(`${items} items are frozen and queued`, queued, {
        peer: 'writing the same bytes',
        theirs: plainWrite(directory, bytes),
        goal: 3000,
      }),
    )
    return figures
  } finally {
    await browser.close()
    await desk.stop()
    rmSync(directory, { recursive: true, force: true })
  }
}

/** Returns the 95th percentile, in milliseconds, of consecutive searches during `work`. */
async function searches(calls: Calls, work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  let isOver = false
  const searching = (async () => {
    while (!isOver) times.push(await timed(() => calls.catalog.search({ text: 'oat', offset: 0, limit: 50 })))
  })()
  await work()
  isOver = true
  await searching
  return quantile(times, 0.95)
}
