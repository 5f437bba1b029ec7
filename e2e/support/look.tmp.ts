import { chromium } from '@playwright/test'
import { ensureBuilt } from '../../src-main/hosts/launch/build.ts'
import { feedViews } from './views/feed-views.ts'
import { openDesk } from './views/stage.ts'

await ensureBuilt(console.log)
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' })
const desk = await openDesk(page)
const stage = await desk.setUp()
const shot = (name: string) => page.screenshot({ path: `test-results/screens/look-${name}.png` })
try {
  await feedViews['draft-grid']?.(stage)
  await page.waitForTimeout(800)
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' })
  await page.waitForTimeout(300)
  await shot('forced')
  await page.emulateMedia({ forcedColors: 'none', colorScheme: 'light' })
  await page.setViewportSize({ width: 640, height: 400 })
  await page.waitForTimeout(400)
  await shot('200')
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('button', { name: 'Manufacturer: sort, filter and more' }).click()
  await page.getByRole('menuitem', { name: 'Freeze up to this column' }).click()
  await page.getByRole('gridcell').nth(6).click()
  await page.keyboard.press('End')
  await page.waitForTimeout(500)
  await shot('frozen')
  await page.getByRole('button', { name: 'Manufacturer: sort, filter and more' }).click()
  await page.waitForTimeout(200)
  await shot('menu')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'With errors' }).click()
  await page.waitForTimeout(600)
  await shot('errors')
  await page.getByRole('searchbox', { name: 'Find items' }).fill('nowhere')
  await page.waitForTimeout(800)
  await shot('empty')
  // 10,000 rows
  const { rows } = await stage.calls.catalog.search({ text: '', offset: 0, limit: 200 })
  const d = await stage.calls.feeds.createDraft({ kind: 'create', name: 'Many' })
  const values = Array.from({ length: 10_000 }, (_, i) => ({
    type: 'grocery',
    ecommerceTitle: `Spread ${i}`,
    manufacturerId: 'm1002',
    categoryId: '1002',
    productCodes: [{ type: 'GTIN', text: rows[i % rows.length]?.code ?? '' }],
    products: [{ description: 'x', brandId: 'b2002' }],
  }))
  for (let from = 0; from < values.length; from += 2000)
    await stage.calls.feeds.editDraft({
      id: d.id,
      label: 'Filled',
      edits: [{ do: 'add', values: values.slice(from, from + 2000) }],
    })
  await stage.visit(`/feeds/${d.id}`)
  await page.getByText('Grid', { exact: true }).click()
  await page.getByRole('grid').waitFor()
  await page.waitForTimeout(15_000)
  const measure = (step: number) =>
    page.evaluate(async (step) => {
      const grid = document.querySelector('[role=grid]') as HTMLElement
      const gaps: number[] = []
      let last = performance.now()
      for (let i = 0; i < 120; i++) {
        grid.scrollTop += step
        await new Promise(requestAnimationFrame)
        const now = performance.now()
        gaps.push(now - last)
        last = now
      }
      gaps.sort((a, b) => a - b)
      return {
        median: Math.round(gaps[60] ?? 0),
        p95: Math.round(gaps[114] ?? 0),
        worst: Math.round(gaps[119] ?? 0),
      }
    }, step)
  console.log('scroll 96 px a frame', await measure(96))
  console.log('scroll 400 px a frame', await measure(400))
  await page.waitForTimeout(1500)
  console.log('pictures', await page.locator('.dg-picture img').count())
  await shot('many')
} finally {
  await browser.close()
  await desk.close()
}
