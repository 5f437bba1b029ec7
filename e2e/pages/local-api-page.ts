import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import type { HostName } from '../support/app.ts'
import { expect } from './expect.ts'

type Section = 'Overview' | 'Requests' | 'Try it' | 'Users' | 'Conditions' | 'Reference'

/** The screen that runs the local API. */
export class LocalApiPage {
  readonly page: Page
  constructor(page: Page) {
    this.page = page
  }

  async open(section: Section): Promise<void> {
    await this.page
      .getByRole('navigation', { name: 'Local API' })
      .getByRole('link', { name: section })
      .click()
  }

  /** Copies the command or code with this label. */
  async copy(label: string): Promise<void> {
    await this.page.getByRole('button', { name: label, exact: true }).click()
    await expect(this.page.getByRole('button', { name: 'Copied' }).first()).toBeVisible()
  }

  /** The value next to a label in an overview or dialog, such as `password`. */
  value(within: Locator | Page, label: string): Locator {
    return within
      .locator('dt', { hasText: new RegExp(`^${label}$`) })
      .locator('xpath=following-sibling::dd[1]//code')
  }

  /** A row of the request log. */
  request(name: RegExp): Locator {
    return this.page.getByRole('grid', { name: /^Requests/ }).getByRole('row', { name })
  }

  /** Creates a user; returns the password, which is shown only once. */
  async addUser(username: string, dailyItemLimit: number): Promise<string> {
    await this.page.getByRole('button', { name: 'New user' }).click()
    await this.page.getByRole('textbox', { name: /^User name/ }).fill(username)
    await this.page.getByRole('textbox', { name: 'Daily item limit' }).fill(String(dailyItemLimit))
    await this.page.getByRole('button', { name: 'Create user' }).click()
    return this.takePassword()
  }

  async rotatePassword(username: string): Promise<string> {
    await this.page.getByRole('button', { name: `Actions for ${username}` }).click()
    await this.page.getByRole('menuitem', { name: 'New password…' }).click()
    await this.page.getByRole('button', { name: 'Generate new password' }).click()
    return this.takePassword()
  }

  private async takePassword(): Promise<string> {
    const dialog = this.page.getByRole('dialog', { name: /^Password for/ })
    const password = await this.value(dialog, 'password').textContent()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(dialog).toHaveCount(0)
    return password ?? ''
  }

  async setCondition(name: string, on: boolean): Promise<void> {
    const toggle = this.page.getByRole('switch', { name })
    if ((await toggle.isChecked()) !== on) await toggle.click()
    await expect(toggle).toBeChecked({ checked: on })
  }

  /**
   * Returns the text of the file that a button saves. In Electron, Playwright sees no downloads, so the text
   * is read from the blob that the page saves.
   */
  async download(button: string, { file, host }: { file: string; host: HostName }): Promise<string> {
    const click = () => this.page.getByRole('button', { name: button }).click()
    if (host === 'headless') {
      const [download] = await Promise.all([this.page.waitForEvent('download'), click()])
      expect(download.suggestedFilename()).toBe(file)
      return readFile(await download.path(), 'utf8')
    }
    const savedText = this.page.evaluate(
      () =>
        new Promise<string>((resolve) => {
          const create = URL.createObjectURL
          URL.createObjectURL = (blob: Blob) => {
            URL.createObjectURL = create
            resolve(blob.text())
            return create.call(URL, blob)
          }
        }),
    )
    await click()
    return savedText
  }
}
