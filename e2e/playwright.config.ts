import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'
import type { HostOption } from './support/app.ts'

// Without an Electron binary or a display the stand-in takes its place: same arguments, same protocol.
const electronIsHere =
  existsSync(new URL('../node_modules/electron/dist/version', import.meta.url)) &&
  (process.platform !== 'linux' || Boolean(process.env['DISPLAY'] ?? process.env['WAYLAND_DISPLAY']))
if (!electronIsHere)
  process.env['ELECTRON_OVERRIDE_DIST_PATH'] ??= new URL('stand-in', import.meta.url).pathname

/**
 * Every journey runs twice: in Electron (or its stand-in) and in a browser on the headless host; except those tagged
 * `@face`, which run once. They prove only what the page shows and does, and both hosts serve the same page, which asks
 * the same procedures. What the hosts do each in their own way wants no tag: files, downloads, dialogs, windows,
 * addresses and links, sessions, the page's policy, the theme, the first start.
 */
export default defineConfig<HostOption>({
  testDir: 'journeys',
  globalSetup: './support/suite/journeys-setup.ts',
  outputDir: '../test-results/journeys',
  // They wait more than they work, and each has a workspace, ports and a computer's home of its own.
  workers: 2,
  timeout: 240_000,
  expect: { timeout: 15_000 },
  forbidOnly: Boolean(process.env['CI']),
  reporter: 'list',
  // A trace takes a fifth of the time of a journey; `npm run e2e -- JOURNEY --trace on` keeps one.
  use: { trace: 'off', screenshot: 'only-on-failure', viewport: { width: 1280, height: 800 } },
  projects: [
    {
      name: 'electron',
      grepInvert: /@face/,
      // The stand-in and Playwright both hold a new page at its start, and on a busy computer either can miss that the
      // other let it go. What needed a second try is listed as flaky.
      retries: electronIsHere ? 0 : 1,
      use: { host: 'electron' },
    },
    { name: 'headless', use: { host: 'headless' } },
  ],
})
