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
import { openTeamDatabases } from '../../src-main/testing/team-server.ts'
import { desk, startDesk } from './programs/desk.ts'
import { syncedSample } from './synced-sample.ts'

export type HostName = 'electron' | 'headless'
export interface HostOption {
  host: HostName
  /** Whether the workspace is in a team, with a database of its own. */
  isInTeam: boolean
}
interface Fixtures extends HostOption {
  /** The app's state at the start: no workspace, or the sample, synced. */
  initialState: 'nothing' | 'synced sample'
  /** Further arguments of the Electron app. */
  startArguments: string[]
  /** The workspace folder of this test. */
  dataDirectory: string
  app: OpenApp & {
    /** Stops the program and starts it again. @returns its window */
    restart(): Promise<Page>
  }
  /** The app's first window on either host. */
  page: Page
}

interface OpenApp {
  page: Page
  /** The Electron application, if the host has one. */
  electron?: ElectronApplication
  /**
   * Clicks a button that saves a file. @returns the text of the file, from the path chosen in the dialog or
   * from the download
   */
  savedFile(press: () => Promise<void>): Promise<string>
  close(): Promise<void>
}

async function openElectron(dataDirectory: string, more: string[]): Promise<OpenApp> {
  const app = await _electron.launch({
    args: [projectDirectory, ...more],
    env: { ...(process.env as Record<string, string>), CATALOG_DESK_DATA: dataDirectory },
  })
  // Without a window nothing would close the program, and it would block the end of the tests.
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

/** One browser per worker, started for the first test that needs it; each test has its own context. */
interface WorkerFixtures {
  launched: () => Promise<Browser>
  /** Address of a new database of one PostgreSQL for each worker. */
  teamDatabase: () => Promise<string>
}

async function openHeadless(dataDirectory: string, launched: () => Promise<Browser>): Promise<OpenApp> {
  const running = await startDesk('--data', dataDirectory)
  // A headless browser cannot grant clipboard access on a click, so it is granted here.
  const context = await (await launched()).newContext({ permissions: ['clipboard-write'] })
  const page = await context.newPage()
  await page.goto(running.ui)
  return {
    page,
    async savedFile(press) {
      const [download] = await Promise.all([page.waitForEvent('download'), press()])
      return readFileSync(await download.path(), 'utf8')
    },
    async close() {
      await context.close()
      await running.stop()
    },
  }
}

/** The test function of journeys: `page` is the app on the host of the running project. */
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
  teamDatabase: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires the pattern
    async ({}, use) => {
      const team = openTeamDatabases()
      await use(team.create)
      await team.close()
    },
    { scope: 'worker' },
  ],
  host: ['headless', { option: true }],
  isInTeam: [false, { option: true }],
  initialState: ['nothing', { option: true }],
  startArguments: [[], { option: true }],
  dataDirectory: async ({ initialState, isInTeam, teamDatabase }, use, info) => {
    const [home, data] = [info.outputPath('home'), info.outputPath('data')]
    if (initialState === 'synced sample') {
      const sample = await syncedSample(info.parallelIndex)
      cpSync(sample.home, home, { recursive: true })
      cpSync(sample.data, data, { recursive: true })
    }
    // Every test has its own home folder, so no test sees the workspaces of another.
    process.env['CATALOG_DESK_HOME'] = home
    if (isInTeam) await desk('team', 'join', await teamDatabase(), '--data', data)
    await use(data)
  },
  app: async ({ host, dataDirectory, startArguments, viewport, launched }, use, info) => {
    // Errors that the page logs; they are attached when a journey fails.
    const errors: string[] = []
    const open = async () => {
      const opened = await (host === 'electron'
        ? openElectron(dataDirectory, startArguments)
        : openHeadless(dataDirectory, launched))
      if (viewport) await opened.page.setViewportSize(viewport)
      opened.page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
      opened.page.on('pageerror', (error) => errors.push(error.stack ?? error.message))
      return opened
    }
    let app = await open()
    const restart = async () => {
      await app.close()
      app = await open()
      return app.page
    }
    await use({ ...app, restart })
    if (info.status !== info.expectedStatus && errors.length > 0)
      await info.attach('errors of the page', { body: errors.join('\n\n'), contentType: 'text/plain' })
    await app.close()
  },
  page: ({ app }, use) => use(app.page),
})
export { expect } from '@playwright/test'
