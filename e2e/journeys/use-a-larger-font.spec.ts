import type { Page } from '@playwright/test'
import { DeskPage, screens } from '../pages/desk-page.ts'
import { expect, test } from '../support/app.ts'
import { untilStill } from '../support/until-still.ts'

/**
 * Applies the font size of a person whose browser has 24 px instead of 16 px. All sizes of the page are
 * multiples of it, so that this style has the same effect as the setting of the browser.
 */
const enlarge = (page: Page) =>
  page.evaluate(() => document.documentElement.style.setProperty('font-size', '150%'))

/** What does not fit: a screen that scrolls sideways, and buttons that are cut or outside of the window. */
async function misfits(page: Page): Promise<string[]> {
  await untilStill(page)
  return page.evaluate(() => {
    const found: string[] = []
    for (const part of [document.documentElement, document.querySelector('main')])
      if (part && part.scrollWidth > part.clientWidth + 1)
        found.push(`${part.tagName} scrolls sideways: ${part.scrollWidth} in ${part.clientWidth}`)
    const dialog = document.querySelector('[role="dialog"]')
    const box = dialog?.getBoundingClientRect()
    if (box && (box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight))
      found.push(`the dialog is outside of the window: ${JSON.stringify(box)}`)
    const actions = '[data-primary], header button, header [data-button]'
    for (const button of (dialog ?? document).querySelectorAll<HTMLElement>(actions)) {
      const { left, right, width } = button.getBoundingClientRect()
      if (width === 0 || button.classList.contains('sr-only')) continue
      const words = button.textContent || button.ariaLabel
      if (left < 0 || right > innerWidth) found.push(`“${words}” is outside of the window`)
      if (button.scrollWidth > button.clientWidth + 1) found.push(`“${words}” is cut`)
    }
    return found
  })
}

test.describe('with a font of 24 px', { tag: '@page' }, () => {
  test.use({ initialState: 'synced sample' })

  test('every screen fits into the window, and no main button is cut', async ({ page }) => {
    const desk = new DeskPage(page)
    await enlarge(page)
    const found: Record<string, string[]> = {}
    for (const name of screens) {
      await desk.go(name)
      const misfit = await misfits(page)
      if (misfit.length > 0) found[name] = misfit
    }
    expect(found).toEqual({})
  })

  test('dialogs stay inside the window', async ({ page }) => {
    const desk = new DeskPage(page)
    await enlarge(page)
    const check = async (name: string) => {
      await expect(page.getByRole('dialog')).toBeVisible()
      expect(await misfits(page), name).toEqual([])
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
    await desk.go('Catalog')
    await page.keyboard.press('?')
    await check('keyboard shortcuts')
    await desk.go('Feeds')
    await page.getByRole('button', { name: 'New feed' }).first().click()
    await check('kinds of feed')
    await desk.go('Settings')
    await page.getByRole('button', { name: 'New profile…' }).click()
    await check('new profile')
    await page.getByRole('button', { name: 'Switch workspace' }).click()
    await page.getByRole('menuitem', { name: /Workspaces/ }).click()
    for (const name of ['Archive as one file…', 'Restore a backup…', 'New workspace…']) {
      await page.getByRole('button', { name }).click()
      await check(name)
    }
  })
})
