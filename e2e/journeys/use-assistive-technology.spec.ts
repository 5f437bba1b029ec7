import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { CatalogPage } from '../pages/catalog-page.ts'
import { DeskPage, screens } from '../pages/desk-page.ts'
import { GridPage } from '../pages/grid-page.ts'
import { expect, test } from '../support/app.ts'
import { watchPolicy } from '../support/page-policy.ts'
import { untilStill } from '../support/until-still.ts'

// This is the longest file; in parallel mode its tests are spread over all workers.
test.describe.configure({ mode: 'parallel' })

/**
 * @param rules `colours`: only the color rules, for a page whose other rules were checked in another color
 * scheme
 */
async function violations(page: Page, rules: 'everything' | 'colours' = 'everything'): Promise<string[]> {
  await untilStill(page)
  // Legacy mode needs no second page, which the Electron stand-in does not offer. All rules run, but only
  // violations are reported: describing passes would double the time.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  if (rules === 'colours') axe.withRules(['color-contrast', 'link-in-text-block'])
  const { violations: found } = await axe.analyze()
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`)
}

/** The dialogs, menus and lists of each screen, and how to open them. */
const layers: { name: string; on: (typeof screens)[number]; open: (page: Page) => Promise<void> }[] = [
  {
    name: 'the columns',
    on: 'Catalog',
    open: (page) => page.getByRole('button', { name: 'Columns' }).click(),
  },
  {
    name: 'the sort orders',
    on: 'Catalog',
    open: (page) => page.getByRole('button', { name: 'Sort' }).click(),
  },
  { name: 'the command palette', on: 'Catalog', open: (page) => page.keyboard.press('Control+k') },
  { name: 'the keyboard shortcuts', on: 'Catalog', open: (page) => page.keyboard.press('?') },
  {
    name: 'the workspaces',
    on: 'Catalog',
    open: (page) => page.getByRole('button', { name: 'Switch workspace' }).click(),
  },
  {
    name: 'a draft of a search',
    on: 'Catalog',
    open: (page) => page.getByRole('button', { name: 'Draft these…' }).click(),
  },
  {
    name: 'a new profile',
    on: 'Settings',
    open: (page) => page.getByRole('button', { name: 'New profile…' }).click(),
  },
  {
    name: 'the kinds of feed',
    on: 'Feeds',
    open: (page) => page.getByRole('button', { name: 'New feed' }).first().click(),
  },
  {
    name: 'the feeds sent before',
    on: 'Feeds',
    open: async (page) => {
      await page.getByRole('button', { name: 'New feed' }).first().click()
      await page.getByRole('button', { name: /^From a sent feed/ }).click()
    },
  },
]

/** The dialogs, menus and lists of a draft. */
const draftLayers: { name: string; open: (page: Page) => Promise<void> }[] = [
  { name: 'a lookup', open: (page) => page.getByRole('combobox', { name: 'Distributor' }).click() },
  { name: 'a choice', open: (page) => page.locator('main button[role="combobox"]').first().click() },
  { name: 'a menu', open: (page) => page.locator('main [aria-haspopup="menu"]').first().click() },
]

/** The dialogs over the grid of a draft. */
const gridLayers: typeof draftLayers = [
  { name: 'find and replace', open: (page) => page.getByRole('button', { name: /^Replace/ }).click() },
  { name: 'the columns', open: (page) => page.getByRole('button', { name: 'Columns', exact: true }).click() },
  { name: 'one value for many', open: (page) => page.getByRole('button', { name: 'Set selected…' }).click() },
]

/** Color schemes and forced colors of a person's system. Only the color rules can differ between them. */
const colorModes = [
  { colorScheme: 'light', forcedColors: 'none', asked: 'everything' },
  { colorScheme: 'dark', forcedColors: 'none', asked: 'colours' },
  { colorScheme: 'dark', forcedColors: 'active', asked: 'colours' },
] as const
type ColorMode = (typeof colorModes)[number]

const colorSchemes = colorModes.filter(({ forcedColors }) => forcedColors === 'none')

/** Applies a color mode to the page. @returns its description */
async function applyColorMode(page: Page, { colorScheme, forcedColors }: ColorMode): Promise<string> {
  await page.emulateMedia({ colorScheme, forcedColors, reducedMotion: 'reduce' })
  return `${colorScheme}, forced colours ${forcedColors}`
}

test('the start screen is accessible in light and dark', {
  tag: '@page',
}, async ({ page }) => {
  const refused = watchPolicy(page)
  const start = page.getByRole('button', { name: 'Try the sample' })
  await expect(start).toBeVisible()
  for (const colorMode of colorSchemes) {
    const words = await applyColorMode(page, colorMode)
    await page.reload()
    await expect(start).toBeVisible()
    expect(await violations(page, colorMode.asked), words).toEqual([])
  }
  expect(refused(), 'violations of the content security policy at the start').toEqual([])
})

test.describe('with a catalog', { tag: '@page' }, () => {
  test.use({ initialState: 'synced sample' })

  test('every screen is accessible in light and dark', async ({ page }) => {
    const desk = new DeskPage(page)
    const refused = watchPolicy(page)
    for (const name of screens) {
      await desk.go(name)
      for (const colorMode of colorSchemes) {
        const words = await applyColorMode(page, colorMode)
        expect(await violations(page, colorMode.asked), `${name}, ${words}`).toEqual([])
      }
    }
    expect(refused(), 'violations of the content security policy in the screens').toEqual([])
  })

  test('the catalog is accessible in each view, with filters, a selection and an open item', async ({
    page,
  }) => {
    const desk = new DeskPage(page)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await desk.go('Catalog')
    await page.getByRole('list', { name: 'Brand' }).getByRole('checkbox').first().check()
    await expect(page.getByRole('list', { name: 'Chosen filters' })).toBeVisible()
    for (const view of ['Pictures', 'List beside the item', 'Table']) {
      await page.getByTitle(view, { exact: true }).click()
      const grid = page.getByRole('grid', { name: 'Items' })
      await expect(grid.getByRole('checkbox').first()).toBeAttached()
      await grid.focus()
      await page.keyboard.press('Control+a')
      await expect(page.getByRole('region', { name: 'Selected items' })).toBeVisible()
      for (const forcedColors of ['none', 'active'] as const) {
        await page.emulateMedia({ forcedColors })
        const rules = forcedColors === 'none' ? 'everything' : 'colours'
        expect(await violations(page, rules), `${view}, forced colours ${forcedColors}`).toEqual([])
      }
    }
    await page.keyboard.press('Enter')
    await expect(page.getByRole('article').first()).toBeVisible()
    expect(await violations(page), 'beside an item').toEqual([])
  })

  test('items, comparisons, duplicates, quality figures and empty lists are accessible', async ({ page }) => {
    const desk = new DeskPage(page)
    const refused = watchPolicy(page)
    const check = async (name: string) => {
      for (const colorMode of colorModes) {
        const words = await applyColorMode(page, colorMode)
        expect(await violations(page, colorMode.asked), `${name}, ${words}`).toEqual([])
      }
    }
    const visit = (path: string) => page.goto(new URL(path, page.url()).href)
    await desk.go('Catalog')
    const catalog = new CatalogPage(page)
    await catalog.search('oat drink')
    await page.getByRole('checkbox', { name: /Original Oat Drink/ }).click()
    await page.getByRole('checkbox', { name: /Chocolate Oat Drink/ }).click()
    await page.getByRole('link', { name: 'Compare' }).click()
    await expect(page.getByRole('table', { name: 'Items compared' })).toBeVisible()
    await check('items compared')
    await page
      .getByRole('columnheader')
      .getByRole('link', { name: /Original Oat Drink/ })
      .click()
    await expect(page.getByRole('navigation', { name: 'Items of this search' })).toBeVisible()
    await page.getByText('Completeness', { exact: true }).click()
    await page.getByRole('button', { name: 'Help: GTIN' }).click()
    await expect(page.getByText(/The number under the barcode/)).toBeVisible()
    await check('an item and an explained term')
    await page.keyboard.press('Escape')
    await page
      .getByRole('button', { name: /^Enlarge/ })
      .first()
      .click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await check('the enlarged picture')
    await visit('/quality?profile=online-shop')
    await page.getByRole('link', { name: /^Pictures too small/ }).click()
    await expect(page.getByRole('table', { name: 'Pictures too small' })).toBeVisible()
    await check('the items of a figure')
    await visit('/quality?of=finding:unreadable')
    await expect(page.getByRole('heading', { name: 'No items here' })).toBeVisible()
    await check('a figure without items')
    await visit('/compare')
    await expect(page.getByRole('heading', { name: 'Nothing to compare yet' })).toBeVisible()
    await check('an empty comparison')
    await visit('/duplicates')
    await expect(page.getByRole('heading', { name: 'No search for duplicates yet' })).toBeVisible()
    await check('duplicates before a search')
    await page.getByRole('button', { name: 'Find duplicates' }).click()
    await expect(page.getByRole('button', { name: 'Search again' })).toBeVisible({ timeout: 60_000 })
    await check('duplicates')
    await visit('/catalog?q=zzzz')
    await expect(page.getByRole('heading', { name: /^Nothing found/ })).toBeVisible()
    await page.getByRole('button', { name: 'Search help' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await check('no results, and the search help')
    expect(refused(), 'violations of the content security policy').toEqual([])
  })

  test('the grid of a draft and its dialogs are accessible, also in forced colors', async ({ page }) => {
    const desk = new DeskPage(page)
    const refused = watchPolicy(page)
    const grid = new GridPage(page)
    await desk.go('Feeds')
    await page.getByRole('button', { name: 'New feed' }).first().click()
    await page.getByRole('dialog').getByRole('listitem').first().getByRole('button').click()
    await grid.open()
    await (await grid.cell(1, 'E-commerce title')).click()
    await grid.paste('Spelt crackers\nRye crackers')
    await page.getByRole('button', { name: 'Add 1 item' }).click()
    await expect(await grid.cell(2, 'E-commerce title')).toContainText('Rye crackers')
    const dialog = page.getByRole('dialog')
    for (const colorMode of colorModes) {
      const words = await applyColorMode(page, colorMode)
      expect(await violations(page, colorMode.asked), `the grid, ${words}`).toEqual([])
      for (const { name, open } of gridLayers) {
        await open(page)
        await expect(dialog, name).toBeVisible()
        expect(await violations(page, colorMode.asked), `${name}, ${words}`).toEqual([])
        await page.keyboard.press('Escape')
        await expect(dialog, name).toBeHidden()
      }
    }
    expect(refused(), 'violations of the content security policy in the grid').toEqual([])
  })

  test('pasted cells, the preview before sending and the results are accessible', async ({ page }) => {
    const desk = new DeskPage(page)
    const refused = watchPolicy(page)
    const check = async (name: string) => {
      for (const colorMode of colorSchemes) {
        const words = await applyColorMode(page, colorMode)
        expect(await violations(page, colorMode.asked), `${name}, ${words}`).toEqual([])
      }
    }
    await desk.go('Import')
    await page.getByRole('button', { name: 'Paste cells…' }).click()
    await page.getByRole('textbox', { name: 'Cells' }).fill('gtin\tname\n4006381333955\tPencil\n')
    await check('cells')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('table', { name: 'Columns' })).toBeVisible()
    await check('the columns of the pasted cells')

    await desk.go('Catalog')
    const catalog = new CatalogPage(page)
    await catalog.search('original oat drink')
    await catalog.open('Oatlark Original Oat Drink, 946 ml')
    await catalog.draft('refresh')
    await page.getByRole('textbox', { name: 'E-commerce title', exact: true }).fill('Oat drink')
    await page.getByText('Completeness', { exact: true }).click()
    await expect(page.getByRole('region', { name: 'Problems' })).toContainText('No errors')
    await check('completeness')
    await page.getByRole('button', { name: 'Queue', exact: true }).click()
    const preview = page.getByRole('dialog')
    await expect(preview.getByRole('table', { name: 'Fields that differ' })).toBeVisible()
    await check('the preview')
    await preview.getByText('XML', { exact: true }).click()
    await expect(preview.locator('.cm-content').first()).toBeVisible()
    await check('the XML preview')
    await preview.getByRole('button', { name: 'Queue for sending' }).click()
    await expect(page.getByRole('table', { name: 'Items and their results' })).toContainText('Accepted')
    await check('the results')
    await page.getByRole('button', { name: 'Report' }).click()
    await expect(page.getByRole('menu')).toBeVisible()
    await check('the reports')
    expect(refused(), 'violations of the content security policy').toEqual([])
  })

  test('lists, menus and dialogs are accessible', async ({ page }) => {
    const desk = new DeskPage(page)
    const refused = watchPolicy(page)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const opened = page
      .locator('[role="listbox"], [role="menu"], [role="dialog"]')
      .filter({ visible: true })
      .first()
    const check = async (name: string, open: (page: Page) => Promise<void>): Promise<void> => {
      await open(page)
      await expect(opened, name).toBeVisible()
      expect(await violations(page), name).toEqual([])
      await page.keyboard.press('Escape')
      await expect(opened, name).toBeHidden()
    }
    for (const { name, on, open } of layers) {
      await desk.go(on)
      await check(name, open)
    }
    await page.getByRole('button', { name: 'New feed' }).first().click()
    await page.getByRole('dialog').getByRole('listitem').first().getByRole('button').click()
    await expect(page.getByRole('combobox', { name: 'Distributor' })).toBeVisible()
    for (const { name, open } of draftLayers) await check(name, open)
    await page.getByText('XML', { exact: true }).click()
    await expect(page.locator('.cm-content')).toBeVisible()
    // Without its styles the editor would show unformatted lines.
    await expect(page.locator('.cm-editor')).toHaveCSS('display', 'flex')
    expect(refused(), 'violations of the content security policy in lists and dialogs').toEqual([])
  })
})
