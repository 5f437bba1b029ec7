import { expect, type Locator, type Page } from '@playwright/test'

type Destination = 'Catalog' | 'Feeds' | 'Outbox' | 'Sync' | 'Import' | 'Local API' | 'Settings'

/** The app's frame: how a person gets from screen to screen. */
export class DeskPage {
  readonly page: Page
  constructor(page: Page) {
    this.page = page
  }

  async go(destination: Destination): Promise<void> {
    await this.page.getByRole('navigation').getByRole('link', { name: destination }).click()
    await expect(this.page.getByRole('heading', { level: 1, name: destination })).toBeVisible()
  }

  /** Begins with the sample catalog and waits until its first sync is over. */
  async trySample(): Promise<void> {
    await this.page.getByRole('button', { name: 'Try the sample' }).click()
    await expect(this.page.getByRole('heading', { level: 1, name: 'Sync' })).toBeVisible({ timeout: 60_000 })
    await expect(this.runs().getByText('Completed').first()).toBeVisible({ timeout: 150_000 })
  }

  /** The table of earlier sync runs. */
  runs(): Locator {
    return this.page.getByRole('table', { name: 'Earlier runs' })
  }

  async setSampleService(running: boolean): Promise<void> {
    await this.go('Settings')
    const toggle = this.page.getByRole('switch', { name: 'Sample service running' })
    if ((await toggle.isChecked()) !== running) await toggle.click()
    await expect(toggle).toBeChecked({ checked: running })
  }
}
