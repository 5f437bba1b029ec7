import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import {
  _electron,
  type Browser,
  test as base,
  type ElectronApplication,
  expect,
  type Page,
} from '@playwright/test'
import { projectDirectory } from '../../src-main/hosts/launch/build.ts'
import { startDesk } from './programs/desk.ts'
import { triedSample } from './tried-sample.ts'

export type HostName = 'electron' | 'headless'
export interface HostOption {
  host: HostName
}
interface Fixtures extends HostOption {
  /** The app's state at its start: no workspace yet, or one that has tried the sample and synced it. */
  beginsWith: 'nothing' | 'tried sample'
  /** The workspace folder of this test. */
  dataDirectory: string
  app: OpenApp & {
    /** Ends the program and starts it anew, as a person does the next morning. @returns its window */
    restart(): Promise<Page>
  }
  /** The app's first window, whichever host shows it. */
  page: Page
}

interface OpenApp {
  page: Page
  /** The process of the window, where there is one. */
  electron?: ElectronApplication
  /** Presses what saves a file; its text, from where the host puts it: a place chosen in a dialog, or a download. */
  savedFile(press: () => Promise<void>): Promise<string>
  close(): Promise<void>
}

async function openElectron(dataDirectory: string): Promise<OpenApp> {
  const app = await _electron.launch({
    args: [projectDirectory],
    env: { ...(process.env as Record<string, string>), CATALOG_DESK_DATA: dataDirectory },
  })
  // Without a window nobody would close the program, and it would hold up the end of the tests.
  const page = await app.firstWindow().catch(async (error: unknown) => {
    await app.close()
    throw error
  })
  return {
    page,
    electron: app,
    async savedFile(press) {
      const filePath = join(dataDirectory, 'saved')
      await app.evaluate(({ dialog }, chosen) => {
        dialog.showSaveDialog = async () => ({ canceled: false, filePath: chosen })
      }, filePath)
      await press()
      await expect.poll(() => existsSync(filePath)).toBe(true)
      const text = readFileSync(filePath, 'utf8')
      rmSync(filePath)
      return text
    },
    close: () => app.close(),
  }
}

/** A browser for the tests of one worker, started for the first of them: each has a context of its own. */
interface WorkerFixtures {
  launched: () => Promise<Browser>
}

async function openHeadless(dataDirectory: string, launched: () => Promise<Browser>): Promise<OpenApp> {
  const desk = await startDesk('--data', dataDirectory)
  // What a person's press grants in a browser has nobody to grant it in one without an interface.
  const context = await (await launched()).newContext({ permissions: ['clipboard-write'] })
  const page = await context.newPage()
  await page.goto(desk.ui)
  return {
    page,
    async savedFile(press) {
      const [download] = await Promise.all([page.waitForEvent('download'), press()])
      return readFileSync(await download.path(), 'utf8')
    },
    async close() {
      await context.close()
      await desk.stop()
    },
  }
}

/** A journey's test: `page` is the app on the host of the running project. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  launched: [
    async ({ playwright }, use) => {
      const executablePath =
        process.env['CHROMIUM_SHELL_PATH'] ?? process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'
      let browser: Promise<Browser> | undefined
      await use(() => {
        browser ??= playwright.chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
        return browser
      })
      await (await browser)?.close()
    },
    { scope: 'worker' },
  ],
  host: ['headless', { option: true }],
  beginsWith: ['nothing', { option: true }],
  dataDirectory: async ({ beginsWith }, use, info) => {
    const [home, data] = [info.outputPath('home'), info.outputPath('data')]
    if (beginsWith === 'tried sample') {
      const sample = await triedSample(info.parallelIndex)
      cpSync(sample.home, home, { recursive: true })
      cpSync(sample.data, data, { recursive: true })
    }
    // Every test has its own home folder, so no test sees the workspaces of another.
    process.env['CATALOG_DESK_HOME'] = home
    await use(data)
  },
  app: async ({ host, dataDirectory, viewport, launched }, use, info) => {
    // What the page says of its own faults, for whoever reads why a journey failed.
    const said: string[] = []
    const open = async () => {
      const opened = await (host === 'electron'
        ? openElectron(dataDirectory)
        : openHeadless(dataDirectory, launched))
      if (viewport) await opened.page.setViewportSize(viewport)
      opened.page.on('console', (message) => message.type() === 'error' && said.push(message.text()))
      opened.page.on('pageerror', (error) => said.push(error.stack ?? error.message))
      return opened
    }
    let app = await open()
    const restart = async () => {
      await app.close()
      app = await open()
      return app.page
    }
    await use({ ...app, restart })
    if (info.status !== info.expectedStatus && said.length > 0)
      await info.attach('errors of the page', { body: said.join('\n\n'), contentType: 'text/plain' })
    await app.close()
  },
  page: ({ app }, use) => use(app.page),
})
export { expect } from '@playwright/test'
