import type { Page } from '@playwright/test'
import type { Stage, Views } from './view.ts'

const rows = (page: Page) => page.getByRole('grid', { name: 'Items' }).getByRole('row')

async function catalog({ page, visit }: Stage): Promise<void> {
  await visit('/catalog?q=')
  await rows(page).nth(3).waitFor()
}

async function withSelection(stage: Stage): Promise<void> {
  await catalog(stage)
  for (const row of [1, 3, 4]) await rows(stage.page).nth(row).getByRole('checkbox').check()
}

const exported = async (stage: Stage): Promise<void> => {
  await withSelection(stage)
  await stage.page
    .getByRole('region', { name: 'Selected items' })
    .getByRole('button', { name: 'Export' })
    .click()
}

const itemTab = (name: RegExp) => async (stage: Stage) => {
  await item(stage)
  await stage.page.getByRole('tab', { name }).click()
}

async function item({ page, visit }: Stage): Promise<void> {
  await visit('/catalog?q=original+oat+drink')
  await page.getByRole('row', { name: /Oatlark Original Oat Drink/ }).dblclick()
  await page.getByRole('tab', { name: 'Overview' }).waitFor()
}

/** The catalog list and one of its items. */
export const catalogViews: Views = {
  catalog,
  'catalog-selection': withSelection,
  'catalog-nothing-found': ({ visit }) => visit('/catalog?q=no+such+thing'),
  'catalog-pictures': async (stage) => {
    await catalog(stage)
    await stage.page.getByTitle('Pictures', { exact: true }).click()
    await stage.page.getByRole('gridcell').nth(5).waitFor()
  },
  'catalog-list': async (stage) => {
    await catalog(stage)
    await stage.page.getByTitle('List beside the item').click()
    await rows(stage.page).nth(2).click()
  },
  'catalog-filters': async (stage) => {
    await stage.page.setViewportSize({ width: 1280, height: 800 })
    await catalog(stage)
    await stage.page.getByTitle('Table', { exact: true }).click()
    await stage.page.getByRole('list', { name: 'Brand' }).getByRole('checkbox').first().check()
  },
  'export-dialog': exported,
  'export-dialog-gdsn': async (stage) => {
    await exported(stage)
    await stage.page.getByText('GDSN message (XML)').click()
    await stage.page.getByRole('textbox', { name: 'GLN of your company' }).fill('4012345000001')
  },
  'export-dialog-pictures': async (stage) => {
    await exported(stage)
    await stage.page.getByText('Pictures', { exact: true }).last().click()
    await stage.page.getByText('Files in a folder').click()
  },
  quality: async ({ page, visit }) => {
    await visit('/quality')
    await page.getByRole('heading', { name: 'Completeness' }).waitFor()
    await page.getByRole('progressbar', { name: 'Counting the catalog' }).waitFor({ state: 'detached' })
  },
  'quality-bottom': async ({ page, visit }) => {
    await visit('/quality')
    await page.getByRole('heading', { name: 'Most often missing' }).scrollIntoViewIfNeeded()
  },
  'quality-items': async ({ page, visit }) => {
    await visit('/quality?of=side:7')
    await page.getByRole('table').waitFor()
  },
  item,
  'item-completeness': async (stage) => {
    await item(stage)
    await stage.page.getByText('Completeness', { exact: true }).click()
    await stage.page.getByRole('combobox', { name: 'Profile' }).selectOption('online-shop')
  },
  'item-retailer-content': itemTab(/Retailer content/),
  'item-xml': itemTab(/XML/),
  'item-history-one-version': itemTab(/History/),
  'item-history': ({ visit, changed }) => visit(`/catalog/${changed.itemId}?tab=history`),
  'item-among-many': async ({ page, visit }) => {
    await visit('/catalog?q=oat')
    await rows(page).nth(4).dblclick()
    await page.getByRole('tab', { name: 'Overview' }).waitFor()
    await page.keyboard.press('j')
    await page.getByRole('navigation', { name: 'Items of this search' }).waitFor()
    await page.getByRole('button', { name: 'Copy Net content' }).first().focus()
  },
  compare: async ({ page, calls, visit }) => {
    const { rows: found } = await calls.catalog.search({ text: 'oat drink', offset: 0, limit: 3 })
    await visit(`/compare?${found.map(({ id }) => `id=${id}`).join('&')}`)
    await page.getByRole('table', { name: 'Items compared' }).waitFor()
  },
  'compare-nothing': ({ visit }) => visit('/compare'),
  duplicates: async ({ page, visit }) => {
    await visit('/duplicates')
    await page.getByRole('button', { name: 'Find duplicates' }).click()
    await page.getByRole('button', { name: 'Search again' }).waitFor()
  },
  evidence: ({ visit }) => visit('/evidence'),
  'evidence-reading': async ({ page, visit }) => {
    await visit('/evidence')
    await page.getByRole('button', { name: 'Read pictures' }).click()
    await page.getByRole('button', { name: 'Stop' }).waitFor()
  },
  'item-unknown': ({ visit }) => visit('/catalog/no-such-item'),
  'item-picture': async (stage) => {
    await item(stage)
    await stage.page
      .getByRole('button', { name: /^Enlarge/ })
      .first()
      .click()
  },
}
