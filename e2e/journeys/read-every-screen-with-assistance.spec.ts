import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { DeskPage } from '../pages/desk-page.ts'
import { expect, test } from '../support/app.ts'

const screens = ['Catalog', 'Feeds', 'Outbox', 'Sync', 'Import', 'Local API', 'Settings'] as const

async function violations(page: Page): Promise<string[]> {
  // The legacy mode needs no second page, which the Electron stand-in does not offer.
  const { violations: found } = await new AxeBuilder({ page }).setLegacyMode().analyze()
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`)
}

for (const colorScheme of ['light', 'dark'] as const)
  test(`a person with assistive technology finds every screen in order, ${colorScheme}`, async ({ page }) => {
    const desk = new DeskPage(page)
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expect(page.getByRole('button', { name: 'Try the sample' })).toBeVisible()
    expect(await violations(page), 'Start').toEqual([])
    await desk.trySample()
    for (const name of screens) {
      await desk.go(name)
      expect(await violations(page), name).toEqual([])
    }
  })
