import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const candidates: Partial<Record<NodeJS.Platform, string[]>> = {
  linux: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'].flatMap(
    (name) => (process.env['PATH'] ?? '').split(':').map((folder) => join(folder, name)),
  ),
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  win32: ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((variable) =>
    ['Google\\Chrome\\Application\\chrome.exe', 'Microsoft\\Edge\\Application\\msedge.exe'].map((path) =>
      join(process.env[variable] ?? '', path),
    ),
  ),
}

function downloadedByPlaywright(): string | undefined {
  const script = "process.stdout.write(require('playwright').chromium.executablePath())"
  const answer = spawnSync(process.execPath, ['-e', script], { encoding: 'utf8' })
  return existsSync(answer.stdout) ? answer.stdout : undefined
}

function installedBrowser(): string | undefined {
  const named = process.env['CHROMIUM_PATH']
  return (
    [...(named ? [named] : []), ...(candidates[process.platform] ?? [])].find(existsSync) ??
    downloadedByPlaywright()
  )
}

/**
 * Installs packages of the distribution on Debian and derivatives, if this user may. @returns whether it did
 */
function installFromDistribution(...names: string[]): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get'))
    return false
  const apt = (...args: string[]): boolean =>
    spawnSync('apt-get', args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status === 0
  return apt('update', '-qq') && apt('install', '-y', '-qq', '--no-install-recommends', ...names)
}

/**
 * The browser for tests that only need a page: the headless shell, which uses a fifth less processor time. It
 * is found or installed next to Debian's Chromium; elsewhere the given browser is returned.
 */
export function findOrInstallHeadlessShell(chromium: string, report: (line: string) => void): string {
  if (chromium !== '/usr/bin/chromium') return chromium
  const shell = `${chromium}-headless-shell`
  if (!existsSync(shell)) installFromDistribution('chromium-headless-shell')
  if (!existsSync(shell)) return chromium
  report(`Browser of component tests and of journeys without a window: ${shell}`)
  return shell
}

/**
 * The browser for component tests and journeys: the one in `CHROMIUM_PATH`, an installed Chromium, Chrome or
 * Edge, else one from the distribution, else Playwright's own download.
 * @throws an error with instructions when no browser is found or installed
 */
export function findOrInstallChromium(report: (line: string) => void): string {
  const found = installedBrowser()
  if (found) {
    report(`Browser: ${found}`)
    return found
  }
  report('Browser: none found; installing Chromium from the distribution')
  if (!installFromDistribution('chromium', 'fonts-liberation')) {
    report('Browser: downloading Playwright’s Chromium')
    const cli = join(import.meta.dirname, '../../node_modules/playwright/cli.js')
    spawnSync(process.execPath, [cli, 'install', 'chromium'], { stdio: 'inherit' })
  }
  const installed = installedBrowser()
  if (!installed)
    throw new Error('No Chromium could be found or installed. Install Chrome, or set CHROMIUM_PATH.')
  report(`Browser: ${installed}, ${execFileSync(installed, ['--version'], { encoding: 'utf8' }).trim()}`)
  return installed
}
