import type { Locator, Page } from '@playwright/test'
import { expect } from './expect.ts'

/** The catalog list and the item it opens. */
export class CatalogPage {
  readonly page: Page
  constructor(page: Page) {
    this.page = page
  }

  async search(words: string): Promise<void> {
    await this.page.getByRole('combobox', { name: 'Search the catalog' }).fill(words)
  }

  row(name: string | RegExp): Locator {
    return this.page.getByRole('row', { name })
  }

  async open(name: string): Promise<void> {
    await this.row(name).first().dblclick()
    await expect(this.page.getByRole('heading', { name })).toBeVisible()
  }

  /** Starts a draft from the open item. */
  async draft(kind: 'update' | 'refresh'): Promise<void> {
    const name = kind === 'update' ? 'Draft an update' : 'Draft a refresh'
    await this.page.getByRole('article').getByRole('button', { name }).click()
  }
}
