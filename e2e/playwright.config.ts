import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'
import { pageTimeout } from './pages/expect.ts'
import type { HostOption } from './support/app.ts'

// Without an Electron binary or a display, the stand-in is used: same arguments, same protocol.
const hasElectron =
  existsSync(new URL('../node_modules/electron/dist/version', import.meta.url)) &&
  (process.platform !== 'linux' || Boolean(process.env['DISPLAY'] ?? process.env['WAYLAND_DISPLAY']))
if (!hasElectron) process.env['ELECTRON_OVERRIDE_DIST_PATH'] ??= new URL('stand-in', import.meta.url).pathname

/**
 * Every journey runs twice: in Electron (or its stand-in) and in a browser on the headless host. Journeys
 * tagged `@page` run once, because they test only the page, and both hosts serve the same page with the same
 * procedures. Host-specific features need both runs: files, downloads, dialogs, windows, addresses and links,
 * sessions, the content security policy, the theme, the first start.
 */
export default defineConfig<HostOption>({
  testDir: 'journeys',
  globalSetup: './support/suite/journeys-setup.ts',
  outputDir: '../test-results/journeys',
  // The journeys wait most of the time, and each has its own workspace, ports and home folder.
  workers: 2,
  timeout: 240_000,
  expect: { timeout: pageTimeout },
  forbidOnly: Boolean(process.env['CI']),
  reporter: 'list',
  // A trace adds a fifth to the time of a journey; `npm run e2e -- JOURNEY --trace on` records one.
  use: { trace: 'off', screenshot: 'only-on-failure', viewport: { width: 1280, height: 800 } },
  projects: [
    {
      name: 'electron',
      grepInvert: /@page/,
      // The stand-in and Playwright both pause a new page at its start; on a busy computer either can miss
      // that the other resumed it. A test that needs a second try is reported as flaky.
      retries: hasElectron ? 0 : 1,
      use: { host: 'electron' },
    },
    { name: 'headless', use: { host: 'headless' } },
    {
      // Drafts and outbox once more, in a workspace whose changes are committed in PostgreSQL first.
      name: 'team',
      testMatch: /(?:decide-before-sending|fix-in-the-grid|split-large-feeds)\.spec\.ts$/,
      use: { host: 'headless', isInTeam: true },
    },
  ],
})
