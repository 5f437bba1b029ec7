import type { Locator, Page } from '@playwright/test'
import { expect } from './expect.ts'

/** The editor of one feed: form, problem list, queue. */
export class DraftPage {
  readonly page: Page
  constructor(page: Page) {
    this.page = page
  }

  /** Creates a draft of this kind and opens it. */
  async create(kind: 'Create items' | 'Refresh items' | 'Publish Content+'): Promise<void> {
    await this.page.getByRole('button', { name: 'New feed' }).first().click()
    await this.page.getByRole('dialog').getByRole('button', { name: kind }).click()
    await expect(this.problems()).toBeVisible()
  }

  field(label: string): Locator {
    return this.page.getByRole('textbox', { name: label, exact: true })
  }

  /** Types the start of a name and picks the matching entry of a lookup list. */
  async pick(label: string, typed: string, entry: string): Promise<void> {
    await this.page.getByRole('combobox', { name: label }).first().fill(typed)
    await this.page.getByRole('option').filter({ hasText: entry }).click()
  }

  async section(name: string): Promise<void> {
    await this.page.getByRole('navigation', { name: 'Sections' }).getByRole('button', { name }).click()
  }

  problems(): Locator {
    return this.page.getByRole('region', { name: 'Problems' })
  }

  async showForm(): Promise<void> {
    await this.page.getByText('Form', { exact: true }).click()
  }

  /** Opens the preview before sending. */
  async before(): Promise<Locator> {
    await this.page.getByRole('button', { name: 'Queue', exact: true }).click()
    return this.page.getByRole('dialog')
  }

  async queue(): Promise<void> {
    const before = await this.before()
    await before.getByRole('button', { name: 'Queue for sending' }).click()
  }
}
