/**
 * Takes a picture of every screen at two sizes, light and dark, into `test-results/screens`: to be looked at after a
 * change. `node e2e/support/screens.ts [screen...]`; the sample catalog is set up in a temporary workspace.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { findOrInstallChromium } from './chromium.ts'
import { startDesk } from './desk.ts'

const sizes = [
  { width: 1280, height: 800 },
  { width: 1600, height: 1000 },
]
const folder = join(import.meta.dirname, '../../test-results/screens')

/** How to get to each screen, starting from the catalog of a synced sample. */
const screens: Record<string, (page: Page) => Promise<void>> = {
  catalog: (page) => go(page, 'Catalog'),
  item: async (page) => {
    await go(page, 'Catalog')
    await page.getByRole('searchbox', { name: 'Search the catalog' }).fill('original oat drink')
    await page.getByText('1 item', { exact: true }).waitFor()
    await page.getByRole('row', { name: /Oatlark Original Oat Drink/ }).click()
  },
  feeds: (page) => go(page, 'Feeds'),
  draft: async (page) => {
    await go(page, 'Feeds')
    await page.getByRole('button', { name: 'New feed' }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Create items' }).click()
  },
  outbox: (page) => go(page, 'Outbox'),
  sync: (page) => go(page, 'Sync'),
  import: (page) => go(page, 'Import'),
  'local-api': (page) => go(page, 'Local API'),
  settings: (page) => go(page, 'Settings'),
}

const go = (page: Page, name: string): Promise<void> =>
  page.getByRole('navigation').getByRole('link', { name }).first().click()

const wanted = process.argv.slice(2)
const executablePath = findOrInstallChromium(console.log)
const data = mkdtempSync(join(tmpdir(), 'desk-screens-'))
const desk = await startDesk('--data', data)
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
mkdirSync(folder, { recursive: true })
try {
  const page = await browser.newPage({ viewport: sizes[0] ?? null })
  await page.goto(desk.ui)
  await page
    .getByRole('button', { name: /sample/i })
    .first()
    .waitFor()
  await shoot(page, 'start')
  await page
    .getByRole('button', { name: /sample/i })
    .first()
    .click()
  await page.getByRole('table', { name: 'Earlier runs' }).getByText('Completed').waitFor({ timeout: 60_000 })
  for (const [name, open] of Object.entries(screens)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue
    await open(page)
    await shoot(page, name)
  }
} finally {
  await browser.close()
  await desk.stop()
  rmSync(data, { recursive: true, force: true })
}

async function shoot(page: Page, name: string): Promise<void> {
  for (const size of sizes)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize(size)
      await page.emulateMedia({ colorScheme })
      await page.waitForTimeout(700)
      const path = join(folder, `${name}-${size.width}-${colorScheme}.png`)
      await page.screenshot({ path })
      console.log(path)
    }
}
