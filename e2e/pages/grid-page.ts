import type { Locator, Page } from '@playwright/test'
import { expect } from './expect.ts'

/** The grid of a draft: its cells, selected and filled as in a spreadsheet. */
export class GridPage {
  readonly page: Page
  constructor(page: Page) {
    this.page = page
  }

  async open(): Promise<void> {
    await this.page.getByText('Grid', { exact: true }).click()
    await expect(this.table()).toBeVisible()
  }

  table(): Locator {
    return this.page.getByRole('grid', { name: 'Items' })
  }

  /** The cell in a row (1-based) of the column with this header; both must be rendered. */
  async cell(row: number, head: string): Promise<Locator> {
    const column = await this.table()
      .getByRole('columnheader')
      .filter({ hasText: head })
      .first()
      .getAttribute('aria-colindex')
    return this.table().locator(`[aria-rowindex="${row + 1}"] > [aria-colindex="${column}"]`)
  }

  /** Pastes text as from a spreadsheet. The real clipboard is not available on every host. */
  async paste(text: string): Promise<void> {
    await this.page.evaluate((given) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', given)
      document.activeElement?.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      )
    }, text)
  }

  /** Expects this many items, not counting the header row. */
  async expectItems(count: number): Promise<void> {
    await expect(this.table()).toHaveAttribute('aria-rowcount', String(count + 1))
  }
}
