import type { Locator, Page } from '@playwright/test'
import { expect } from './expect.ts'

/** The screens that every workspace with a catalog has, by their links. */
export const screens = [
  'Quality',
  'Catalog',
  'Picture check',
  'Feeds',
  'Outbox',
  'Sync',
  'Import',
  'Local API',
  'Settings',
] as const
type Destination = (typeof screens)[number]

/** The app's frame: navigation between the screens. */
export class DeskPage {
  readonly page: Page
  constructor(page: Page) {
    this.page = page
  }

  async go(destination: Destination): Promise<void> {
    if (destination === 'Local API') {
      await this.go('Settings')
      await this.page.getByText('Advanced', { exact: true }).click()
      await this.page.getByRole('link', { name: 'Open Local API' }).click()
    } else await this.page.getByRole('navigation').getByRole('link', { name: destination }).click()
    await expect(this.page.getByRole('heading', { level: 1, name: destination })).toBeVisible()
  }

  /** Loads the sample catalog and waits until its first sync has ended. */
  async trySample(): Promise<void> {
    await this.page.getByRole('button', { name: 'Try the sample' }).click()
    await expect(this.page.getByRole('heading', { level: 1, name: 'Catalog' })).toBeAttached({
      timeout: 60_000,
    })
    await this.go('Sync')
    await expect(this.runs().getByText('Completed').first()).toBeVisible({ timeout: 150_000 })
  }

  /** Connects the empty workspace to a service, from the first screen. */
  async connect(
    address: string,
    { username, password }: { username: string; password: string },
  ): Promise<void> {
    await this.page.getByRole('button', { name: 'Connect…' }).click()
    await this.page.getByLabel('Address').fill(address)
    await this.page.getByLabel('User name').fill(username)
    await this.page.getByLabel('Password').fill(password)
    await this.page.getByRole('button', { name: 'Connect', exact: true }).click()
    await expect(this.page.getByRole('heading', { level: 1, name: 'Sync' })).toBeVisible()
  }

  /** Starts a sync, and waits until `runs` runs in total are completed. */
  async sync(runs: number): Promise<void> {
    await this.go('Sync')
    await this.page.getByRole('button', { name: 'Sync now' }).click()
    await expect(this.runs().getByText('Completed')).toHaveCount(runs, { timeout: 150_000 })
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
