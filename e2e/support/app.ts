import { _electron, test as base, chromium, type Page } from '@playwright/test'
import { projectDirectory } from '../../src-main/hosts/launch/build.ts'
import { startDesk } from './desk.ts'

export type HostName = 'electron' | 'headless'
export interface HostOption {
  host: HostName
}
interface Fixtures extends HostOption {
  /** The workspace folder of this test; empty at first. */
  dataDirectory: string
  /** The app's first window, whichever host shows it. */
  page: Page
}

async function openElectron(dataDirectory: string): Promise<{ page: Page; close(): Promise<void> }> {
  const app = await _electron.launch({
    args: [projectDirectory],
    env: { ...(process.env as Record<string, string>), CATALOG_DESK_DATA: dataDirectory },
  })
  return { page: await app.firstWindow(), close: () => app.close() }
}

async function openHeadless(dataDirectory: string): Promise<{ page: Page; close(): Promise<void> }> {
  const desk = await startDesk('--data', dataDirectory)
  const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  const page = await browser.newPage()
  await page.goto(desk.ui)
  return {
    page,
    async close() {
      await browser.close()
      await desk.stop()
    },
  }
}

/** A journey's test: `page` is the app on the host of the running project. */
export const test = base.extend<Fixtures>({
  host: ['headless', { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this destructuring
  dataDirectory: async ({}, use, info) => {
    // A computer of its own: no test sees the workspaces of another.
    process.env['CATALOG_DESK_HOME'] = info.outputPath('home')
    await use(info.outputPath('data'))
  },
  page: async ({ host, dataDirectory, viewport }, use) => {
    const app = await (host === 'electron' ? openElectron : openHeadless)(dataDirectory)
    if (viewport) await app.page.setViewportSize(viewport)
    await use(app.page)
    await app.close()
  },
})
export { expect } from '@playwright/test'
